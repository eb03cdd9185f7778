// A position that is being set up: pieces on cells, what is said of it beside them, and what the
// server thinks of it.  The board shows it even while it is no position.
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

const DEBOUNCE_MS = 120; // several pieces are one request
const MAX_UNDO_STEPS = 200;

type Pieces = ReadonlyMap<number, Required<PlacedPiece>>;
type Details = Readonly<Record<string, string>>;

interface Step {
  pieces: Pieces;
  said: Details;
}

/** What became of a cell that was touched. */
export interface Done {
  kind: "put" | "taken" | "moved" | "nothing";
  cell: number; // where a piece came to rest, or was taken from
  why?: string; // nothing was done
}

export class Draft {
  pieces = $state.raw<Pieces>(new Map());
  said = $state.raw<Details>({}); // what the user wants beside the pieces
  shown = $state.raw<SetupResponse | null>(null); // the last answer
  waits = $state(true); // for the answer to what is on the board now
  failed = $state.raw<string | null>(null); // why there was no answer
  hand = $state<string | null>(null); // the letter of what is put; null: pieces are taken off
  height = $state(1); // of what is put
  byTurns = $state(false); // after a piece, the next kind is put
  private steps = $state.raw<readonly Step[]>([]);
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    private board: Board,
    position: string | null,
    private ask: typeof fetchSetup = fetchSetup,
    private pause = DEBOUNCE_MS,
  ) {
    void this.begin(position);
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  get palette(): PaletteKind[] {
    return this.shown?.palette ?? [];
  }

  /** The kind of piece in hand. */
  get kind(): PaletteKind | null {
    return this.palette.find(({ letter }) => letter === this.hand) ?? null;
  }

  /** The string of what was set up, if it is a position and nothing has changed since. */
  get position(): string | null {
    return this.waits ? null : (this.shown?.position ?? null);
  }

  get fault(): string | null {
    return this.failed ?? (this.waits ? null : (this.shown?.fault ?? null));
  }

  /** The cells that show what is wrong. */
  get faulty(): number[] {
    return this.waits ? [] : (this.shown?.cells ?? []);
  }

  /** What is on the board now, as far as it is known how that looks. */
  get frame(): Frame | null {
    if (!this.shown) return null;
    const { frame } = this.shown;
    if (!this.waits) return frame;
    const before = new Map(frame.pieces.map((piece) => [piece.cell, piece]));
    const isAsBefore = (cell: number) => before.get(cell)?.letter === this.pieces.get(cell)?.letter;
    const pieces = [...this.pieces.values()].flatMap(({ cell, letter, height }): Piece[] => {
      const kind = this.palette.find((one) => one.letter === letter);
      if (!kind) return [];
      const { colour, mark, owner } = kind;
      const joined = before.get(cell)?.joined;
      const isTile = joined !== undefined && isAsBefore(cell) && isAsBefore(joined);
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

  // What the user does

  /** Takes a kind of piece in hand; returns why not where it is used up. */
  pick(letter: string | null): string | null {
    const kind = this.palette.find((one) => one.letter === letter);
    if (kind?.used_up) return kind.used_up;
    this.hand = letter;
    this.setHeight(this.height);
    return null;
  }

  setHeight(height: number): void {
    this.height = Math.max(1, Math.min(height, this.highest));
  }

  /** How high a further stack of the kind in hand can be. */
  get highest(): number {
    return this.kind ? Math.max(1, Math.min(this.kind.max_height, this.kind.remaining)) : 1;
  }

  /** Why a kind cannot be put on a cell.  While an answer is awaited, what is left is not known. */
  private refusal(cell: number, letter: string, height: number): string | null {
    const kind = this.palette.find((one) => one.letter === letter);
    if (this.waits || !kind) return null;
    const there = this.pieces.get(cell);
    if (there?.letter !== letter) return kind.used_up;
    return height - there.height > kind.remaining ? kind.used_up : null;
  }

  /** A cell was touched: the piece in hand comes there, or leaves where it is there already. */
  press(cell: number): Done {
    const there = this.pieces.get(cell);
    if (this.hand === null) return this.take(cell);
    if (there?.letter === this.hand && there.height === this.height) return this.take(cell);
    const done = this.put(cell, { letter: this.hand, height: this.height });
    if (this.byTurns) this.nextKind();
    return done;
  }

  put(cell: number, { letter, height }: { letter: string; height: number }): Done {
    const rest = this.pieces.has(cell) ? cell : this.restOf(cell, this.pieces);
    if (rest === null) return { kind: "nothing", cell };
    const why = this.refusal(rest, letter, height);
    if (why) return { kind: "nothing", cell, why };
    this.change(new Map(this.pieces).set(rest, { cell: rest, letter, height }));
    return { kind: "put", cell: rest };
  }

  take(cell: number): Done {
    if (!this.pieces.has(cell)) return { kind: "nothing", cell };
    this.change(this.without(cell));
    return { kind: "taken", cell };
  }

  /** A piece was dragged from a cell to another, or off the board. */
  move(from: number, to: number | null): Done {
    const piece = this.pieces.get(from);
    if (!piece || from === to) return { kind: "nothing", cell: from };
    if (to === null) return this.take(from);
    const pieces = this.without(from);
    const rest = pieces.has(to) ? to : (this.restOf(to, pieces) ?? from);
    this.change(new Map(pieces).set(rest, { ...piece, cell: rest }));
    return { kind: "moved", cell: rest };
  }

  /** A stack becomes higher or lower. */
  grow(cell: number, by: number): Done {
    const piece = this.pieces.get(cell);
    const kind = this.palette.find(({ letter }) => letter === piece?.letter);
    if (!piece || !kind) return { kind: "nothing", cell };
    const left = this.waits ? kind.max_height : kind.remaining;
    const height = Math.max(1, Math.min(piece.height + by, piece.height + left, kind.max_height));
    if (height === piece.height) return { kind: "nothing", cell };
    this.change(new Map(this.pieces).set(cell, { ...piece, height }));
    return { kind: "put", cell };
  }

  clear(): void {
    this.change(new Map(), {});
  }

  /** What is wanted of a detail; null: whatever follows from the rest.  Other details that
   * contradict it follow from the rest again. */
  want(name: string, value: string | null): void {
    const { [name]: _, ...others } = this.said;
    if (value === null) this.change(this.pieces, others);
    else this.change(this.pieces, { ...others, [name]: value }, name);
  }

  get canUndo(): boolean {
    return this.steps.length > 0;
  }

  undo(): void {
    const last = this.steps.at(-1);
    if (!last) return;
    this.steps = this.steps.slice(0, -1);
    this.pieces = last.pieces;
    this.said = last.said;
    this.askSoon();
  }

  /** A position is taken apart: by its string, or the start of the game. */
  async begin(position: string | null): Promise<void> {
    const isFirst = this.shown === null;
    this.waits = true;
    clearTimeout(this.timer);
    const answer = await this.hear({ game: this.game, position });
    if (!answer) return;
    const { palette, alternates_kinds, frame } = answer;
    if (isFirst) {
      this.hand = palette.find((kind) => !kind.used_up)?.letter ?? null;
      this.byTurns = alternates_kinds;
    } else this.keepStep();
    this.pieces = placed(frame);
    this.said = saidIn(answer);
  }

  // Pieces that drop

  /** Where a piece comes to rest that is put on a cell; null where a rod or column is full. */
  private restOf(cell: number, pieces: Pieces): number | null {
    const pillar = this.board.pillars.find(({ cells }) => cells.includes(cell));
    if (!pillar) return cell;
    return pillar.cells.find((place) => !pieces.has(place)) ?? null;
  }

  /** The pieces without one of them; what was above it falls. */
  private without(cell: number): Pieces {
    const left = new Map(this.pieces);
    left.delete(cell);
    const pillar = this.board.pillars.find(({ cells }) => cells.includes(cell));
    if (!pillar) return left;
    const standing = pillar.cells.flatMap((place) => left.get(place) ?? []);
    for (const place of pillar.cells) left.delete(place);
    standing.forEach((piece, i) => {
      const place = pillar.cells[i] ?? piece.cell;
      left.set(place, { ...piece, cell: place });
    });
    return left;
  }

  private nextKind(): void {
    const at = this.palette.findIndex(({ letter }) => letter === this.hand);
    const following = [...this.palette.slice(at + 1), ...this.palette.slice(0, at)];
    this.pick(following.find((kind) => !kind.used_up)?.letter ?? this.hand);
  }

  // The server

  private change(pieces: Pieces, said: Details = this.said, latest?: string): void {
    this.keepStep();
    this.pieces = pieces;
    this.said = said;
    this.askSoon(latest);
  }

  private keepStep(): void {
    const { pieces, said } = this;
    this.steps = [...this.steps, { pieces, said }].slice(-MAX_UNDO_STEPS);
  }

  private askSoon(latest?: string): void {
    this.waits = true;
    this.asked += 1; // an answer that is under way is about what was there before
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const pieces = [...this.pieces.values()];
      const details = { ...this.said };
      const request = { game: this.game, pieces, details, ...(latest ? { latest } : {}) };
      void this.hear(request).then((answer) => {
        if (answer) this.said = saidIn(answer);
      });
    }, this.pause);
  }

  /** The answer, unless something else was asked meanwhile. */
  private async hear(request: SetupRequest): Promise<SetupResponse | null> {
    const number = ++this.asked;
    try {
      const answer = await this.ask(request);
      if (number !== this.asked) return null;
      this.shown = answer;
      this.failed = null;
      this.waits = false;
      return answer;
    } catch (error) {
      if (number === this.asked) this.failed = getErrorText(error);
      return null;
    }
  }
}

/** The details that do not follow from the rest. */
function saidIn({ details }: SetupResponse): Details {
  return Object.fromEntries(
    details.filter((one) => one.is_chosen).map(({ name, value }) => [name, value]),
  );
}

function placed({ pieces }: Frame): Pieces {
  return new Map(
    pieces.map(({ cell, letter, height }) => [cell, { cell, letter, height }] as const),
  );
}

// A piece that is dragged: from the palette or from a cell, to a cell or off the board.

const CLICK_SLACK_PIXELS = 6; // movement allowed during a click

export interface Carried {
  letter: string;
  height: number;
  from: number | null; // the cell that it comes from; null: the palette
}

/** What is known of a pointer. */
export type Pointer = Pick<PointerEvent, "clientX" | "clientY">;

export class Drag {
  carried = $state.raw<Carried | null>(null);
  at = $state.raw({ x: 0, y: 0 });
  justEnded = false; // the click that follows is none
  private pressed: (Carried & { x: number; y: number }) | null = null;

  /** Something can be dragged from here. */
  press(carried: Carried, { clientX, clientY }: Pointer): void {
    this.pressed = { ...carried, x: clientX, y: clientY };
    this.justEnded = false;
  }

  /** A pointer went down where there is nothing to drag. */
  pressNothing(): void {
    this.pressed = null;
    this.justEnded = false;
  }

  get isPressed(): boolean {
    return this.pressed !== null;
  }

  move({ clientX, clientY }: Pointer): void {
    if (!this.pressed) return;
    const { x, y, ...carried } = this.pressed;
    if (!this.carried && Math.hypot(clientX - x, clientY - y) < CLICK_SLACK_PIXELS) return;
    this.carried = carried;
    this.at = { x: clientX, y: clientY };
  }

  /** The pointer was lifted; what was dragged, if anything was. */
  end(): Carried | null {
    const { carried } = this;
    this.pressed = this.carried = null;
    this.justEnded = carried !== null;
    return carried;
  }
}
