// Solving of a puzzle: right actions, replies of the opponent, and refutations of wrong actions.
//
// The solution is a list of lines with common beginnings, so no search is needed; the server only
// provides positions and refutations.
import type { Frame, Language, Puzzle, Refutation } from "../protocol";
import { fetchPosition, fetchRefutation } from "../server/api";
import { getErrorText } from "../words";

// The solution

interface Step {
  action: string;
  isReply: boolean; // of an opponent
}

/** Parse the lines of a solution; replies are in brackets. */
function parseSolution(puzzle: Puzzle): Step[][] {
  return puzzle.solution.map((line) =>
    line.split(" ").map((name) => {
      const isReply = name.startsWith("(");
      return { action: isReply ? name.slice(1, -1) : name, isReply };
    }),
  );
}

/** Return the next step of each line that begins with these actions. */
function getNextSteps(puzzle: Puzzle, played: readonly string[]): Step[] {
  const matching = parseSolution(puzzle).filter((line) =>
    played.every((name, i) => line[i]?.action === name),
  );
  return matching.flatMap((line) => line.slice(played.length, played.length + 1));
}

/** Return the right actions, the one of the main line first; none if the puzzle is solved or an opponent
 * is to move. */
export function getRightActions(puzzle: Puzzle, played: readonly string[]): string[] {
  const next = getNextSteps(puzzle, played).filter((step) => !step.isReply);
  return [...new Set(next.map((step) => step.action))];
}

/** Return the actions of the opponents until the solver is to move or the puzzle is solved. */
export function getReplies(puzzle: Puzzle, played: readonly string[]): string[] {
  const found: string[] = [];
  for (;;) {
    const next = getNextSteps(puzzle, [...played, ...found])[0];
    if (!next?.isReply) return found;
    found.push(next.action);
  }
}

/** Return the index of the solver's next action in the main line; null if these actions differ from it. */
export function getMainLineIndex(puzzle: Puzzle, played: readonly string[]): number | null {
  const main = parseSolution(puzzle)[0] ?? [];
  if (played.some((name, i) => main[i]?.action !== name)) return null;
  return main.slice(0, played.length).filter(({ isReply }) => !isReply).length;
}

/** Return whether these actions are a complete line of the solution. */
export function isSolved(puzzle: Puzzle, played: readonly string[]): boolean {
  return parseSolution(puzzle).some(
    (line) => line.length === played.length && line.every((step, i) => step.action === played[i]),
  );
}

// The solver

/** `open`: the solver is to move; `playing`: the opponent moves, or the solution is shown; `wrong`: the
 * board shows the refutation of an action; `solved`, `revealed`: the end, by the solver or on request. */
export type Stage = "open" | "playing" | "wrong" | "solved" | "revealed";

export interface SolverApi {
  position: typeof fetchPosition;
  refutation: typeof fetchRefutation;
  pause: () => Promise<void>; // between two actions that are played automatically
}

const PAUSE_MS = 700;

const DEFAULT_API: SolverApi = {
  position: fetchPosition,
  refutation: fetchRefutation,
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
};

export class Solver {
  frame = $state.raw<Frame | null>(null);
  previousFrame = $state.raw<Frame | null>(null);
  ending = $state.raw<string | null>(null);
  errorText = $state.raw<string | null>(null); // why cells cannot be used, or why a request failed
  stage = $state<Stage>("playing");
  played = $state.raw<string[]>([]); // actions of the solution
  wrongLine = $state.raw<string[]>([]); // after `played`: a wrong action and its refutation
  refutationText = $state.raw<string | null>(null); // why the action is wrong, if known
  seat = $state<number | null>(null); // of the solver; null: not loaded yet
  isJudged = $state(false); // `ondone` has been called
  private isClosed = false;

  constructor(
    readonly puzzle: Puzzle,
    private language: Language,
    private ondone: (solved: boolean) => void, // called once; `solved`: without mistake or help
    private api: SolverApi = DEFAULT_API,
  ) {
    void this.begin();
  }

