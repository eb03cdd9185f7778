// What the user has selected on the board: what he points at, has picked up, is about to do.

import type { Board, Frame, Language, Look } from "../../protocol";
import type { InputDevice } from "../../browser/device";
import {
  FIRST_GRIP,
  NO_CHOICES,
  type Placement,
  choices,
  choosable,
  flipped,
  kinds,
  looksOf,
  meaning,
  nearestTo,
  placements,
  turned,
} from "./choices";
import { type Point, pointOf } from "../layout";
import { UNIT } from "../drawing/shapes";
import { b, spokenCell } from "../words";

/** What can be selected, and the callbacks. */
export interface SelectionContext {
  board: Board;
  frame: Frame;
  cells: Point[]; // on the screen
  active: boolean;
  drawing: boolean; // touches draw, and play nothing
  language: Language;
  onact(action: string, by: InputDevice): void;
  onwhy(cells: number[]): void;
  onpick(): void;
  onahead(cell: number): void; // touched while others are to act
  ondraw(cell: number): void; // touched while drawing
}

export class Selection {
  spot = $state<number | null>(null); // the cell pointed at
  said = $state(""); // for screen readers
  #picked = $state<number | null>(null);
  #chosen = $state<string[]>([]); // letters of what to put, the latest first
  #asked = $state<string[]>([]);
  #grip = $state(FIRST_GRIP);
  readonly #context: () => SelectionContext;

  constructor(context: () => SelectionContext) {
    this.#context = context;
  }

  choices = $derived.by(() => {
    const { board, frame, active, drawing } = this.#context();
    return active && !drawing ? choices(board, frame) : NO_CHOICES;
  });

  /** The cell whose piece is picked up.  A position in which it cannot move puts it back. */
  held = $derived.by(() =>
    this.#picked !== null && this.choices.moves.has(this.#picked) ? this.#picked : null,
  );

  choosable = $derived.by(() => choosable(this.choices, this.held));

  kinds = $derived.by(() => {
    const { board, frame } = this.#context();
    return kinds(board, frame, this.choices.puts);
  });

  /** The letter of what is put: what was chosen last of what there is. */
  kind = $derived.by(() => {
    const letters = this.kinds.map(({ letter }) => letter);
    return this.#chosen.find((letter) => letters.includes(letter)) ?? letters[0];
  });

  /** Actions on the same cells, of which the user has to choose one. */
  asked = $derived.by(() => {
    const { frame, active } = this.#context();
    return active ? this.#asked.filter((action) => action in frame.targets) : [];
  });

  #placements = $derived.by(() =>
    this.spot === null ? [] : placements(this.choices.tiles, this.#context().cells, this.spot),
  );

