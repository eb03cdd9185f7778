// A line to the server that mends itself.  Commands wait in the outbox until they are answered, by the
// event to which they led or by a word; after a broken line they are sent again with the same id, so
// that each is carried out exactly once.
//
// When a hall is started again, all its visitors come back.  So that they do not come at once, each
// waits for a time of its own before it tries again, from nothing to twice the mean, and the mean
// grows; so that none gives up while the hall works through the crowd, the patience with which an
// answer is awaited grows as well.  A hall that lets nobody in says why, and when to come back.
import { refusal, type Refusal } from "./api";
import type { FromClient, FromServer, Language, Words } from "../protocol";

export type Line = "connecting" | "open" | "broken" | "gone" | "removed" | "damaged";

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
  refusal(): Promise<Refusal | null>; // why nobody is let in, if the hall says so
}

const NO_SUCH_TABLE = 4404;
const REMOVED_TABLE = 4410;
const DAMAGED_TABLE = 4500;
const NO_WORD = 1006; // the line broke, or there never was one; browsers say no more
const FIRST_WAIT = 500; // milliseconds, on average
const LONGEST_WAIT = 15_000;
const GROWTH = 1.3; // of the wait from one attempt to the next
const HEARTBEAT = 20_000;
const SILENCE = 8_000; // no answer for so long: the line is dead even if nobody said so
const LONGEST_SILENCE = 60_000; // of a hall that is asked by many; twice as long each time

export class Connection {
  private wire: Wire | null = null;
  private outbox = new Map<string, Command>();
  private attempts = 0;
  private greeted = false; // the server has answered our hello
  private said: Language | null = null; // the language of that hello
  private listed: Language | undefined; // the one in which legal actions are known
  private callOff: (() => void)[] = [];
  private why: Words | null = null; // for which the hall does not let us in

  constructor(
    private surroundings: Surroundings,
    private token: string | undefined,
    private language: Language,
    private known: () => number | undefined, // the number of the state that is known
    private onmessage: (message: FromServer) => void,
    private online: (line: Line, why: Words | null) => void,
  ) {}

  open(): void {
    this.online(this.attempts ? "broken" : "connecting", this.why);
    const wire = this.surroundings.dial();
    let opened = false;
    this.wire = wire;
    this.expectAnswer(this.patience());
    wire.onopen = () => {
      opened = true;
      this.hello();
    };
    wire.onmessage = (event) => this.receive(JSON.parse(event.data) as FromServer);
    wire.onclose = (event) => {
      if (this.wire !== wire) return;
      this.lost(event.code);
      if (event.code === NO_WORD && !opened) void this.askWhy();
    };
  }

  /** Something is missing, or even everything: ask for it, unless that has been done. */
  ask(everything = false): void {
    if (this.greeted) this.hello(everything);
  }

  private hello(everything = false): void {
    this.greeted = false;
    this.said = this.language;
    const token = this.token === undefined ? {} : { token: this.token };
    const known = everything ? undefined : this.known();
    const state = known === undefined ? {} : { seq: known, listed: this.listed };
    this.wire?.send(JSON.stringify({ type: "hello", language: this.language, ...token, ...state }));
    this.expectAnswer(this.patience());
  }

  /** The user reads another language now; on an open line the legal actions are asked for in it. */
  speak(language: Language): void {
    if (language === this.language) return;
    this.language = language;
    this.ask();
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
    if ("id" in message && typeof message.id === "string") this.outbox.delete(message.id);
    if (message.type === "welcome" || message.type === "resumed") this.welcomed();
    this.onmessage(message);
    if (this.greeted) this.callOff.push(this.surroundings.later(() => this.ping(), HEARTBEAT));
    else if (this.wire) this.expectAnswer(this.patience()); // hello is yet to be answered
  }

  private welcomed(): void {
    this.attempts = 0;
    this.greeted = true;
    this.listed = this.said ?? undefined;
    this.why = null;
    this.online("open", null);
    for (const command of this.outbox.values()) this.wire?.send(JSON.stringify(command));
    if (this.said !== this.language) this.hello(); // the user has changed it meanwhile
  }

  private ping(): void {
    this.wire?.send(JSON.stringify({ type: "ping" }));
    this.expectAnswer(SILENCE);
  }

  private patience(): number {
    return Math.min(LONGEST_SILENCE, SILENCE * 2 ** this.attempts);
  }

  private expectAnswer(patience: number): void {
    this.calm();
    this.callOff.push(
      this.surroundings.later(() => {
        const wire = this.wire;
        this.lost(0);
        wire?.close();
      }, patience),
    );
  }

  private lost(code: number): void {
    this.calm();
    this.wire = null;
    this.greeted = false;
    if (code === NO_SUCH_TABLE) return this.online("gone", null);
    if (code === REMOVED_TABLE) return this.online("removed", null);
    if (code === DAMAGED_TABLE) return this.online("damaged", null);
    this.online("broken", this.why);
    this.attempts += 1;
    this.comeBack(0);
  }

  private comeBack(least: number): void {
    const mean = Math.min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** (this.attempts - 1));
    const spread = 2 * mean * this.surroundings.random(); // not everybody at the same moment
    this.callOff.push(this.surroundings.later(() => this.again(), least + spread));
  }

  /** There was no line at all: perhaps the hall says why, and how long to stay away at least. */
  private async askWhy(): Promise<void> {
    const { attempts } = this;
    const refused = await this.surroundings.refusal();
    const waits = !this.wire && this.attempts === attempts && this.callOff.length > 0;
    if (!waits) return; // it has tried again meanwhile, or was closed
    this.why = refused?.why ?? null;
    this.online("broken", this.why);
    if (!refused) return;
    this.calm();
    this.comeBack(refused.seconds * 1000);
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
    refusal: () => refusal(table),
  };
}
