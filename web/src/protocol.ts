// What the server and the browser say to each other.  docs/hall.md tells the same in words.

export type Language = "en" | "de";
export type Words = Record<Language, string>;

// The games, as the server describes them: GET /api/games

export interface OptionValue {
  value: string;
  label: Words;
}

export interface GameOption {
  name: string; // as in ids: vier3d(players=3)
  title: Words;
  about: Words; // one sentence
  values: OptionValue[]; // the first is the default
  where: Record<string, string[]>; // it matters only where other options have one of these values
}

export interface GameInfo {
  name: string; // vier3d
  title: Words;
  summary: Words; // one sentence
  credit: Words;
  seats: Words[]; // how the seats are called, at the largest table
  players: number; // with default options; the option `players`, where there is one, changes it
  options: GameOption[];
  picture: Picture; // a moment of it, to be seen at once
}

// GET /api/rules?game=vier3d(players=3): the rules as they are with these options

export interface Rules {
  game: string; // its id
  title: Words;
  variant: Words; // how the options differ from the usual ones; empty where they do not
  summary: Words;
  sections: Section[];
  credit: Words;
}

export interface Section {
  heading: Words;
  paragraphs: Paragraph[];
}

export interface Paragraph {
  text: Words;
  mark: "" | "reading" | "addition"; // ours: where the leaflet is silent, or what it does not have
}

// Boards and what stands on them

export interface Cell {
  name: string; // c3; on boards with height b3.1 is the lowest place of rod b3
  x: number; // to the right
  y: number; // upward
}

export interface Board {
  squares: boolean; // cells are squares of side 1; otherwise points joined by lines
  cells: Cell[]; // everything else refers to cells by index
  lines: [number, number, number, number][]; // x, y to x, y
  marked: number[]; // cells that matter to the rules
  labels: { text: string; x: number; y: number }[];
  scene: [number, number, number][]; // x, y, z of each cell on boards with height; else empty
}

export type Colour = "white" | "black" | "red" | "blue" | "yellow" | "wood";
export type Mark = "plain" | "dot" | "ring" | "crown" | "holes";

export interface Look {
  colour: Colour;
  mark: Mark;
}

export interface Piece {
  cell: number;
  colour: Colour;
  mark: Mark;
  letter: string;
  height: number;
  joined: number | null; // the cell of the other half, where this is half a tile
  kind: Words; // spoken: "white Tzaar", "rote Kugel"
}

export interface Count {
  seat: number | null; // whose; null: common to all
  what: Words; // "Tzaars", "coins", "neutral balls"
  colour: Colour;
  mark: Mark;
  number: number;
}

export interface Target {
  cells: number[]; // the cells the action names, in order: where from, where to
  spoken: Words; // "E5 captures E4"
}

// One moment of a game.  `targets` are the legal actions by name; empty when the game is over.  The
// kind of an action is its name without cells: `Z@` of `Z@A1`, nothing of `b3`.
export interface Frame {
  pieces: Piece[];
  targets: Record<string, Target>;
  hand: Record<string, Look[]>; // by kind of action: what would lie on its cells, where it puts pieces
  turn: number | null; // whose action is due; null when the game is over by the rules
  starts_turn: boolean; // the action due is the first of a turn
  due: Words; // "reinforce, capture or pass"
  info: Words; // what the board does not show; may be empty
  counts: Count[]; // what each side has left, has captured, has won
  last: Happened[]; // the turn that led here: all its actions so far
  lit: number[][]; // the winner's lines
  decided: number[]; // where one sees why the game ended
}

// An action that was played, and what it brought about
export interface Happened {
  action: string;
  sign: string; // written behind it in lists: "×d5", or nothing
  cells: number[]; // the cells it names, in order
  spoken: Words; // "c2 to c5, takes d5"
  taken: Piece[]; // what left the board, where it stood; perhaps what the action itself had put
  lines: number[][]; // what it completed, even if that left the board
}

// Tables: one game between some seats

export type Clock =
  | { kind: "none" }
  | { kind: "move"; seconds: number } // so long for every turn
  | { kind: "fischer"; seconds: number; increment: number }; // in all, and added after each turn

export type SeatKind = "here" | "friend" | "computer"; // of the one who opened the table

export interface SeatWish {
  kind: SeatKind;
  name?: string;
  level?: number; // 1 to 10, for the computer
}

// POST /api/tables
export interface TableWish {
  game: string; // an id with options: chain_reaxis(size=8x8)
  seats: SeatWish[];
  clock: Clock;
  listed: boolean; // whether the lobby shows it
  lots: boolean; // sides are drawn by lot when everybody is here, in a rematch again
  token?: string; // random and our own: with the same one again, the same table is answered
}

export interface TableMade {
  id: string;
  token: string; // of all seats that are "here"; a spectator's where there are none
  invites: Record<string, string>; // the secret for each friend's seat, by its number
}

// POST /api/tables/{id}/join
export interface JoinWish {
  seat: number;
  invite?: string; // a listed table needs none
  name?: string;
  token?: string; // random and our own: with the same one again, the seat is ours as before
}

export interface Joined {
  seat: number;
  token: string;
}

export interface Seat {
  title: Words; // Red
  called: Words; // Ada; "Computer 2 (level 3)"; Red, where no name was given
  kind: SeatKind;
  name: string; // "" where none was given
  level: number | null;
  taken: boolean; // somebody sits there (always, unless a friend has not come yet)
  look: Look | null; // of its pieces; null: it has none of its own
}