  /** The tile at the spot pointed at. */
  tile: Placement | null = $derived.by(() => nearestTo(this.#grip, this.#placements));

  /** The action that a touch of the spot would mean. */
  pointed: string | null = $derived.by(() => {
    if (this.spot === null) return null;
    if (this.held !== null) return this.choices.moves.get(this.held)?.get(this.spot)?.[0] ?? null;
    const puts = this.choices.puts.get(this.spot);
    return puts ? this.#ofKind(puts) : (this.tile?.action ?? null);
  });

  /** What would lie where the user points, cell by cell; nothing while a piece is held. */
  ghost: { cell: number; look: Look }[] = $derived.by(() => {
    const { frame } = this.#context();
    if (this.pointed === null || this.held !== null) return [];
    const cells = frame.targets[this.pointed]?.cells ?? [];
    return looksOf(frame, this.pointed).flatMap((look, i) => {
      const cell = cells[i];
      return cell === undefined ? [] : [{ cell, look }];
    });
  });

  /** A cell was touched. */
  press(cell: number, by: InputDevice): void {
    const { active, drawing, onwhy, onahead, ondraw } = this.#context();
    if (drawing) return ondraw(cell);
    if (!active) return onahead(cell);
    if (this.choices.tiles.length) return this.#pressTile(cell, by);
    const meant = meaning(this.choices, this.held, cell);
    if (meant.kind === "hold") this.hold(cell);
    else if (meant.kind === "release") this.release();
    else if (meant.kind === "why") onwhy(meant.cells);
    else this.#act(this.held === null ? [this.#ofKind(meant.actions)] : meant.actions, by);
  }

  hold(cell: number): void {
    const { board, language, onpick } = this.#context();
    this.#picked = cell;
    onpick();
    const goals = this.choices.moves.get(cell)?.size ?? 0;
    const name = spokenCell(board, cell, language);
    this.said = b(language).heldWithTargets(name, goals);
  }

  /** Puts back what is held; tells whether there was anything. */
  release(): boolean {
    const busy = this.held !== null || this.asked.length > 0;
    if (busy) this.said = b(this.#context().language).putBack;
    this.#picked = null;
    this.#asked = [];
    return busy;
  }

  /** The piece held was dragged to a cell, or off the board. */
  drop(cell: number | null, by: InputDevice): void {
    if (this.held === null || cell === this.held) return;
    const actions = cell === null ? undefined : this.choices.moves.get(this.held)?.get(cell);
    if (actions) this.#act(actions, by);
    else if (cell === null) this.release();
    else this.#context().onwhy([this.held, cell]);
  }

  choose(action: string, by: InputDevice): void {
    this.#picked = null;
    this.#asked = [];
    this.#forget(this.#context().frame.targets[action]?.puts ?? "");
    this.#context().onact(action, by);
  }

  /** A neutral piece is chosen for one action only. */
  #forget(letter: string): void {
    const isOwned = (this.#context().frame.placeable[letter]?.owner ?? null) !== null;
    if (!isOwned) this.#chosen = this.#chosen.filter((other) => other !== letter);
  }

  take(letter: string): void {
    this.#chosen = [letter, ...this.#chosen.filter((other) => other !== letter)];
  }

  // Tiles

  turn(clockwise = true): void {
    this.#regrip(this.tile && turned(this.#placements, this.tile, clockwise));
  }

  flip(): void {
    this.#regrip(this.tile && flipped(this.#placements, this.tile));
  }

  lay(by: InputDevice): void {
    if (!this.tile) return;
    const { action } = this.tile;
    this.spot = null;
    this.choose(action, by);
  }

  #regrip(placement: Placement | null): void {
    if (!placement) return;
    const { frame } = this.#context();
    this.#grip = { angle: placement.angle, flipped: placement.flipped };
    this.said = frame.targets[placement.action]?.spoken ?? "";
  }

  #pressTile(cell: number, by: InputDevice): void {
    const shown = this.tile;
    if (by === "touch" && shown && (cell === shown.first || cell === shown.second)) this.turn();
    else {
      this.spot = cell;
      if (!this.tile) this.#context().onwhy(this.#coveredBy(cell));
      else if (by !== "touch") this.lay(by);
      else this.#context().onpick();
    }
  }

  /** The two cells that the tile would cover as it is held. */
  #coveredBy(cell: number): number[] {
    const { cells } = this.#context();
    const [x, y] = pointOf(cells, cell);
    const { angle, flipped } = this.#grip;
    const [toX, toY] = [
      x + UNIT * Math.cos((angle * Math.PI) / 180),
      y + UNIT * Math.sin((angle * Math.PI) / 180),
    ];
    const other = cells.findIndex(([cx, cy]) => Math.hypot(cx - toX, cy - toY) < UNIT / 10);
    if (other < 0) return [cell];
    return flipped ? [other, cell] : [cell, other];
  }

  #act(actions: string[], by: InputDevice): void {
    const [only, ...more] = actions;
    if (more.length) this.#asked = actions;
    else if (only !== undefined) this.choose(only, by);
  }

  #ofKind(actions: string[]): string {
    const { targets } = this.#context().frame;
    return actions.find((action) => targets[action]?.puts === this.kind) ?? actions[0] ?? "";
  }
}
