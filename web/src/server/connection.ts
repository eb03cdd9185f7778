// A connection to a table that reconnects by itself.  Commands stay in the outbox until the server
// acknowledges them, by their event or by `done`; after a reconnect they are sent again with the same
// id, so that each is executed exactly once.
//
// After a restart of the server all clients reconnect.  To spread them over time, each waits with
// exponential backoff and jitter: a random time from zero to twice the mean.  The response timeout
// grows as well, because a busy server answers late.  A server that refuses connections says why, and
// when to try again.
import { fetchConnectionRefusal, type ConnectionRefusal } from "./api";
import type { FromClient, FromServer, Hello, Language } from "../protocol";

/** `gone`, `removed` and `damaged` are final: the table cannot be shown. */
export type ConnectionStatus = "connecting" | "open" | "broken" | "gone" | "removed" | "damaged";

type Command = Extract<FromClient, { id: string }>;

/** The part of a WebSocket that is used here. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

export interface ConnectionEnvironment {
  connect(): Socket;
  schedule(run: () => void, ms: number): () => void; // returns a function that cancels it
  random(): number;
  fetchRefusal(): Promise<ConnectionRefusal | null>; // why the server refuses connections, if it does
}

const NO_SUCH_TABLE = 4404;
const TABLE_REMOVED = 4410;
const TABLE_DAMAGED = 4500;
const ABNORMAL_CLOSURE = 1006; // all that browsers tell of a lost or refused connection
const INITIAL_BACKOFF_MS = 500; // mean wait before the first reconnect
const MAX_BACKOFF_MS = 15_000;
const BACKOFF_FACTOR = 1.3; // growth of the mean wait with each attempt
const HEARTBEAT_MS = 20_000;
const RESPONSE_TIMEOUT_MS = 8_000; // without an answer the connection counts as dead
const MAX_RESPONSE_TIMEOUT_MS = 60_000; // the timeout doubles with each attempt

export class Connection {
  private socket: Socket | null = null;
  private outbox = new Map<string, Command>();
  private attempts = 0;
  private isWelcomed = false; // the server has answered the last `hello`
  private cancelTimers: (() => void)[] = [];
  private refusalReason: string | null = null; // why the server refuses the connection

  constructor(
    private environment: ConnectionEnvironment,
    private token: string | undefined,
    private language: Language,
    private getKnownSeq: () => number | undefined, // the number of the last event applied, if any
    private onMessage: (message: FromServer) => void,
    private onStatus: (status: ConnectionStatus, refusalReason: string | null) => void,
  ) {}

  open(): void {
    this.onStatus(this.attempts ? "broken" : "connecting", this.refusalReason);
    const socket = this.environment.connect();
    let wasOpened = false;
    this.socket = socket;
    this.startTimeout(this.getResponseTimeout());
    socket.onopen = () => {
      wasOpened = true;
      this.sendHello();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data) as FromServer);
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.onDisconnect(event.code);
      if (event.code === ABNORMAL_CLOSURE && !wasOpened) void this.fetchRefusalReason();
    };
  }

  /** Request missed events, or a full snapshot, unless a request is under way. */
  resync(fromScratch = false): void {
    if (this.isWelcomed) this.sendHello(fromScratch);
  }

  private sendHello(fromScratch = false): void {
    this.isWelcomed = false;
    const hello: Hello = { type: "hello", language: this.language };
    if (this.token !== undefined) hello.token = this.token;
    const seq = fromScratch ? undefined : this.getKnownSeq();
    if (seq !== undefined) {
      hello.seq = seq;
      hello.legal_language = this.language;
    }
    this.socket?.send(JSON.stringify(hello));
    this.startTimeout(this.getResponseTimeout());
  }

  /** Send a message.  Commands are kept until they are acknowledged; queries are lost with the
   * connection. */
  send(message: FromClient): void {
    if ("id" in message) this.outbox.set(message.id, message);
    if (this.isWelcomed) this.socket?.send(JSON.stringify(message));
  }

  /** Reconnect at once: the device is online again, or the page is visible again. */
  reconnectNow(): void {
    if (this.isWelcomed) this.ping();
    else if (!this.socket) this.reconnect();
  }

  close(): void {
    this.clearTimers();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private receive(message: FromServer): void {
    this.clearTimers();
    if ("id" in message && typeof message.id === "string") this.outbox.delete(message.id);
    if (message.type === "welcome" || message.type === "resumed") this.onWelcome();
    this.onMessage(message);
    if (this.isWelcomed)
      this.cancelTimers.push(this.environment.schedule(() => this.ping(), HEARTBEAT_MS));
    else if (this.socket) this.startTimeout(this.getResponseTimeout()); // for the answer to `hello`
  }

  private onWelcome(): void {
    this.attempts = 0;
    this.isWelcomed = true;
    this.refusalReason = null;
    this.onStatus("open", null);
    for (const command of this.outbox.values()) this.socket?.send(JSON.stringify(command));
  }

  private ping(): void {
    this.socket?.send(JSON.stringify({ type: "ping" }));
    this.startTimeout(RESPONSE_TIMEOUT_MS);
  }

  private getResponseTimeout(): number {
    return Math.min(MAX_RESPONSE_TIMEOUT_MS, RESPONSE_TIMEOUT_MS * 2 ** this.attempts);
  }

  private startTimeout(ms: number): void {
    this.clearTimers();
    this.cancelTimers.push(
      this.environment.schedule(() => {
        const socket = this.socket;
        this.onDisconnect(0);
        socket?.close();
      }, ms),
    );
  }

  private onDisconnect(code: number): void {
    this.clearTimers();
    this.socket = null;
    this.isWelcomed = false;
    if (code === NO_SUCH_TABLE) return this.onStatus("gone", null);
    if (code === TABLE_REMOVED) return this.onStatus("removed", null);
    if (code === TABLE_DAMAGED) return this.onStatus("damaged", null);
    this.onStatus("broken", this.refusalReason);
    this.attempts += 1;
    this.scheduleReconnect(0);
  }

  private scheduleReconnect(minMs: number): void {
    const meanMs = Math.min(
      MAX_BACKOFF_MS,
      INITIAL_BACKOFF_MS * BACKOFF_FACTOR ** (this.attempts - 1),
    );
    const jitterMs = 2 * meanMs * this.environment.random(); // spread over clients
    this.cancelTimers.push(this.environment.schedule(() => this.reconnect(), minMs + jitterMs));
  }

  /** Ask the server why it refused the connection, and how long to wait at least. */
  private async fetchRefusalReason(): Promise<void> {
    const { attempts } = this;
    const refusal = await this.environment.fetchRefusal();
    const isWaiting = !this.socket && this.attempts === attempts && this.cancelTimers.length > 0;
    if (!isWaiting) return; // reconnected meanwhile, or closed
    this.refusalReason = refusal?.why ?? null;
    this.onStatus("broken", this.refusalReason);
    if (!refusal) return;
    this.clearTimers();
    this.scheduleReconnect(refusal.seconds * 1000);
  }

  private reconnect(): void {
    this.clearTimers();
    this.attempts = Math.max(1, this.attempts);
    this.open();
  }

  private clearTimers(): void {
    this.cancelTimers.forEach((cancel) => cancel());
    this.cancelTimers = [];
  }
}

/** Return a random command id: an idempotency key. */
export function createCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the environment with the sockets and timers of the browser. */
export function createBrowserEnvironment(table: string): ConnectionEnvironment {
  return {
    connect() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as Socket;
    },
    schedule(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    fetchRefusal: () => fetchConnectionRefusal(table),
  };
}
