// Practice of the mistakes of a game: from the position before each, the user finds a better move.
import type { SavedGame } from "../library/savedGames";
import type { EvaluatedAction, Frame, Language, PositionResponse } from "../protocol";
import { RequestRefused, fetchPosition } from "../server/api";
import { StudyConnection } from "../study/connection";
import { getErrorText } from "../words";
import { isMistake } from "./evaluation.svelte";

const NO_HTTP_STATUS = 0; // of refusals through the WebSocket

/** `open`: the user searches for a move; `judging`: the engine evaluates it; `right`, `wrong`: its
 * judgement; `revealed`: the better move is shown; `over`: there are no further mistakes. */
export type Stage = "loading" | "open" | "judging" | "right" | "wrong" | "revealed" | "over";

interface EvaluationRequest {
  game: string;
  position: string;
  actions: string[];
  language: Language;
}

export interface PracticeApi {
  position: typeof fetchPosition;
  judge: (request: EvaluationRequest, signal: AbortSignal) => Promise<EvaluatedAction>;
}

/** A mistake with a known better action. */
export type Mistake = EvaluatedAction & { best: NonNullable<EvaluatedAction["best"]> };

/** Return the mistakes of these seats that can be practised. */
export function getPracticeMistakes(
  actions: readonly EvaluatedAction[],
  seats: readonly number[],
): Mistake[] {
  const own = actions.filter((action) => isMistake(action) && seats.includes(action.seat));
  return own.filter((action): action is Mistake => action.best !== null);
}

export class Practice {
  index = $state(0); // of the current mistake
  stage = $state<Stage>("loading");
  frame = $state.raw<Frame | null>(null);
  previousFrame = $state.raw<Frame | null>(null);
  triedAction = $state(""); // the action of the user
  solved = $state(0); // mistakes for which the user found a better move
  errorText = $state.raw<string | null>(null); // why cells cannot be used, or why a request failed
  private start: PositionResponse | null = null; // the position before the mistake
  private readonly abortController = new AbortController();

  constructor(
    private game: Pick<SavedGame, "game" | "start" | "turns">,
    readonly mistakes: readonly Mistake[],
    private language: Language,
    private api: PracticeApi = { position: fetchPosition, judge },
  ) {
    void this.begin();
  }

  get mistake(): Mistake | undefined {
    return this.mistakes[this.index];
  }

  /** Whether the board accepts actions now. */
  get isActive(): boolean {
    return this.stage === "open";
  }

  close(): void {
    this.abortController.abort();
  }

  /** Load the position before the current mistake. */
  async begin(): Promise<void> {
    const { mistake } = this;
    this.stage = mistake ? "loading" : "over";
    this.triedAction = "";
    if (!mistake) return;
    const actions = this.game.turns.flatMap((turn) => turn.actions).slice(0, mistake.at);
    const { game, start } = this.game;
    this.start = await this.requestPosition({ game, position: start, actions });
    if (!this.start) return;
    this.show(this.start.frame);
    this.stage = "open";
  }

  /** Try an action and have it judged. */
  async try(action: string): Promise<void> {
    const { mistake, start } = this;
    if (!this.isActive || !mistake || !start) return;
    this.stage = "judging";
    if (!(await this.showAfter(action))) return;
    this.triedAction = action;
    const isRight = await this.judgeAction(action, mistake, start.position);
    if (isRight === null) return this.takeBack();
    this.stage = isRight ? "right" : "wrong";
    if (isRight) this.solved += 1;
  }

  /** Return whether an action is better than the mistake; null if the evaluation failed. */
  private async judgeAction(
    action: string,
    mistake: Mistake,
    from: string,
  ): Promise<boolean | null> {
    if (action === mistake.best.action) return true;
    if (action === mistake.action) return false;
    const { language, abortController } = this;
    const request = { game: this.game.game, position: from, actions: [action], language };
    try {
      return !isMistake(await this.api.judge(request, abortController.signal));
    } catch (error) {
      if (!abortController.signal.aborted) this.errorText = getErrorText(error);
      return null;
    }
  }

  /** Return to the position before the mistake. */
  takeBack(): void {
    if (this.start) this.show(this.start.frame);
    this.triedAction = "";
    this.stage = "open";
  }

  /** Show the better move. */
  async reveal(): Promise<void> {
    const { mistake } = this;
    if (!mistake || (this.stage !== "open" && this.stage !== "wrong")) return;
    if (this.stage === "wrong") this.takeBack();
    if (await this.showAfter(mistake.best.action)) this.stage = "revealed";
  }

  async next(): Promise<void> {
    this.index += 1;
    this.previousFrame = null;
    await this.begin();
  }

  async restart(): Promise<void> {
    [this.index, this.solved] = [0, 0];
    await this.begin();
  }

  /** Ask the server why these cells cannot be used. */
  async askWhyIllegal(cells: number[]): Promise<void> {
    const { start } = this;
    if (!start || !this.isActive) return;
    const query = { game: this.game.game, position: start.position, cells };
    this.errorText = (await this.requestPosition(query))?.why ?? this.errorText;
  }

  /** Show the position after an action instead of the mistake; return whether that succeeded. */
  private async showAfter(action: string): Promise<boolean> {
    const { start } = this;
    if (!start) return false;
    const query = { game: this.game.game, position: start.position, actions: [action] };
    const response = await this.requestPosition(query);
    if (response) this.show(response.frame);
    else this.stage = "open";
    return response !== null;
  }

  private async requestPosition(
    query: Parameters<typeof fetchPosition>[0],
  ): Promise<PositionResponse | null> {
    this.errorText = null;
    try {
      return await this.api.position({ ...query, language: this.language });
    } catch (error) {
      this.errorText = getErrorText(error);
      return null;
    }
  }

  private show(frame: Frame): void {
    this.previousFrame = this.frame;
    this.frame = frame;
  }
}

/** Have the study evaluate a single action. */
function judge(request: EvaluationRequest, signal: AbortSignal): Promise<EvaluatedAction> {
  return new Promise((resolve, reject) => {
    const connection = new StudyConnection((message) => {
      if (message.type === "evaluated" && message.actions[0]) resolve(message.actions[0]);
      else if (message.type === "refused") reject(new RequestRefused(NO_HTTP_STATUS, message.why));
      else return;
      connection.close();
    });
    signal.addEventListener("abort", () => {
      connection.close();
      reject(new DOMException("the practice was closed", "AbortError"));
    });
    connection.evaluate(request);
  });
}
