// The state of the position editor: pieces on cells, further details, and the answer of the server,
// which decides whether this is a valid position.
import type {
  Board,
  Frame,
  PaletteKind,
  Piece,
  PlacedPiece,
  SetupRequest,
  SetupResponse,
} from "../../protocol";
import { fetchSetup } from "../../server/api";
import { getErrorText } from "../../words";

const DEBOUNCE_MS = 120; // changes in quick succession share a request
const MAX_UNDO_STEPS = 200;

type Pieces = ReadonlyMap<number, Required<PlacedPiece>>;
type Details = Readonly<Record<string, string>>;

/** A state that can be restored by undo. */
interface UndoStep {
  pieces: Pieces;
  chosenDetails: Details;
}

/** The effect of a user action on a cell. */
export interface EditResult {
  kind: "placed" | "removed" | "moved" | "unchanged";
  cell: number; // on which a piece landed, or from which it was removed
  why?: string; // the reason if nothing was changed
}

export class PositionDraft {
  pieces = $state.raw<Pieces>(new Map());
  chosenDetails = $state.raw<Details>({}); // values by name; other details are derived
  response = $state.raw<SetupResponse | null>(null); // the latest one
  isPending = $state(true); // the response to the current pieces has not arrived
  requestError = $state.raw<string | null>(null); // why the latest request failed
  selectedLetter = $state<string | null>(null); // the kind of piece to place; null: the eraser
  height = $state(1); // of pieces to place
  alternatesKinds = $state(false); // after each piece, the next kind is selected
  private undoSteps = $state.raw<readonly UndoStep[]>([]);
  private requestNumber = 0; // of the latest request: responses to earlier ones are ignored
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    private board: Board,
    position: string | null,
    private request: typeof fetchSetup = fetchSetup,
    private debounceMs = DEBOUNCE_MS,
  ) {
    void this.load(position);
  }

  close(): void {
    clearTimeout(this.timer);
    this.requestNumber += 1;
  }

  get palette(): PaletteKind[] {
    return this.response?.palette ?? [];
  }

  /** The selected kind of piece. */
  get selectedKind(): PaletteKind | null {
    return this.palette.find(({ letter }) => letter === this.selectedLetter) ?? null;
  }

  /** The position string; null if the pieces do not form a valid position, or the response is pending. */
  get position(): string | null {
    return this.isPending ? null : (this.response?.position ?? null);
  }

  /** Why this is not a valid position, or why the request failed. */
  get fault(): string | null {
    return this.requestError ?? (this.isPending ? null : (this.response?.fault ?? null));
  }

  /** The cells that make the position invalid. */
  get faultyCells(): number[] {
    return this.isPending ? [] : (this.response?.cells ?? []);
  }

  /** The current pieces as a frame; until the response arrives, without details such as counts. */
  get frame(): Frame | null {
    if (!this.response) return null;
    const { frame } = this.response;
    if (!this.isPending) return frame;
    const previous = new Map(frame.pieces.map((piece) => [piece.cell, piece]));
    const isUnchanged = (cell: number) =>
      previous.get(cell)?.letter === this.pieces.get(cell)?.letter;
    const pieces = [...this.pieces.values()].flatMap(({ cell, letter, height }): Piece[] => {
      const kind = this.palette.find((kind) => kind.letter === letter);
      if (!kind) return [];
      const { colour, mark, owner } = kind;
      const joined = previous.get(cell)?.joined;
      const isTile = joined !== undefined && isUnchanged(cell) && isUnchanged(joined);
      return [{ cell, colour, mark, letter, height, owner, ...(isTile ? { joined } : {}) }];
    });
    return {
      ...frame,
      pieces,
      last: [],
      winning_lines: [],
      decisive_cells: [],
      turn: null,
      counts: [],
    };
  }

  // Actions of the user

  /** Select a kind of piece or the eraser (null); return the reason if the kind is used up. */
  select(letter: string | null): string | null {
    const kind = this.palette.find((kind) => kind.letter === letter);
    if (kind?.used_up) return kind.used_up;
    this.selectedLetter = letter;
    this.setHeight(this.height);
    return null;
  }

  setHeight(height: number): void {
    this.height = Math.max(1, Math.min(height, this.maxHeight));
  }

  /** The maximum height of a new stack of the selected kind. */
  get maxHeight(): number {
    return this.selectedKind
      ? Math.max(1, Math.min(this.selectedKind.max_height, this.selectedKind.remaining))
      : 1;
  }

  /** Return why a kind cannot be placed on a cell; null if it can, or while a response is pending. */
  private getRefusal(cell: number, letter: string, height: number): string | null {
    const kind = this.palette.find((kind) => kind.letter === letter);
    if (this.isPending || !kind) return null;
    const there = this.pieces.get(cell);
    if (there?.letter !== letter) return kind.used_up;
    return height - there.height > kind.remaining ? kind.used_up : null;
  }

  /** Handle a touch of a cell: place the selected piece, or remove it if it is there. */
  press(cell: number): EditResult {
    const there = this.pieces.get(cell);
    if (this.selectedLetter === null) return this.remove(cell);
    if (there?.letter === this.selectedLetter && there.height === this.height)
      return this.remove(cell);
    const result = this.place(cell, { letter: this.selectedLetter, height: this.height });
    if (this.alternatesKinds) this.selectNextKind();
    return result;
  }

  place(cell: number, { letter, height }: { letter: string; height: number }): EditResult {
    const landing = this.pieces.has(cell) ? cell : this.findLandingCell(cell, this.pieces);
    if (landing === null) return { kind: "unchanged", cell };
    const why = this.getRefusal(landing, letter, height);
    if (why) return { kind: "unchanged", cell, why };
    this.change(new Map(this.pieces).set(landing, { cell: landing, letter, height }));
    return { kind: "placed", cell: landing };
  }

  remove(cell: number): EditResult {
    if (!this.pieces.has(cell)) return { kind: "unchanged", cell };
    this.change(this.getPiecesWithout(cell));
    return { kind: "removed", cell };
  }

  /** Move a piece to another cell, or off the board (null). */
  move(from: number, to: number | null): EditResult {
    const piece = this.pieces.get(from);
    if (!piece || from === to) return { kind: "unchanged", cell: from };
    if (to === null) return this.remove(from);
    const pieces = this.getPiecesWithout(from);
    const landing = pieces.has(to) ? to : (this.findLandingCell(to, pieces) ?? from);
    this.change(new Map(pieces).set(landing, { ...piece, cell: landing }));
    return { kind: "moved", cell: landing };
  }

  /** Make a stack higher or lower. */
  changeHeight(cell: number, by: number): EditResult {
    const piece = this.pieces.get(cell);
    const kind = this.palette.find(({ letter }) => letter === piece?.letter);
    if (!piece || !kind) return { kind: "unchanged", cell };
    const remaining = this.isPending ? kind.max_height : kind.remaining;
    const height = Math.max(
      1,
      Math.min(piece.height + by, piece.height + remaining, kind.max_height),
    );
    if (height === piece.height) return { kind: "unchanged", cell };
    this.change(new Map(this.pieces).set(cell, { ...piece, height }));
    return { kind: "placed", cell };
  }

  clear(): void {
    this.change(new Map(), {});
  }

  /** Choose the value of a detail; null: derive it.  The server resets other details that
   * contradict it. */
  setDetail(name: string, value: string | null): void {
    const { [name]: _, ...others } = this.chosenDetails;
    if (value === null) this.change(this.pieces, others);
    else this.change(this.pieces, { ...others, [name]: value }, name);
  }

  get canUndo(): boolean {
    return this.undoSteps.length > 0;
  }

  undo(): void {
    const last = this.undoSteps.at(-1);
    if (!last) return;
    this.undoSteps = this.undoSteps.slice(0, -1);
    this.pieces = last.pieces;
    this.chosenDetails = last.chosenDetails;
    this.scheduleRequest();
  }

  /** Load a position by its string; null: the start of the game. */
  async load(position: string | null): Promise<void> {
    const isFirst = this.response === null;
    this.isPending = true;
    clearTimeout(this.timer);
    const response = await this.send({ game: this.game, position });
    if (!response) return;
    const { palette, alternates_kinds, frame } = response;
    if (isFirst) {
      this.selectedLetter = palette.find((kind) => !kind.used_up)?.letter ?? null;
      this.alternatesKinds = alternates_kinds;
    } else this.pushUndoStep();
    this.pieces = getPlacedPieces(frame);
    this.chosenDetails = getChosenDetails(response);
  }

  // Pieces that drop on rods or columns (pillars)

  /** Return the cell on which a piece lands; null if the pillar is full. */
  private findLandingCell(cell: number, pieces: Pieces): number | null {
    const pillar = this.board.pillars.find(({ cells }) => cells.includes(cell));
    if (!pillar) return cell;
    return pillar.cells.find((pillarCell) => !pieces.has(pillarCell)) ?? null;
  }

  /** Return the pieces without that of a cell; those above it drop. */
  private getPiecesWithout(cell: number): Pieces {
    const remaining = new Map(this.pieces);
    remaining.delete(cell);
    const pillar = this.board.pillars.find(({ cells }) => cells.includes(cell));
    if (!pillar) return remaining;
    const stack = pillar.cells.flatMap((pillarCell) => remaining.get(pillarCell) ?? []);
    for (const pillarCell of pillar.cells) remaining.delete(pillarCell);
    stack.forEach((piece, i) => {
      const landing = pillar.cells[i] ?? piece.cell;
      remaining.set(landing, { ...piece, cell: landing });
    });
    return remaining;
  }

  private selectNextKind(): void {
    const at = this.palette.findIndex(({ letter }) => letter === this.selectedLetter);
    const candidates = [...this.palette.slice(at + 1), ...this.palette.slice(0, at)];
    this.select(candidates.find((kind) => !kind.used_up)?.letter ?? this.selectedLetter);
  }

  // Requests to the server

  /** Change the draft with an undo step, and request its position; `lastChanged` is the name of the detail
   * that the user has just chosen, if any. */
  private change(
    pieces: Pieces,
    chosenDetails: Details = this.chosenDetails,
    lastChanged?: string,
  ): void {
    this.pushUndoStep();
    this.pieces = pieces;
    this.chosenDetails = chosenDetails;
    this.scheduleRequest(lastChanged);
  }

  private pushUndoStep(): void {
    const { pieces, chosenDetails } = this;
    this.undoSteps = [...this.undoSteps, { pieces, chosenDetails }].slice(-MAX_UNDO_STEPS);
  }

  private scheduleRequest(lastChanged?: string): void {
    this.isPending = true;
    this.requestNumber += 1; // ignores the response to the previous pieces
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const pieces = [...this.pieces.values()];
      const details = { ...this.chosenDetails };
      const request = {
        game: this.game,
        pieces,
        details,
        ...(lastChanged ? { last_changed: lastChanged } : {}),
      };
      void this.send(request).then((response) => {
        if (response) this.chosenDetails = getChosenDetails(response);
      });
    }, this.debounceMs);
  }

  /** Send a request; return null if it fails or a later one has been sent. */
  private async send(query: SetupRequest): Promise<SetupResponse | null> {
    const number = ++this.requestNumber;
    try {
      const response = await this.request(query);
      if (number !== this.requestNumber) return null;
      this.response = response;
      this.requestError = null;
      this.isPending = false;
      return response;
    } catch (error) {
      if (number === this.requestNumber) this.requestError = getErrorText(error);
      return null;
    }
  }
}

