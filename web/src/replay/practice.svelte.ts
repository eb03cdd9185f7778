// Mistakes of a game, to be done better: one after the other, from the position before each.
import type { SavedGame } from "../library/savedGames";
import type { EvaluatedAction, Frame, Language, PositionResponse } from "../protocol";
import { RequestRefused, fetchPosition } from "../server/api";
import { StudyConnection } from "../study/connection";
import { getErrorText } from "../words";
import { isMistake } from "./evaluation.svelte";

const NO_STATUS = 0; // of what a socket says

/** `open`: a move is to be found; `judging`: the computer looks at one; `right`, `wrong`: what it
 * says; `told`: the better move is shown; `over`: all mistakes were looked at. */
export type Stage = "loading" | "open" | "judging" | "right" | "wrong" | "told" | "over";

interface Question {
  game: string;
  position: string;
  actions: string[];
  language: Language;
}

export interface PracticeApi {
  position: typeof fetchPosition;
  judge: (question: Question, signal: AbortSignal) => Promise<EvaluatedAction>;
}

/** A mistake for which something better is known. */
export type Mistake = EvaluatedAction & { best: NonNullable<EvaluatedAction["best"]> };

/** The mistakes of these seats that can be practised. */
export function getPracticeMistakes(
  actions: readonly EvaluatedAction[],
  seats: readonly number[],
): Mistake[] {
  const own = actions.filter((one) => isMistake(one) && seats.includes(one.seat));
  return own.filter((one): one is Mistake => one.best !== null);
}

export class Practice {
  number = $state(0); // of the mistake that is looked at
  stage = $state<Stage>("loading");
  frame = $state.raw<Frame | null>(null);
  before = $state.raw<Frame | null>(null);
  tried = $state(""); // the action that was judged
  solved = $state(0); // mistakes for which a better move was found without being told
  why = $state.raw<string | null>(null); // the last refusal
  private start: PositionResponse | null = null; // before the mistake
  private readonly closing = new AbortController();

  constructor(
    private game: Pick<SavedGame, "game" | "start" | "turns">,
    readonly mistakes: readonly Mistake[],
    private language: Language,
    private api: PracticeApi = { position: fetchPosition, judge },
  ) {
    void this.begin();
  }

  get mistake(): Mistake | undefined {
    return this.mistakes[this.number];
  }

  /** The board takes actions now. */
  get active(): boolean {
    return this.stage === "open";
  }

  close(): void {
    this.closing.abort();
  }

  /** Show the position before the mistake; also again, where that failed. */
  async begin(): Promise<void> {
    const { mistake } = this;
    this.stage = mistake ? "loading" : "over";
    this.tried = "";
    if (!mistake) return;
    const actions = this.game.turns.flatMap((turn) => turn.actions).slice(0, mistake.at);
    const { game, start } = this.game;
    this.start = await this.ask({ game, position: start, actions });
    if (!this.start) return;
    this.show(this.start.frame);
    this.stage = "open";
  }

  async act(action: string): Promise<void> {
    const { mistake, start } = this;
    if (!this.active || !mistake || !start) return;
    this.stage = "judging";
    if (!(await this.play(action))) return;
    this.tried = action;
    const isRight = await this.isRight(action, mistake, start.position);
    if (isRight === null) return this.takeBack();
    this.stage = isRight ? "right" : "wrong";
    if (isRight) this.solved += 1;
  }

  /** Whether an action is better than the mistake; null where that could not be found out. */
  private async isRight(action: string, mistake: Mistake, from: string): Promise<boolean | null> {
    if (action === mistake.best.action) return true;
    if (action === mistake.action) return false;
    const { language, closing } = this;
    const question = { game: this.game.game, position: from, actions: [action], language };
    try {
      return !isMistake(await this.api.judge(question, closing.signal));
    } catch (error) {
      if (!closing.signal.aborted) this.why = getErrorText(error);
      return null;
    }
  }

  takeBack(): void {
    if (this.start) this.show(this.start.frame);
    this.tried = "";
    this.stage = "open";
  }

  /** Show the better move. */
  async tell(): Promise<void> {
    const { mistake } = this;
    if (!mistake || (this.stage !== "open" && this.stage !== "wrong")) return;
    if (this.stage === "wrong") this.takeBack();
    if (await this.play(mistake.best.action)) this.stage = "told";
  }

  async next(): Promise<void> {
    this.number += 1;
    this.before = null;
    await this.begin();
  }

  async again(): Promise<void> {
    [this.number, this.solved] = [0, 0];
    await this.begin();
  }

  async askWhy(cells: number[]): Promise<void> {
    const { start } = this;
    if (!start || !this.active) return;
    const asked = { game: this.game.game, position: start.position, cells };
    this.why = (await this.ask(asked))?.why ?? this.why;
  }

  private async play(action: string): Promise<boolean> {
    const { start } = this;
    if (!start) return false;
    const asked = { game: this.game.game, position: start.position, actions: [action] };
    const shown = await this.ask(asked);
    if (shown) this.show(shown.frame);
    else this.stage = "open";
    return shown !== null;
  }

  private async ask(asked: Parameters<typeof fetchPosition>[0]): Promise<PositionResponse | null> {
    this.why = null;
    try {
      return await this.api.position({ ...asked, language: this.language });
    } catch (error) {
      this.why = getErrorText(error);
      return null;
    }
  }

  private show(frame: Frame): void {
    this.before = this.frame;
    this.frame = frame;
  }
}

/** What a single action costs, as the study says. */
function judge(question: Question, signal: AbortSignal): Promise<EvaluatedAction> {
  return new Promise((resolve, reject) => {
    const connection = new StudyConnection((message) => {
      if (message.type === "evaluated" && message.actions[0]) resolve(message.actions[0]);
      else if (message.type === "refused") reject(new RequestRefused(NO_STATUS, message.why));
      else return;
      connection.close();
    });
    signal.addEventListener("abort", () => {
      connection.close();
      reject(new DOMException("the page was left", "AbortError"));
    });
    connection.evaluate(question);
  });
}
