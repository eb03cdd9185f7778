// A line to the server that mends itself.  Commands wait in the outbox until they are answered; after
// a broken line they are sent again with the same id, so that each is carried out exactly once.
import type { FromClient, FromServer, Language } from "./protocol";

export type Line = "connecting" | "open" | "broken" | "gone" | "damaged";

type Command = Extract<FromClient, { id: string }>;

/** As much of a WebSocket as is needed here. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

export interface Surroundings {
  dial(): Wire;
  later(run: () => void, ms: number): () => void; // returns how to call it off
  random(): number;
}

const NO_SUCH_TABLE = 4404;
const DAMAGED_TABLE = 4500;
const FIRST_WAIT = 400; // milliseconds
const LONGEST_WAIT = 15_000;
const HEARTBEAT = 20_000;
const SILENCE = 8_000; // no answer for so long: the line is dead even if nobody said so

export class Connection {
  private wire: Wire | null = null;
  private outbox = new Map<string, Command>();
  private attempts = 0;
  private greeted = false; // the server has answered our hello
  private said: Language | null = null; // the language of that hello
  private callOff: (() => void)[] = [];

  constructor(
    private surroundings: Surroundings,
    private token: string | undefined,
    private language: Language,
    private onmessage: (message: FromServer) => void,
    private online: (line: Line) => void,
  ) {}

  open(): void {
    this.online(this.attempts ? "broken" : "connecting");
    const wire = this.surroundings.dial();
    this.wire = wire;
    wire.onopen = () => this.hello();
    wire.onmessage = (event) => this.receive(JSON.parse(event.data) as FromServer);
    wire.onclose = (event) => {
      if (this.wire === wire) this.lost(event.code);
    };
  }

  /** Ask for everything: at the beginning and when an event is missing. */
  hello(): void {
    this.greeted = false;
    this.said = this.language;
    const token = this.token === undefined ? {} : { token: this.token };
    this.wire?.send(JSON.stringify({ type: "hello", language: this.language, ...token }));
    this.expectAnswer();
  }

  /** The user reads another language now; on an open line everything is asked for in it. */
  speak(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    if (this.greeted) this.hello();
  }

  /** Commands are kept until they are answered; questions are lost with the line. */
  send(message: FromClient): void {
    if ("id" in message) this.outbox.set(message.id, message);
    if (this.greeted) this.wire?.send(JSON.stringify(message));
  }

  /** Try at once: the device is online again, or somebody looks. */
  wake(): void {
    if (this.greeted) this.ping();
    else if (!this.wire) this.again();
  }

  close(): void {
    this.calm();
    const wire = this.wire;
    this.wire = null;
    wire?.close();
  }

  private receive(message: FromServer): void {
    this.calm();
    if ("id" in message && message.id !== null) this.outbox.delete(message.id);
    if (message.type === "welcome") this.welcomed();
    this.onmessage(message);
    if (this.greeted) this.callOff.push(this.surroundings.later(() => this.ping(), HEARTBEAT));
  }

  private welcomed(): void {
    this.attempts = 0;
    this.greeted = true;
    this.online("open");
    for (const command of this.outbox.values()) this.wire?.send(JSON.stringify(command));
    if (this.said !== this.language) this.hello(); // the user has changed it meanwhile
  }

  private ping(): void {
    this.wire?.send(JSON.stringify({ type: "ping" }));
    this.expectAnswer();
  }

  private expectAnswer(): void {
    this.calm();
    this.callOff.push(
      this.surroundings.later(() => {
        const wire = this.wire;
        this.lost(0);
        wire?.close();
      }, SILENCE),
    );
  }

  private lost(code: number): void {
    this.calm();
    this.wire = null;
    this.greeted = false;
    if (code === NO_SUCH_TABLE) return this.online("gone");
    if (code === DAMAGED_TABLE) return this.online("damaged");
    this.online("broken");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts++);
    const spread = wait * (0.5 + this.surroundings.random()); // not everybody at the same moment
    this.callOff.push(this.surroundings.later(() => this.again(), spread));
  }

  private again(): void {
    this.calm();
    this.attempts = Math.max(1, this.attempts);
    this.open();
  }

  private calm(): void {
    this.callOff.forEach((call) => call());
    this.callOff = [];
  }
}

/** The browser's own sockets and timers. */
export function browserSurroundings(table: string): Surroundings {
  return {
    dial() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as Wire;
    },
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  };
}
