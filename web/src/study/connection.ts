// The WebSocket connection to the study.  It opens with the first request and reconnects automatically;
// then the latest request of each kind is sent again.
import {
  createBrowserEnvironment,
  type ConnectionEnvironment,
  type Socket,
} from "../server/connection";
import type { Evaluate, EvaluateTable, Explore, StudyAnswer, Think } from "../protocol";

type EvaluationRequest = Evaluate | EvaluateTable;
type WithoutNumber<Request> = Omit<Request, "n" | "type">;

const INITIAL_BACKOFF_MS = 500; // mean delay before the first reconnection
const MAX_BACKOFF_MS = 15_000;
const BACKOFF_FACTOR = 1.5;

export type StudyMessage = Exclude<StudyAnswer, { type: "pong" }>;

export class StudyConnection {
  private socket: Socket | null = null;
  private isOpen = false;
  private isClosed = false;
  private attempts = 0;
  private n = 0; // of the latest request
  private cancelReconnect: (() => void) | null = null;
  private thinking: Think | null = null;
  private evaluating: EvaluationRequest | null = null;
  private exploring: Explore | null = null;

  constructor(
    private onmessage: (message: StudyMessage) => void,
    private onStatus: (open: boolean) => void = () => undefined,
    private environment: ConnectionEnvironment = studyEnvironment(),
  ) {}

  /** Analyse a position; the previous analysis stops.  Return the number of the request; it is
   * included in all answers. */
  think(request: WithoutNumber<Think>): number {
    this.thinking = { ...request, type: "think", n: ++this.n };
    this.send(this.thinking);
    return this.n;
  }

  /** Evaluate a game; return the number of the request. */
  evaluate(request: WithoutNumber<Evaluate>): number {
    this.evaluating = { ...request, type: "evaluate", n: ++this.n };
    this.send(this.evaluating);
    return this.n;
  }

  /** Request the opening explorer for a position; return the number of the request. */
  explore(request: WithoutNumber<Explore>): number {
    this.exploring = { ...request, type: "explore", n: ++this.n };
    this.send(this.exploring);
    return this.n;
  }

  /** Stop the analysis; pending evaluations and explorer requests continue. */
  stopThinking(): void {
    this.thinking = null;
    if (!this.isOpen) return;
    this.socket?.send(JSON.stringify({ type: "stop" }));
    for (const request of [this.evaluating, this.exploring])
      if (request) this.socket?.send(JSON.stringify(request));
  }

  close(): void {
    this.isClosed = true;
    this.cancelReconnect?.();
    this.socket?.close();
    this.socket = null;
  }

  private send(request: Think | EvaluationRequest | Explore): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(request));
    else if (!this.socket && !this.cancelReconnect) this.open();
  }

  private open(): void {
    if (this.isClosed) return;
    this.cancelReconnect = null;
    const socket = this.environment.connect();
    this.socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.attempts = 0;
      this.onStatus(true);
      for (const request of [this.thinking, this.evaluating, this.exploring])
        if (request) socket.send(JSON.stringify(request));
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data) as StudyAnswer);
    socket.onclose = () => {
      if (this.socket === socket) this.onDisconnect();
    };
  }

  private receive(message: StudyAnswer): void {
    if (message.type === "pong") return;
    const isDone = message.type === "evaluation" || message.type === "refused";
    if (isDone && message.n === this.evaluating?.n) this.evaluating = null;
    const isExplored = message.type === "explored" || message.type === "refused";
    if (isExplored && message.n === this.exploring?.n) this.exploring = null;
    this.onmessage(message);
  }

  private onDisconnect(): void {
    this.socket = null;
    this.isOpen = false;
    this.onStatus(false);
    const meanMs = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * BACKOFF_FACTOR ** this.attempts);
    this.attempts += 1;
    const delayMs = 2 * meanMs * this.environment.random(); // random, so that clients do not reconnect at once
    this.cancelReconnect = this.environment.schedule(() => this.open(), delayMs);
  }
}

function studyEnvironment(): ConnectionEnvironment {
  return {
    ...createBrowserEnvironment(""),
    connect() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      return new WebSocket(`${scheme}://${location.host}/api/study`) as Socket;
    },
  };
}
