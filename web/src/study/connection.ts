// The line to the study of the hall.  It is opened with the first question and mends itself: what
// was asked last of each kind is asked again.
import { browserSurroundings, type Surroundings, type Wire } from "../server/connection";
import type { Evaluate, EvaluateTable, Explore, StudyAnswer, Think } from "../protocol";

type Evaluating = Evaluate | EvaluateTable;
type Unnumbered<Question> = Omit<Question, "n" | "type">;

const FIRST_WAIT = 500; // milliseconds, on average
const LONGEST_WAIT = 15_000;
const GROWTH = 1.5;

export type Heard = Exclude<StudyAnswer, { type: "pong" }>;

export class StudyConnection {
  private wire: Wire | null = null;
  private isOpen = false;
  private isClosed = false;
  private attempts = 0;
  private n = 0;
  private callOff: (() => void) | null = null;
  private thinking: Think | null = null;
  private evaluating: Evaluating | null = null;
  private exploring: Explore | null = null;

  constructor(
    private onmessage: (message: Heard) => void,
    private online: (open: boolean) => void = () => undefined,
    private surroundings: Surroundings = studySurroundings(),
  ) {}

  /** Think about a position and about no other one; gives the number that all answers bear. */
  think(question: Unnumbered<Think>): number {
    this.thinking = { ...question, type: "think", n: ++this.n };
    this.send(this.thinking);
    return this.n;
  }

  /** Evaluate a game. */
  evaluate(question: Unnumbered<Evaluate>): number {
    this.evaluating = { ...question, type: "evaluate", n: ++this.n };
    this.send(this.evaluating);
    return this.n;
  }

  /** List the moves of a position, and of none that was named before. */
  explore(question: Unnumbered<Explore>): number {
    this.exploring = { ...question, type: "explore", n: ++this.n };
    this.send(this.exploring);
    return this.n;
  }

  /** Think about nothing for now; what is being evaluated goes on. */
  rest(): void {
    this.thinking = null;
    if (!this.isOpen) return;
    this.wire?.send(JSON.stringify({ type: "stop" }));
    for (const question of [this.evaluating, this.exploring])
      if (question) this.wire?.send(JSON.stringify(question));
  }

  close(): void {
    this.isClosed = true;
    this.callOff?.();
    this.wire?.close();
    this.wire = null;
  }

  private send(question: Think | Evaluating | Explore): void {
    if (this.isOpen) this.wire?.send(JSON.stringify(question));
    else if (!this.wire && !this.callOff) this.open();
  }

  private open(): void {
    if (this.isClosed) return;
    this.callOff = null;
    const wire = this.surroundings.dial();
    this.wire = wire;
    wire.onopen = () => {
      this.isOpen = true;
      this.attempts = 0;
      this.online(true);
      for (const question of [this.thinking, this.evaluating, this.exploring])
        if (question) wire.send(JSON.stringify(question));
    };
    wire.onmessage = (event) => this.hear(JSON.parse(event.data) as StudyAnswer);
    wire.onclose = () => {
      if (this.wire === wire) this.lost();
    };
  }

  private hear(message: StudyAnswer): void {
    if (message.type === "pong") return;
    const isDone = message.type === "evaluation" || message.type === "refused";
    if (isDone && message.n === this.evaluating?.n) this.evaluating = null;
    const isExplored = message.type === "explored" || message.type === "refused";
    if (isExplored && message.n === this.exploring?.n) this.exploring = null;
    this.onmessage(message);
  }

  private lost(): void {
    this.wire = null;
    this.isOpen = false;
    this.online(false);
    const mean = Math.min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** this.attempts);
    this.attempts += 1;
    const wait = 2 * mean * this.surroundings.random(); // not everybody at the same moment
    this.callOff = this.surroundings.later(() => this.open(), wait);
  }
}

function studySurroundings(): Surroundings {
  return {
    ...browserSurroundings(""),
    dial() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      return new WebSocket(`${scheme}://${location.host}/api/study`) as Wire;
    },
  };
}
