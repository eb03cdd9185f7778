// Solving a puzzle: what is right, what the opponent replies, what refutes the rest.
//
// The solution is a list of lines that begin alike and part, so nothing has to be searched; the server
// only draws positions.
import type { Frame, Language, Puzzle, Refutation } from "../protocol";
import { fetchPosition, fetchRefutation } from "../server/api";
import { getErrorText } from "../words";

// The solution

interface Step {
  action: string;
  reply: boolean; // an opponent's
}

/** The lines of a solution; replies stand in brackets. */
function parseSolution(puzzle: Puzzle): Step[][] {
  return puzzle.solution.map((line) =>
    line.split(" ").map((name) => {
      const reply = name.startsWith("(");
      return { action: reply ? name.slice(1, -1) : name, reply };
    }),
  );
}

/** What comes next in the lines that begin with these actions. */
function getNextSteps(puzzle: Puzzle, played: readonly string[]): Step[] {
  const begun = parseSolution(puzzle).filter((line) =>
    played.every((name, i) => line[i]?.action === name),
  );
  return begun.flatMap((line) => line.slice(played.length, played.length + 1));
}

/** The actions that are right now; the first is the main line's. None: solved, or an opponent's turn. */
export function getRightActions(puzzle: Puzzle, played: readonly string[]): string[] {
  const next = getNextSteps(puzzle, played).filter((step) => !step.reply);
  return [...new Set(next.map((step) => step.action))];
}

/** What the opponents do now, until the solver is to act again or the puzzle is solved. */
export function getReplies(puzzle: Puzzle, played: readonly string[]): string[] {
  const found: string[] = [];
  for (;;) {
    const next = getNextSteps(puzzle, [...played, ...found])[0];
    if (!next?.reply) return found;
    found.push(next.action);
  }
}

/** Which of the solver's actions in the main line is due after these, counted from 0; null beside it. */
export function getMainLineIndex(puzzle: Puzzle, played: readonly string[]): number | null {
  const main = parseSolution(puzzle)[0] ?? [];
  if (played.some((name, i) => main[i]?.action !== name)) return null;
  return main.slice(0, played.length).filter(({ reply }) => !reply).length;
}

/** Whether these actions are a whole line of the solution. */
export function isSolved(puzzle: Puzzle, played: readonly string[]): boolean {
  return parseSolution(puzzle).some(
    (line) => line.length === played.length && line.every((step, i) => step.action === played[i]),
  );
}

// The solver

/** `open`: the solver is to act; `shown`: another player acts, or the solution is played; `wrong`: the
 * board shows why something was wrong; `solved`, `told`: the end, found or looked up. */
export type Stage = "open" | "shown" | "wrong" | "solved" | "told";

export interface SolverApi {
  position: typeof fetchPosition;
  refutation: typeof fetchRefutation;
  pause: () => Promise<void>; // between two actions that are shown
}

const STEP_MS = 700;

const DEFAULT_API: SolverApi = {
  position: fetchPosition,
  refutation: fetchRefutation,
  pause: () => new Promise((resolve) => setTimeout(resolve, STEP_MS)),
};

export class Solver {
  frame = $state.raw<Frame | null>(null);
  before = $state.raw<Frame | null>(null);
  ending = $state.raw<string | null>(null);
  why = $state.raw<string | null>(null); // the last refusal
  stage = $state<Stage>("shown");
  played = $state.raw<string[]>([]); // along the solution
  wrong = $state.raw<string[]>([]); // beyond that: a wrong action and what refutes it
  whyWrong = $state.raw<string | null>(null); // where that is known
  solver = $state<number | null>(null); // the seat of the solver
  judged = $state(false); // whether it was solved is settled
  private closed = false;

  constructor(
    readonly puzzle: Puzzle,
    private language: Language,
    private ondone: (solved: boolean) => void, // once: solved without a mistake or help, or not
    private api: SolverApi = DEFAULT_API,
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

  async act(action: string): Promise<void> {
    if (!this.active) return;
    this.stage = "shown";
    if (!getRightActions(this.puzzle, this.played).includes(action)) return this.refute(action);
    if (await this.advance(action)) await this.goOn();
    else this.stage = "open";
  }

  /** The opponent's replies to what was right, or the end. */
  private async goOn(): Promise<void> {
    for (const reply of getReplies(this.puzzle, this.played)) {
      await this.api.pause();
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
    const place = getMainLineIndex(this.puzzle, this.played);
    if (!(await this.show([action]))) {
      this.stage = "open";
      return;
    }
    this.wrong = [action];
    this.judge(false);
    const refuted = await this.answerTo(action, place);
    for (const step of refuted?.actions ?? []) {
      await this.api.pause();
      if (!(await this.show([...this.wrong, step]))) break;
      this.wrong = [...this.wrong, step];
    }
    this.whyWrong = refuted?.why ?? null;
    this.stage = "wrong";
  }

  private async answerTo(action: string, place: number | null): Promise<Refutation | null> {
    if (place === null) return null;
    try {
      return await this.api.refutation(this.puzzle, place, action);
    } catch (error) {
      this.why = getErrorText(error);
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
      const next =
        getRightActions(this.puzzle, this.played)[0] ?? getReplies(this.puzzle, this.played)[0];
      if (next === undefined || !(await this.advance(next))) break;
      await this.api.pause();
    }
    this.stage = "told";
  }

  async askWhy(cells: number[]): Promise<void> {
    const { puzzle, language } = this;
    try {
      const asked = { game: puzzle.game, position: puzzle.position, language, cells };
      const answer = await this.api.position({ ...asked, actions: this.played });
      this.why = answer.why ?? null;
    } catch (error) {
      this.why = getErrorText(error);
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
      const answer = await this.api.position(asked);
      if (this.closed) return false;
      this.before = this.frame;
      this.frame = answer.frame;
      this.ending = answer.ending;
      return true;
    } catch (error) {
      this.why = getErrorText(error);
      return false;
    }
  }
}
