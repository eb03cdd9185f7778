// What the computer thinks of a whole game, as the hall's study tells it, action by action.
import type { EvaluationDepth, KeptEvaluation, KeptGame } from "../own/keptGames";
import type { EvaluatedAction, Language, Moment, StudyState, Words } from "../protocol";
import { StudyConnection, type Heard } from "../study/connection";

export type Progress = StudyState | "none"; // nobody has asked

/** As much of the line to the study as is needed here. */
export type EvaluationLine = Pick<StudyConnection, "evaluate" | "close">;
type Dial = (
  onmessage: (message: Heard) => void,
  online: (open: boolean) => void,
) => EvaluationLine;

export class Evaluation {
  actions = $state.raw<EvaluatedAction[]>([]); // from the first one on, as far as it has come
  moments = $state.raw<Moment[]>([]); // that decided the game
  progress = $state<Progress>("none");
  why = $state.raw<Words | null>(null); // there is none
  depth = $state<EvaluationDepth>("unknown");
  nodes = $state(0); // of each position, once it is done
  private line: EvaluationLine | null = null;
  private shallower: KeptEvaluation | null = null; // shown again when a deeper one is stopped

  constructor(
    private game: Pick<KeptGame, "game" | "start" | "turns">,
    private ondone: (found: KeptEvaluation) => void = () => undefined,
    private dial: Dial = (onmessage, online) => new StudyConnection(onmessage, online),
  ) {}

  get isBusy(): boolean {
    return this.progress !== "none" && this.progress !== "done";
  }

  /** Show what was found out before. */
  recall(found: KeptEvaluation): void {
    this.actions = found.actions;
    this.moments = found.moments;
    this.depth = found.depth ?? "unknown";
    this.nodes = found.nodes ?? 0;
    this.progress = "done";
  }

  private get found(): KeptEvaluation {
    const { actions, moments, depth, nodes } = this;
    return { actions, moments, depth, nodes };
  }

  begin(language: Language, depth: "usual" | "deeper" = "usual"): void {
    this.stop();
    this.shallower = this.progress === "done" ? this.found : null;
    this.depth = depth;
    [this.actions, this.moments, this.why] = [[], [], null];
    this.progress = "waiting";
    this.line = this.dial(
      (message) => this.hear(message),
      (open) => open || this.wait(),
    );
    this.line.evaluate({
      game: this.game.game,
      position: this.game.start,
      actions: this.game.turns.flatMap(({ actions }) => actions),
      deeper: depth === "deeper",
      language,
    });
  }

  /** What has been found stays to be seen, or a whole evaluation that was there before. */
  stop(): void {
    this.line?.close();
    this.line = null;
    if (!this.isBusy) return;
    this.progress = "none";
    if (this.shallower) this.recall(this.shallower);
  }

  /** The line is broken; when it is mended, all is told from the beginning. */
  private wait(): void {
    if (!this.line) return;
    this.actions = [];
    this.progress = "waiting";
  }

  private hear(message: Heard): void {
    switch (message.type) {
      case "state":
        if (message.state !== "done") this.progress = message.state;
        break;
      case "evaluated":
        this.progress = "thinking";
        this.actions = [...this.actions, ...message.actions];
        break;
      case "evaluation":
        this.moments = message.moments;
        this.nodes = message.nodes;
        this.progress = "done";
        this.stop();
        this.ondone(this.found);
        break;
      case "refused":
        this.why = message.why;
        this.stop();
    }
  }
}