export type Status = "waiting" | "playing" | "over";
export type Reason = "rules" | "resigned" | "time" | "agreed" | "aborted";

export interface Result {
  returns: number[]; // +1, 0 or -1 for each seat
  winner: number | null;
  reason: Reason;
  text: Words; // "Ada wins"
  why: Words; // "Ben has run out of time"; may be empty
}

export interface Offers {
  draw: number[]; // seats that offer
  // Back to so many actions.  `asks`: seats whose people have yet to agree.
  undo: { seat: number; to: number; asks: number[] } | null;
  rematch: number[];
}

export interface Clocks {
  left: (number | null)[]; // milliseconds of each seat at the time `at`; null: no clock
  running: number | null; // the seat whose time runs
  at: number; // the server's time, milliseconds
}

// What changes in the course of a game
export interface State {
  seq: number; // grows by one with every event
  status: Status;
  seats: Seat[];
  order: number[]; // where the owner of each seat sat before lots were drawn: 0, 1, 2 without lots
  actions: number; // how many have been played
  frame: Frame; // the position now
  clocks: Clocks;
  offers: Offers;
  result: Result | null;
  next: string | null; // the table of the rematch
}

export interface Turn {
  seat: number;
  actions: string[];
  signs: string[]; // of each action, as in Happened
}

// GET /api/tables/{id}, and within `welcome`
export interface Snapshot {
  id: string;
  game: string; // vier3d(players=3)
  name: string; // vier3d
  title: Words;
  variant: Words; // the options in words: "8 × 8, without diagonals"; may be empty
  options: Record<string, string>; // all, with defaults
  board: Board;
  clock: Clock;
  listed: boolean;
  lots: boolean; // sides are drawn by lot; until everybody is here, seats have numbers for titles
  turns: Turn[]; // everything played so far; the last may be of a turn that ended the game
  state: State;
  now: number; // the server's time, milliseconds
}

// GET /api/tables/{id}/frames?first=0&last=12: what the board looked like after so many actions,
// without targets; the first frame is the start
export interface Frames {
  first: number;
  frames: Frame[];
}

export interface Picture {
  board: Board;
  frame: Frame; // without targets
}

// GET /api/games/{name}/demo: a short game to show
export interface Demo {
  game: string;
  board: Board;
  frames: Frame[]; // without targets
  first: number; // which of them is the game's picture
}

// GET /api/tables: the lobby; with ?id=a&id=b these tables, twenty at most
export interface Listed {
  id: string;
  game: string;
  name: string;
  title: Words;
  variant: Words;
  seats: Seat[];
  lots: boolean;
  order: number[]; // as in State
  clock: Clock;
  status: Status;
  actions: number;
  turn: number | null; // whose action is due, while it is played
  result: Result | null;
  opened: number; // the server's time, milliseconds
  last: number; // when something happened at it
}

// GET /api/lan, PUT /api/lan {open}: only on the machine that runs the hall
export interface Lan {
  url: string | null; // where others in the local network find the hall
  can_change: boolean; // it can be opened and closed here
}

// The socket: /api/tables/{id}/socket.  The first message is `hello`.

export type Wish = "draw" | "undo" | "rematch";

// Commands carry an id of the client's own choice; a command sent twice is carried out once.
export type FromClient =
  | { type: "hello"; token?: string }
  | { type: "act"; id: string; at: number; actions: string[] } // `at`: how many were played before
  | { type: "draft"; n: number; at: number; actions: string[] } // show me, do not play
  | { type: "why"; n: number; at: number; actions: string[]; cells: number[] } // why not these cells?
  | { type: "offer"; id: string; what: Wish; seat?: number } // also says yes to the other's offer
  | { type: "decline"; id: string; what: Wish; seat?: number } // or takes the own offer back
  | { type: "resign"; id: string; seat?: number }
  | { type: "name"; id: string; seat: number; name: string }
  | { type: "hurry" } // the computer shall move now
  | { type: "wait"; waits: boolean } // until the computer is ready, rather than play its stand-in
  | { type: "ping" };

export type FromServer =
  | { type: "welcome"; mine: number[]; snapshot: Snapshot } // answers hello; also after a gap
  | {
      type: "event";
      kind: "joined" | "named" | "played" | "undone" | "offered" | "declined" | "ended" | "rematch";
      seat: number | null;
      actions: string[]; // played: the turn
      frames: Frame[]; // played: after each action but the last, without targets
      state: State; // afterwards
      now: number;
    }
  | { type: "done"; id: string; seq: number } // the command was carried out and is on disk
  | { type: "drafted"; n: number | null; id: string | null; complete: boolean; frame: Frame }
  | { type: "refused"; n: number | null; id: string | null; why: Words }
  | { type: "presence"; seats: boolean[]; watching: number }
  | {
      type: "thinking"; // the computer; not on disk
      seat: number;
      queue: number; // how many wait before it; 0: it thinks
      depth: number;
      nodes: number;
      seconds: number;
      line: string[]; // what it would play
    }
  // cold: a stand-in plays for the computer; coming: until it is ready, else for good
  | { type: "warmth"; cold: boolean; coming: boolean; waits: boolean }
  | { type: "pong"; now: number };
// Errors of REST are {"detail": {"why": Words}} with 4xx, or FastAPI's list of faults with 422.
