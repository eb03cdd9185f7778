// What the computer thinks of a whole game, as the hall's study tells it, action by action.
import type {
  EvaluatedAction,
  Language,
  Moment,
  StudyAnswer,
  StudyRequest,
  Words,
} from "../protocol";
import type { KeptEvaluation, KeptGame } from "../own/keptGames";
import en from "../words/en";
import de from "../words/de";

/** As much of a WebSocket as is needed here. */
export interface StudyWire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

export type Progress =
  | "none" // nobody has asked
  | "cold" // machine code is being made
  | "waiting" // for others
  | "thinking"
  | "done";

const LOST: Words = { en: en.unreachable, de: de.unreachable };

export function dialStudy(): StudyWire {
  return new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/study`) as StudyWire;
}

export class Evaluation {
  actions = $state.raw<EvaluatedAction[]>([]); // from the first one on, as far as it has come
  moments = $state.raw<Moment[]>([]); // that decided the game
  progress = $state<Progress>("none");
  why = $state.raw<Words | null>(null); // there is none, or no more of it
  private wire: StudyWire | null = null;

  constructor(
    private game: Pick<KeptGame, "game" | "start" | "turns">,
    private ondone: (found: KeptEvaluation) => void = () => undefined,
    private dial: () => StudyWire = dialStudy,
  ) {}

  get isBusy(): boolean {
    return this.progress !== "none" && this.progress !== "done";
  }

  /** Show what was found out before. */
  recall(found: KeptEvaluation): void {
    this.actions = found.actions;
    this.moments = found.moments;
    this.progress = "done";
  }

  begin(language: Language): void {
    this.stop();
    [this.actions, this.moments, this.why] = [[], [], null];
    this.progress = "waiting";
    const wire = (this.wire = this.dial());
    const wanted: StudyRequest = {
      type: "evaluate",
      n: 1,
      game: this.game.game,
      position: this.game.start,
      actions: this.game.turns.flatMap(({ actions }) => actions),
      language,
    };
    wire.onopen = () => wire.send(JSON.stringify(wanted));
    wire.onmessage = ({ data }) => this.hear(JSON.parse(data) as StudyAnswer);
    wire.onclose = () => this.wire === wire && this.fail(LOST);
  }

  /** What has been found stays to be seen. */
  stop(): void {
    const { wire } = this;
    this.wire = null;
    wire?.close();
    if (this.isBusy) this.progress = "none";
  }

  private hear(message: StudyAnswer): void {
    switch (message.type) {
      case "state":
        this.progress = message.state === "done" ? "thinking" : message.state;
        break;
      case "evaluated":
        this.progress = "thinking";
        this.actions = [...this.actions, ...message.actions];
        break;
      case "evaluation":
        this.moments = message.moments;
        this.progress = "done";
        this.stop();
        this.ondone({ actions: this.actions, moments: this.moments });
        break;
      case "refused":
        this.fail(message.why);
    }
  }

  private fail(why: Words): void {
    this.why = why;
    this.stop();
  }
}