/** Return the details that were chosen, and not derived. */
function getChosenDetails({ details }: SetupResponse): Details {
  return Object.fromEntries(
    details.filter((detail) => detail.is_chosen).map(({ name, value }) => [name, value]),
  );
}

function getPlacedPieces({ pieces }: Frame): Pieces {
  return new Map(
    pieces.map(({ cell, letter, height }) => [cell, { cell, letter, height }] as const),
  );
}

// Dragging of a piece: from the palette or from a cell, to a cell or off the board

const CLICK_SLACK_PIXELS = 6; // movement allowed during a click

export interface DraggedPiece {
  letter: string;
  height: number;
  from: number | null; // a cell; null: the palette
}

export type Pointer = Pick<PointerEvent, "clientX" | "clientY">;

export class PieceDrag {
  piece = $state.raw<DraggedPiece | null>(null);
  at = $state.raw({ x: 0, y: 0 });
  ignoresNextClick = false; // it belongs to the drag that has ended
  private pressed: (DraggedPiece & { x: number; y: number }) | null = null;

  /** Handle a press on a piece that can be dragged. */
  press(piece: DraggedPiece, { clientX, clientY }: Pointer): void {
    this.pressed = { ...piece, x: clientX, y: clientY };
    this.ignoresNextClick = false;
  }

  /** Handle a press where there is nothing to drag. */
  cancelPress(): void {
    this.pressed = null;
    this.ignoresNextClick = false;
  }

  get isPressed(): boolean {
    return this.pressed !== null;
  }

  move({ clientX, clientY }: Pointer): void {
    if (!this.pressed) return;
    const { x, y, ...piece } = this.pressed;
    if (!this.piece && Math.hypot(clientX - x, clientY - y) < CLICK_SLACK_PIXELS) return;
    this.piece = piece;
    this.at = { x: clientX, y: clientY };
  }

  /** Handle the release of the pointer; return the dragged piece, if any. */
  end(): DraggedPiece | null {
    const { piece } = this;
    this.pressed = this.piece = null;
    this.ignoresNextClick = piece !== null;
    return piece;
  }
}
