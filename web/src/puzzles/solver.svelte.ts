// Somebody who solves a puzzle: what the board shows, what was right, and what refutes the rest.
//
// The solution and the refutations say what happens; the server only draws positions.
import type { Frame, Language, Puzzle, Refutation, Words } from "../protocol";
import { position, refutation } from "../server/api";
import { whyOf } from "../words/why";
import { isSolved, placeInMainLine, replies, right } from "./solving";

/** `open`: the solver is to act; `shown`: somebody else acts, or the solution is played; `wrong`: the
 * board shows why something was wrong; `solved`, `told`: the end, found or looked up. */
export type Stage = "open" | "shown" | "wrong" | "solved" | "told";

export interface Helpers {
  position: typeof position;
  refutation: typeof refutation;
  pause: () => Promise<void>; // between two actions that are shown
}

const PAUSE = 700; // milliseconds

const REAL: Helpers = {
  position,
  refutation,
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE)),
};

export class Solver {
  frame = $state.raw<Frame | null>(null);
  before = $state.raw<Frame | null>(null);
  ending = $state.raw<Words | null>(null);
  why = $state.raw<Words | null>(null); // the last refusal
  stage = $state<Stage>("shown");
  played = $state.raw<string[]>([]); // along the solution
  wrong = $state.raw<string[]>([]); // beyond that: a wrong action and what refutes it
  whyWrong = $state.raw<Words | null>(null); // where that is known
  solver = $state<number | null>(null); // the seat of who is to solve it
  judged = $state(false); // whether it was solved is settled
  private closed = false;

  constructor(
    readonly puzzle: Puzzle,
    private language: Language,
    private ondone: (solved: boolean) => void, // once: solved without a mistake or help, or not
    private helpers: Helpers = REAL,
  ) {
    void this.begin();
  }

  /** The board takes actions now. */
  get active(): boolean {
    return this.stage === "open";
  }

  get isOver(): boolean {
    return this.stage === "solved" || this.stage === "told";
  }

  close(): void {
    this.closed = true;
  }

  async begin(): Promise<void> {
    if (!(await this.show([]))) return;
    this.solver = this.frame?.turn ?? null;
    this.stage = "open";
  }

  /** Another language: the names of legal actions are told in one. */
  async speak(language: Language): Promise<void> {
    if (language === this.language) return;
    this.language = language;
    const { before } = this;
    if (this.frame) await this.show(this.wrong.length ? this.wrong : []);
    this.before = before; // nothing has moved
  }

  async act(action: string): Promise<void> {
    if (!this.active) return;
    this.stage = "shown";
    if (!right(this.puzzle, this.played).includes(action)) return this.refute(action);
    if (await this.advance(action)) await this.goOn();
    else this.stage = "open";
  }

  /** The opponent's replies to what was right, or the end. */
  private async goOn(): Promise<void> {
    for (const reply of replies(this.puzzle, this.played)) {
      await this.helpers.pause();
      if (!(await this.advance(reply))) return;
    }
    if (!isSolved(this.puzzle, this.played)) this.stage = "open";
    else {
      this.stage = "solved";
      this.judge(true);
    }
  }

  /** Show on the board what is wrong with an action. */
  private async refute(action: string): Promise<void> {
    const place = placeInMainLine(this.puzzle, this.played);
    if (!(await this.show([action]))) {
      this.stage = "open";
      return;
    }
    this.wrong = [action];
    this.judge(false);
    const refuted = await this.answerTo(action, place);
    for (const step of refuted?.actions ?? []) {
      await this.helpers.pause();
      if (!(await this.show([...this.wrong, step]))) break;
      this.wrong = [...this.wrong, step];
    }
    this.whyWrong = refuted?.why ?? null;
    this.stage = "wrong";
  }

  private async answerTo(action: string, place: number | null): Promise<Refutation | null> {
    if (place === null) return null;
    try {
      return await this.helpers.refutation(this.puzzle, place, action);
    } catch (error) {
      this.why = whyOf(error);
      return null;
    }
  }

  /** Back to where all was right. */
  async takeBack(): Promise<void> {
    if (this.stage !== "wrong") return;
    this.stage = "shown";
    this.wrong = [];
    this.whyWrong = null;
    await this.show([]);
    this.stage = "open";
  }

  /** Play the solution on to its end. */
  async tell(): Promise<void> {
    if (this.stage === "wrong") await this.takeBack();
    if (this.stage !== "open") return;
    this.stage = "shown";
    this.judge(false);
    while (!isSolved(this.puzzle, this.played)) {
      const next = right(this.puzzle, this.played)[0] ?? replies(this.puzzle, this.played)[0];
      if (next === undefined || !(await this.advance(next))) break;
      await this.helpers.pause();
    }
    this.stage = "told";
  }

  async askWhy(cells: number[]): Promise<void> {
    const { puzzle, language } = this;
    try {
      const asked = { game: puzzle.game, position: puzzle.position, language, cells };
      const answer = await this.helpers.position({ ...asked, actions: this.played });
      this.why = answer.why ?? null;
    } catch (error) {
      this.why = whyOf(error);
    }
  }

  private judge(solved: boolean): void {
    if (this.judged) return;
    this.judged = true;
    this.ondone(solved);
  }

  /** Play one more action of the solution. */
  private async advance(action: string): Promise<boolean> {
    const shown = await this.show([action]);
    if (shown) this.played = [...this.played, action];
    return shown;
  }

  /** Show the position after what was played and some actions more; says whether that worked. */
  private async show(more: string[]): Promise<boolean> {
    const { puzzle, language } = this;
    this.why = null;
    try {
      const actions = [...this.played, ...more];
      const asked = { game: puzzle.game, position: puzzle.position, language, actions };
      const answer = await this.helpers.position(asked);
      if (this.closed) return false;
      this.before = this.frame;
      this.frame = answer.frame;
      this.ending = answer.ending;
      return true;
    } catch (error) {
      this.why = whyOf(error);
      return false;
    }
  }
}
