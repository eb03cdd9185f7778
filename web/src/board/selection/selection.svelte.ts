// What the user is selecting on the board: the cell pointed at, the piece picked up, the kind of piece
// to place.

import type { Board, Frame, Language, Look } from "../../protocol";
import type { InputDevice } from "../../browser/device";
import {
  INITIAL_ORIENTATION,
  NO_CHOICES,
  type TilePlacement,
  findClosestPlacement,
  flipPlacement,
  getChoices,
  getChoosableCells,
  getPieceKinds,
  getPlacedPieces,
  getSelectionEffect,
  getTilePlacements,
  rotatePlacement,
} from "./choices";
import { type Point, getPoint } from "../layout";
import { UNIT } from "../drawing/shapes";
import { b, describeCell } from "../words";

/** What can be selected, and the callbacks. */
export interface SelectionContext {
  board: Board;
  frame: Frame;
  cells: Point[]; // on the screen
  active: boolean; // the user may act now
  drawing: boolean; // selecting a cell draws annotations, and plays nothing
  language: Language;
  onact(action: string, device: InputDevice): void;
  onwhy(cells: number[]): void; // no action on these cells is legal
  onpick(): void; // a piece or tile was picked up
  onpremovecell(cell: number): void; // selected while another player is to move
  ondrawcell(cell: number): void; // selected while drawing
}

export class Selection {
  pointedCell = $state<number | null>(null); // under the pointer or the keyboard focus
  announcement = $state(""); // for screen readers
  #pickedCell = $state<number | null>(null);
  #chosenLetters = $state<string[]>([]); // of kinds of pieces, the latest first
  #alternatives = $state<string[]>([]);
  #orientation = $state(INITIAL_ORIENTATION);
  readonly #context: () => SelectionContext;

  constructor(context: () => SelectionContext) {
    this.#context = context;
  }

  choices = $derived.by(() => {
    const { board, frame, active, drawing } = this.#context();
    return active && !drawing ? getChoices(board, frame) : NO_CHOICES;
  });

  /** The cell whose piece is picked up, as long as it can move. */
  heldCell = $derived.by(() =>
    this.#pickedCell !== null && this.choices.moves.has(this.#pickedCell) ? this.#pickedCell : null,
  );

  choosableCells = $derived.by(() => getChoosableCells(this.choices, this.heldCell));

  pieceKinds = $derived.by(() => {
    const { board, frame } = this.#context();
    return getPieceKinds(board, frame, this.choices.placements);
  });

  /** The letter of the kind of piece to place: the last chosen one that is possible now. */
  chosenKind = $derived.by(() => {
    const letters = this.pieceKinds.map(({ letter }) => letter);
    return this.#chosenLetters.find((letter) => letters.includes(letter)) ?? letters[0];
  });

  /** Actions on the same cells, of which the user has to choose one. */
  alternatives = $derived.by(() => {
    const { frame, active } = this.#context();
    return active ? this.#alternatives.filter((action) => action in frame.targets) : [];
  });