  /** Whether the board accepts actions now. */
  get isActive(): boolean {
    return this.stage === "open";
  }

  get isOver(): boolean {
    return this.stage === "solved" || this.stage === "revealed";
  }

  close(): void {
    this.isClosed = true;
  }

  /** Load the position of the puzzle. */
  async begin(): Promise<void> {
    if (!(await this.show([]))) return;
    this.seat = this.frame?.turn ?? null;
    this.stage = "open";
  }

  /** Play an action of the solver. */
  async play(action: string): Promise<void> {
    if (!this.isActive) return;
    this.stage = "playing";
    if (!getRightActions(this.puzzle, this.played).includes(action)) return this.refute(action);
    if (await this.advance(action)) await this.playReplies();
    else this.stage = "open";
  }

  /** Play the opponent's replies to a right action, and check whether the puzzle is solved. */
  private async playReplies(): Promise<void> {
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

  /** Show the refutation of a wrong action on the board. */
  private async refute(action: string): Promise<void> {
    const index = getMainLineIndex(this.puzzle, this.played);
    if (!(await this.show([action]))) {
      this.stage = "open";
      return;
    }
    this.wrongLine = [action];
    this.judge(false);
    const refutation = await this.fetchRefutation(action, index);
    for (const step of refutation?.actions ?? []) {
      await this.api.pause();
      if (!(await this.show([...this.wrongLine, step]))) break;
      this.wrongLine = [...this.wrongLine, step];
    }
    this.refutationText = refutation?.why ?? null;
    this.stage = "wrong";
  }

  private async fetchRefutation(action: string, index: number | null): Promise<Refutation | null> {
    if (index === null) return null;
    try {
      return await this.api.refutation(this.puzzle, index, action);
    } catch (error) {
      this.errorText = getErrorText(error);
      return null;
    }
  }

  /** Take back the wrong action. */
  async takeBack(): Promise<void> {
    if (this.stage !== "wrong") return;
    this.stage = "playing";
    this.wrongLine = [];
    this.refutationText = null;
    await this.show([]);
    this.stage = "open";
  }

  /** Play the rest of the solution. */
  async reveal(): Promise<void> {
    if (this.stage === "wrong") await this.takeBack();
    if (this.stage !== "open") return;
    this.stage = "playing";
    this.judge(false);
    while (!isSolved(this.puzzle, this.played)) {
      const next =
        getRightActions(this.puzzle, this.played)[0] ?? getReplies(this.puzzle, this.played)[0];
      if (next === undefined || !(await this.advance(next))) break;
      await this.api.pause();
    }
    this.stage = "revealed";
  }

  /** Ask the server why these cells cannot be used. */
  async askWhyIllegal(cells: number[]): Promise<void> {
    const { puzzle, language } = this;
    try {
      const query = { game: puzzle.game, position: puzzle.position, language, cells };
      const answer = await this.api.position({ ...query, actions: this.played });
      this.errorText = answer.why ?? null;
    } catch (error) {
      this.errorText = getErrorText(error);
    }
  }

  /** Report the result of the puzzle; only the first report counts. */
  private judge(solved: boolean): void {
    if (this.isJudged) return;
    this.isJudged = true;
    this.ondone(solved);
  }

  /** Play the next action of the solution. */
  private async advance(action: string): Promise<boolean> {
    const isShown = await this.show([action]);
    if (isShown) this.played = [...this.played, action];
    return isShown;
  }

  /** Show the position after further actions; return whether that succeeded. */
  private async show(further: string[]): Promise<boolean> {
    const { puzzle, language } = this;
    this.errorText = null;
    try {
      const actions = [...this.played, ...further];
      const query = { game: puzzle.game, position: puzzle.position, language, actions };
      const answer = await this.api.position(query);
      if (this.isClosed) return false;
      this.previousFrame = this.frame;
      this.frame = answer.frame;
      this.ending = answer.ending;
      return true;
    } catch (error) {
      this.errorText = getErrorText(error);
      return false;
    }
  }
}