  #tilePlacements = $derived.by(() => {
    const { cells } = this.#context();
    const { tiles } = this.choices;
    return this.pointedCell === null ? [] : getTilePlacements(tiles, cells, this.pointedCell);
  });

  /** The tile previewed at the pointed cell. */
  tile: TilePlacement | null = $derived.by(() =>
    findClosestPlacement(this.#orientation, this.#tilePlacements),
  );

  /** The action that selecting the pointed cell would play. */
  pointedAction: string | null = $derived.by(() => {
    const { pointedCell, heldCell, choices } = this;
    if (pointedCell === null) return null;
    if (heldCell !== null) return choices.moves.get(heldCell)?.get(pointedCell)?.[0] ?? null;
    const placements = choices.placements.get(pointedCell);
    return placements ? this.#getActionOfKind(placements) : (this.tile?.action ?? null);
  });

  /** The pieces that the pointed action would place, by cell; none while a piece is held. */
  ghosts: { cell: number; look: Look }[] = $derived.by(() => {
    const { frame } = this.#context();
    if (this.pointedAction === null || this.heldCell !== null) return [];
    const cells = frame.targets[this.pointedAction]?.cells ?? [];
    return getPlacedPieces(frame, this.pointedAction).flatMap((look, i) => {
      const cell = cells[i];
      return cell === undefined ? [] : [{ cell, look }];
    });
  });

  /** Handle a click, a tap or Enter on a cell. */
  select(cell: number, device: InputDevice): void {
    const { active, drawing, onwhy, onpremovecell, ondrawcell } = this.#context();
    if (drawing) return ondrawcell(cell);
    if (!active) return onpremovecell(cell);
    if (this.choices.tiles.length) return this.#selectTileCell(cell, device);
    const effect = getSelectionEffect(this.choices, this.heldCell, cell);
    if (effect.kind === "hold") this.hold(cell);
    else if (effect.kind === "release") this.release();
    else if (effect.kind === "why") onwhy(effect.cells);
    else if (this.heldCell === null) this.choose(this.#getActionOfKind(effect.actions), device);
    else this.#chooseOrAsk(effect.actions, device);
  }

  /** Pick up the piece on a cell. */
  hold(cell: number): void {
    const { board, language, onpick } = this.#context();
    this.#pickedCell = cell;
    onpick();
    const targetCount = this.choices.moves.get(cell)?.size ?? 0;
    const name = describeCell(board, cell, language);
    this.announcement = b(language).heldWithTargets(name, targetCount);
  }

  /** Put the held piece back and drop the alternatives; return whether there was anything. */
  release(): boolean {
    const isBusy = this.heldCell !== null || this.alternatives.length > 0;
    if (isBusy) this.announcement = b(this.#context().language).putBack;
    this.#pickedCell = null;
    this.#alternatives = [];
    return isBusy;
  }

  /** Handle the end of dragging the held piece to a cell, or to null outside the board. */
  drop(cell: number | null, device: InputDevice): void {
    if (this.heldCell === null || cell === this.heldCell) return;
    const actions = cell === null ? undefined : this.choices.moves.get(this.heldCell)?.get(cell);
    if (actions) this.#chooseOrAsk(actions, device);
    else if (cell === null) this.release();
    else this.#context().onwhy([this.heldCell, cell]);
  }

  /** Play an action. */
  choose(action: string, device: InputDevice): void {
    this.#pickedCell = null;
    this.#alternatives = [];
    this.#forgetNeutralKind(this.#context().frame.targets[action]?.puts ?? "");
    this.#context().onact(action, device);
  }

  /** Choosing a neutral kind is valid for one action only. */
  #forgetNeutralKind(letter: string): void {
    const isNeutral = (this.#context().frame.placeable[letter]?.owner ?? null) === null;
    if (isNeutral) this.#chosenLetters = this.#chosenLetters.filter((other) => other !== letter);
  }

  chooseKind(letter: string): void {
    this.#chosenLetters = [letter, ...this.#chosenLetters.filter((other) => other !== letter)];
  }

  // Tiles

  rotateTile(clockwise = true): void {
    this.#setTile(this.tile && rotatePlacement(this.#tilePlacements, this.tile, clockwise));
  }

  flipTile(): void {
    this.#setTile(this.tile && flipPlacement(this.#tilePlacements, this.tile));
  }

  placeTile(device: InputDevice): void {
    if (!this.tile) return;
    const { action } = this.tile;
    this.pointedCell = null;
    this.choose(action, device);
  }

  #setTile(placement: TilePlacement | null): void {
    if (!placement) return;
    const { action, angle, isFlipped } = placement;
    this.#orientation = { angle, isFlipped };
    this.announcement = this.#context().frame.targets[action]?.spoken ?? "";
  }

  /** A touch previews a tile, or rotates the previewed one; other devices place it immediately. */
  #selectTileCell(cell: number, device: InputDevice): void {
    const { tile } = this;
    const isTouch = device === "touch";
    if (isTouch && tile && (cell === tile.first || cell === tile.second)) {
      this.rotateTile();
      return;
    }
    this.pointedCell = cell;
    if (!this.tile) this.#context().onwhy(this.#getTileCells(cell));
    else if (isTouch) this.#context().onpick();
    else this.placeTile(device);
  }

  /** Return the cells that a tile would cover at a cell, in the current orientation. */
  #getTileCells(cell: number): number[] {
    const { cells } = this.#context();
    const [x, y] = getPoint(cells, cell);
    const { angle, isFlipped } = this.#orientation;
    const [otherX, otherY] = [
      x + UNIT * Math.cos((angle * Math.PI) / 180),
      y + UNIT * Math.sin((angle * Math.PI) / 180),
    ];
    const other = cells.findIndex(([cx, cy]) => Math.hypot(cx - otherX, cy - otherY) < UNIT / 10);
    if (other < 0) return [cell];
    return isFlipped ? [other, cell] : [cell, other];
  }

  /** Play the action, or ask the user if there are several. */
  #chooseOrAsk(actions: string[], device: InputDevice): void {
    const [action, ...others] = actions;
    if (others.length) this.#alternatives = actions;
    else if (action !== undefined) this.choose(action, device);
  }

  /** Return the action that places the chosen kind, or else the first. */
  #getActionOfKind(actions: string[]): string {
    const { targets } = this.#context().frame;
    return actions.find((action) => targets[action]?.puts === this.chosenKind) ?? actions[0] ?? "";
  }
}
