// What the server and the browser say to each other.  docs/hall.md tells the same in words.
// Written by `python -m steinreich.hall.api.typescript`: change the declarations in Python.

export type Colour = "white" | "black" | "red" | "blue" | "yellow" | "wood";

export type Mark = "plain" | "dot" | "ring" | "crown" | "holes";

// What a player does: a piece comes onto a cell, or one of two halves onto two cells; a piece goes
// from the first cell to the last, which is empty, an enemy's or one's own; a piece leaves; nothing.

export type Kind = "place" | "tile" | "move" | "capture" | "stack" | "take" | "pass";

export type Language = "en" | "de";

/** The same text in English and German. */
export interface Words {
  en: string;
  de: string;
}

// Boards and what stands on them

export interface Cell {
  name: string; // c3; no two have the same
  x: number; // to the right; on boards with height, of its level
  y: number; // upward, likewise
}

export interface Label {
  text: string;
  x: number;
  y: number;
}

/** Cells one above the other: a piece put on any of them falls to the same one. */
export interface Pillar {
  name: string; // b3, a rod; c, a column
  cells: number[]; // from the bottom up
}

/** What is seen of a piece. */
export interface Look {
  colour: Colour;
  mark: Mark;
}

export interface Count {
  seat: number | null; // whose; null: common to all
  what: Words; // "Tzaars", "coins", "neutral balls"
  colour: Colour;
  mark: Mark;
  number: number;
}

export interface Board {
  squares: boolean; // cells are squares of side 1; otherwise points joined by lines
  cells: Cell[]; // everything else refers to cells by index
  lines: [number, number, number, number][]; // x, y to x, y
  marked: number[]; // cells that matter to the rules
  labels: Label[]; // on boards with height, of each level
  outline: [number, number][]; // x, y of the wood below a flat board, anticlockwise
  panel: [number, number][]; // likewise of the lighter wood below points
  scene: [number, number, number][]; // x, y, z of each cell on boards with height; else empty
  pillars: Pillar[]; // where pieces drop
  kinds: Record<string, Words>; // by letter, spoken: "white Tzaar", "rote Kugel"
  choices: Record<string, Words>; // likewise, of those that may be put: "Tzaar"; empty: as in kinds
  counts: Count[]; // those of the start: clients keep their room before a frame has come
}

export interface Piece {
  cell: number;
  colour: Colour;
  mark: Mark;
  letter: string; // of its kind
  height: number;
  owner: number | null; // whose it is; null: nobody's
  joined?: number; // the cell of the other half, where this is half a tile
}

/** What a piece that may be put looks like. */
export interface ToPut {
  colour: Colour;
  mark: Mark;
  owner: number | null;
}

/** A legal action.  There are many, so they speak the reader's language only. */
export interface Target {
  kind: Kind;
  cells: number[]; // in order: where from, where to; where pieces drop: where it comes to rest
  puts?: string; // the letters of what comes onto these cells, one each, if anything
  spoken: string; // "E5 captures E4"
}

/** An action of which somebody thinks, with all that is needed to show it. */
export interface LineAction {
  action: string;
  seat: number;
  target: Target; // of what kind it is and which cells it touches: for arrows
}

/** An action that was played, and what it brought about. */
export interface Happened {
  action: string;
  sign: string; // written behind it in lists: a capture, a line; or nothing
  kind: Kind;
  cells: number[]; // in order, as in Target
  spoken: Words; // "c2 to c5, takes d5"
  taken: Piece[]; // what left the board, where it stood; perhaps what the action itself had put
  lines: number[][]; // what it completed, even if that left the board
}

/**
 * One moment of a game.  `targets` are the legal actions by name, and `to_put` is about these:
 * only the seats that are to act get them.
 */
export interface Frame {
  pieces: Piece[]; // ordered by cell
  targets: Record<string, Target>;
  to_put: Record<string, ToPut>; // by letter: what pieces look like that may be put now
  turn: number | null; // whose action is due; null when the game is over by the rules
  starts_turn: boolean; // the action due is the first of a turn
  due: Words; // "reinforce, capture or pass"
  counts: Count[]; // what each side has left, has captured, has won
  info?: Words; // what neither the board nor the counts show, if there is such a thing
  last: Happened[]; // the turn that led here: all its actions so far
  lit: number[][]; // the winner's lines
  decided?: number[]; // where one sees why the game ended, when it has
}

/** What may be done in a moment. */
export interface Legal {
  targets: Record<string, Target>;
  to_put: Record<string, ToPut>;
}

// Games

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

export interface Picture {
  board: Board; // without labels
  frame: Frame; // without targets
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

/** GET /api/games */
export interface Games {
  games: GameInfo[];
}

/** GET /api/games/{name}/demo: a short game to show */
export interface Demo {
  game: string;
  board: Board; // without labels
  frames: Frame[]; // without targets
  first: number; // which of them is the game's picture
}

// Tables: one game between some seats

export type SeatKind = "here" | "friend" | "computer"; // of the one who opened the table

export type Status = "waiting" | "playing" | "over";

export type Reason = "rules" | "resigned" | "time" | "agreed" | "left" | "aborted" | "superseded";

export type EventKind =
  | "opened"
  | "joined"
  | "named"
  | "played"
  | "undone"
  | "offered"
  | "declined"
  | "ended"
  | "rematch";

export interface NoClock {
  kind: "none";
}

/** So long for every turn. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** So long in all, and some time added after every turn. */
export interface FischerClock {
  kind: "fischer";
  seconds: number;
  increment: number;
}

export type Clock = NoClock | MoveClock | FischerClock;

export interface Seat {
  title: Words; // Red
  called: Words; // Ada; "Computer 2 (level 3)"; Red, where no name was given
  kind: SeatKind;
  name: string; // "" where none was given
  level: number | null;
  taken: boolean; // somebody sits there (always, unless a friend has not come yet)
  look: Look | null; // of its pieces; null: it has none of its own
}

export interface Result {
  returns: number[]; // +1, 0 or -1 for each seat
  winner: number | null;
  reason: Reason;
  text: Words; // "Ada wins"
  why: Words; // "Ben has run out of time"; may be empty
  why_to: Words[]; // the same, said to each player: "You have run out of time"
}

export interface UndoOffer {
  seat: number;
  to: number; // back to so many actions
  asks: number[]; // seats whose people have yet to agree
}

export interface Offers {
  draw: number[]; // seats that offer
  undo: UndoOffer | null;
  rematch: number[];
}

export interface Clocks {
  left: (number | null)[]; // milliseconds of each seat at the time `at`; null: no clock
  running: number | null; // the seat whose time runs
  at: number; // the server's time, milliseconds
}

/** What changes in the course of a game */
export interface TableState {
  seq: number; // grows by one with every event
  status: Status;
  seats: Seat[];
  order: number[]; // where the owner of each seat sat before lots were drawn: 0, 1, 2 without
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

// How an action may be chosen before it is one's turn: by its cells, as a tile by both its cells in
// order, or not at all where a turn has several actions.

export type Premoves = "none" | "cells" | "tiles";

/** GET /api/tables/{id}, and within `welcome` */
export interface Snapshot {
  id: string;
  game: string; // vier3d(players=3)
  name: string; // vier3d
  title: Words;
  variant: Words; // the options in words: "large, without diagonals"; may be empty
  options: Record<string, string>; // all, with defaults
  board: Board;
  premoves: Premoves;
  // milliseconds for which the player to move is away before others may claim that; null: never
  claim_after: number | null;
  draws: boolean; // whether a draw may be offered
  clock: Clock;
  listed: boolean;
  lots: boolean; // sides are drawn by lot; until everybody is here, seats have numbers for titles
  rematch: boolean; // whether it follows another game of the same people, with sides changed
  hints: boolean; // whoever is to act may ask for hints
  teaching: boolean; // who plays against the computer alone is told of blunders
  start: string; // the position string of the first position
  turns: Turn[]; // everything played so far; the last may be of a turn that ended the game
  state: TableState;
  now: number; // the server's time, milliseconds
}

/**
 * GET /api/tables/{id}/frames?first=0&last=12: what the board looked like after so many
 * actions, without targets; the first frame is the start
 */
export interface Frames {
  first: number;
  frames: Frame[];
}

/** A line of the lobby */
export interface Listed {
  id: string;
  game: string;
  name: string;
  title: Words;
  variant: Words;
  seats: Seat[];
  lots: boolean;
  order: number[]; // as in TableState
  clock: Clock;
  status: Status;
  actions: number;
  turn: number | null; // whose action is due, while it is played
  result: Result | null;
  opened: number; // the server's time, milliseconds
  last: number; // when something happened at it
}

/** GET /api/tables: the lobby; with ?id=a&id=b these tables, twenty at most */
export interface Lobby {
  tables: Listed[];
}

export type Marking = "" | "reading" | "addition";

/** What a rule forbids, as an example. */
export interface RefusedAction {
  action: string;
  why: Words;
}

/** A board beside the rules: to look at or, where there are goals, to try a rule on. */
export interface Figure {
  position: string | null; // as POST /api/positions takes it; null: the start
  actions: string[]; // played from there
  frame: Frame; // with the legal actions where there are goals
  ending: Words | null; // why the game is over here, if it is
  // One of these is to be done: actions one after the other; "*" is whatever is legal.
  goals: string[][];
  done: Words; // what is said then
  refused: RefusedAction[];
}

export interface Paragraph {
  text: Words; // beside a figure: what is seen on it, or what to do on it
  mark: Marking; // ours: where the leaflet is silent, or what it does not have
  figure?: Figure; // in lessons only
}

export interface Section {
  heading: Words;
  paragraphs: Paragraph[];
}

/** GET /api/rules?game=vier3d(players=3): the rules as they are with these options */
export interface Rules {
  game: string; // its id
  title: Words;
  variant: Words; // how the options differ from the usual ones; empty where they do not
  summary: Words;
  sections: Section[];
  credit: Words;
}

/** GET /api/lesson?game=vier3d(players=3)&language=de: the rules with boards to try them on */
export interface Lesson {
  rules: Rules;
  board: Board;
  start: Figure; // to play on as one likes
  by_hand: boolean; // positions can be set up by pieces: POST /api/setup
}

// Changes: only what is not as it was before.  Fields that are missing have stayed the same.

/**
 * What a frame is from the one before.  Legal actions are never kept: where `targets` and
 * `to_put` are missing, there are none.
 */
export interface FrameChanges {
  gone?: number[]; // cells on which nothing stands any more
  pieces?: Piece[]; // new on their cells, perhaps in the place of others
  targets?: Record<string, Target>;
  to_put?: Record<string, ToPut>;
  turn?: number | null;
  starts_turn?: boolean;
  due?: Words;
  counts?: Count[]; // all of them, where other things are counted
  numbers?: [number, number][]; // else those that differ: which count, its number
  info?: Words | null; // null: there is none any more
  last?: Happened[]; // another turn
  added?: Happened[]; // the same turn goes on
  lit?: number[][];
  decided?: number[] | null; // null: it goes on again
}

export interface StateChanges {
  status?: Status;
  seats?: Seat[];
  order?: number[];
  actions?: number;
  frame?: FrameChanges; // from the last of `steps`, if there are any
  clocks?: Clocks;
  offers?: Offers;
  result?: Result | null;
  next?: string | null;
}

export type OfferKind = "draw" | "undo" | "rematch";

// What people ask for.  `id` is the client's own: what was carried out is not carried out again.
// `n` is the client's own, too: the answer to a question bears it.

/** Play a turn. */
export interface Act {
  type: "act";
  id: string;
  at: number; // how many actions were played before
  actions: string[];
}

/** Show what the board would look like; do not play. */
export interface Draft {
  type: "draft";
  n: number;
  at: number;
  actions: string[];
}

/** Why can these cells not be used, after these actions? */
export interface Why {
  type: "why";
  n: number;
  at: number;
  actions: string[];
  cells: number[];
}

/** What could be done after these actions, where hints are allowed? */
export interface Hint {
  type: "hint";
  n: number;
  at: number;
  actions: string[];
  stage: number; // 1: what to look for; 2: what to do; 3: and why
}

/** Why did the computer play its action after so many others? */
export interface Explain {
  type: "explain";
  n: number;
  at: number;
}

/** Offer a draw, undo or rematch, or agree to what another offers. */
export interface Offer {
  type: "offer";
  id: string;
  what: OfferKind;
  seat?: number | null;
}

/** Decline what another offers, or take the own offer back. */
export interface Decline {
  type: "decline";
  id: string;
  what: OfferKind;
  seat?: number | null;
}

/** Give the game up; call it off as long as somebody is missing. */
export interface Resign {
  type: "resign";
  id: string;
  seat?: number | null;
}

/** End the game: the player to move has been away for too long. */
export interface Claim {
  type: "claim";
  id: string;
  seat?: number | null;
}

/** Be called otherwise. */
export interface Rename {
  type: "name";
  id: string;
  seat: number;
  name: string;
}

export type Question = Draft | Why | Hint | Explain; // changes nothing

export type Message = Act | Question | Offer | Decline | Resign | Claim | Rename;

// What REST is asked for and answers

export interface SeatRequest {
  kind: SeatKind;
  name?: string;
  level?: number | null; // of the computer
}

/** POST /api/tables */
export interface TableRequest {
  game: string; // with options: chain_reaxis(size=8x8)
  seats: SeatRequest[];
  clock?: Clock; // none where it is missing
  listed?: boolean; // whether the lobby shows it
  lots?: boolean; // sides are drawn by lot when everybody is here, in a rematch again
  hints?: boolean; // whoever is to act may ask for hints
  teaching?: boolean; // who plays against the computer alone is told of blunders
  position?: string | null; // from which the game goes on; else from the start
  // Random and the client's own: with the same one again, the same table is answered and none is
  // opened; where it is missing, the server makes it.
  token?: string | null;
}

export interface TableMade {
  id: string;
  token: string; // of all seats that are "here"; a spectator's where there are none
  invites: Record<string, string>; // the secret for each friend's seat, by its number
}

/** POST /api/tables/{id}/join */
export interface JoinRequest {
  seat: number;
  invite?: string | null; // a listed table needs none
  name?: string;
  // Random and the client's own: with the same one again, the seat is its holder's as before;
  // where it is missing, the server makes it.
  token?: string | null;
}

export interface Joined {
  seat: number;
  token: string;
}

/** POST /api/positions: any position of a game, at no table */
export interface PositionRequest {
  game: string; // with options
  position?: string | null; // its string; where it is missing, the start
  actions?: string[]; // played from there
  cells?: number[]; // touched after them: why can these not be used?
  language?: Language; // of the legal actions; English where it is missing
}

export interface PositionShown {
  position: string; // its string
  frame: Frame; // with the legal actions
  ending: Words | null; // "Red wins: Red has completed a four"; null while the game goes on
  why?: Words; // why the cells cannot be used, or what is to be done
}

/** POST /api/positions/line: all positions of a line, at no table */
export interface LineRequest {
  game: string; // with options
  position?: string | null; // its string; where it is missing, the start
  actions: string[]; // played from there
}

export interface LineShown {
  positions: PositionShown[]; // the first, and after each action; without the legal actions
}

/** PUT /api/lan */
export interface LanRequest {
  open: boolean;
}

/** GET /api/lan: whether others in the local network find the hall; only on its own machine */
export interface Lan {
  url: string | null; // where they find it
  can_change: boolean; // whether it can be opened and closed from here
}

/** GET /api/health */
export interface Health {
  status: "ok";
}

/** GET /api/ready */
export interface Ready {
  ready: boolean;
  engines: Record<string, string>; // cold, warming or warm, for each game
}

export interface FaultDetail {
  why: Words;
}

/** What an answer of 400, 403, 404, 409, 413 or 429 says; 422 has FastAPI's list of faults */
export interface Fault {
  detail: FaultDetail;
}

// The socket: /api/tables/{id}/socket.  The first message is `hello`.  Commands carry an id of the
// client's own choice; a command sent twice is carried out once.

/** Begin to listen, or ask for what is missing, perhaps in the other language. */
export interface Hello {
  type: "hello";
  token?: string | null; // of seats; without one, somebody watches
  language?: Language; // of the legal actions; all else is said in both
  seq?: number | null; // of the state that is known; without one, none is
  listed?: Language | null; // in which its legal actions are known
}

/** The computer shall move now. */
export interface Hurry {
  type: "hurry";
}

/** Wait until the computer is ready, rather than play its stand-in? */
export interface Wait {
  type: "wait";
  waits: boolean;
}

/** Is the line alive? */
export interface Ping {
  type: "ping";
}

export type FromClient = Hello | Message | Hurry | Wait | Ping;

/** Answers `hello` with everything */
export interface WelcomeMessage {
  type: "welcome";
  mine: number[]; // the seats of who said it
  snapshot: Snapshot;
}

/** Something has happened at the table, and is on disk */
export interface EventMessage {
  type: "event";
  kind: EventKind;
  seat: number | null;
  seq: number; // of the state afterwards: one more than of the state that is changed
  actions: string[]; // played: the turn
  steps: FrameChanges[]; // played: by each action but the last, one after the other
  state: StateChanges;
  now: number;
  id?: string; // of the command that led to it, for who sent that
}

/** Answers `hello` of who knows all but the last events */
export interface ResumedMessage {
  type: "resumed";
  mine: number[];
  events: EventMessage[]; // those that are missing, without legal actions
  legal: Legal | null; // after them all; null: as they are known
  now: number;
}

/** The command had been carried out before, by this event: none follows */
export interface DoneMessage {
  type: "done";
  id: string;
  seq: number;
}

/** What the board would look like */
export interface DraftedMessage {
  type: "drafted";
  n: number | null;
  id: string | null;
  complete: boolean;
  frame: Frame;
}

/** What cannot be done, and why */
export interface RefusedMessage {
  type: "refused";
  n: number | null;
  id: string | null;
  why: Words;
}

/** Who is here */
export interface PresenceMessage {
  type: "presence";
  seats: boolean[];
  since: (number | null)[]; // when each came or went, server's time; null: before it was noted
  watching: number;
}

/** The computer thinks; not on disk */
export interface ThinkingMessage {
  type: "thinking";
  seat: number;
  queue: number; // how many wait before it; 0: it thinks
  depth: number;
  nodes: number;
  seconds: number;
  line: string[]; // what it would play
}

/** Whether the computer is ready */
export interface WarmthMessage {
  type: "warmth";
  cold: boolean; // a stand-in plays for it
  coming: boolean; // until it is ready, else for good
  waits: boolean; // the players would rather wait
}

/** Answers `hint`, for who asked alone */
export interface HintMessage {
  type: "hint";
  n: number;
  stage: number;
  clue: string; // what to look for, in the language of `hello`
  cells: number[]; // where: of the piece that moves, if one does
  action: LineAction | null; // what to do, from stage 2 on
  reasons: string[]; // and why, in stage 3; in the language of `hello`
}

/** Answers `hint` and `explain` where the engine is not ready: the answer follows when it is */
export interface PendingMessage {
  type: "pending";
  n: number;
}

/** Answers `explain` */
export interface ExplainedMessage {
  type: "explained";
  n: number;
  reasons: string[]; // why, or why not; in the language of `hello`
}

/** Teaching: the last turn of who hears it was a blunder, and may be taken back */
export interface BlunderMessage {
  type: "blunder";
  at: number; // how many actions were played before that turn
  text: Words;
}

export interface PongMessage {
  type: "pong";
  now: number;
}

export type FromServer =
  | WelcomeMessage
  | ResumedMessage
  | EventMessage
  | DoneMessage
  | DraftedMessage
  | RefusedMessage
  | PresenceMessage
  | ThinkingMessage
  | WarmthMessage
  | HintMessage
  | PendingMessage
  | ExplainedMessage
  | BlunderMessage
  | PongMessage;

// Records: games that people keep, bring along and take with them

export type RecordText = string;

export type Theme = "light" | "dark" | "auto"; // auto: as the reader's system prefers

/** POST /api/records: what games are in a text, in whatever form records have */
export interface RecordsRequest {
  text: RecordText;
}

/** A game as a record tells it */
export interface GameRecord {
  game: string; // an id with options: vier3d(players=3)
  name: string; // vier3d
  title: Words;
  variant: Words;
  seats: Words[]; // how the seats are called: Red
  headers: Record<string, string>; // what people wrote: Date, Player1, Event, ...
  result: number[] | null; // +1, 0 or -1 for each seat; null: none
  why: Words; // how it ended: "Red fills a line"; may be empty
  start: string; // the position string of the first position
  turns: Turn[];
  actions: number; // how many
  board: Board;
  frame: Frame; // the last position
  opening: string[]; // after each of the first actions: a key, the same for turned boards
  text: string; // the whole record as text, without what was wrong
  json: string; // likewise as JSON
}

export interface ReadGame {
  record: GameRecord | null; // up to the first fault; null: not even its start can be read
  fault: Words | null; // what is wrong, and where
}

export interface ReadGames {
  games: ReadGame[];
}

/** POST /api/records/frames: all moments of one game */
export interface RecordFramesRequest {
  text: RecordText;
}

export interface RecordFrames {
  board: Board;
  frames: Frame[]; // without targets; the first is the start
}

/** POST /api/records/pictures: what the board looks like after `first` to `last` actions */
export interface PicturesRequest {
  text: RecordText;
  first: number;
  last: number;
  theme?: Theme;
  language?: Language;
  width?: number; // pixels
}

export interface Pictures {
  pictures: string[]; // SVG
}

// Openings: what was played at the beginning

export interface OpeningCounts {
  games: number;
  won: number; // by who plays the action
  drawn: number;
  lost: number;
}

/** An action, and all that lead to the same position on a turned or mirrored board */
export interface OpeningMove {
  action: string; // the first of them by name
  alike: number; // how many they are
  key: string; // of the position that it leads to, as in GameRecord
  engine: OpeningCounts; // games of the engine that came to this position
  value: number | null; // for who plays it, when both play as well as can be; null: not known
}

/** Options with which the engine has played a game */
export interface PlayedVariant {
  game: string; // its id with them
  variant: Words;
}

/** GET /api/openings?game=vier3d&line=a1&line=b1: what can follow the first actions of a game */
export interface Opening {
  title: Words; // of the game
  variant: Words;
  seats: Words[]; // how the seats are called
  board: Board;
  frame: Frame;
  turn: number | null; // whose action is due
  moves: OpeningMove[];
  line: string[]; // what was played so far
  player: string; // who played the engine's games; "" where there are none
  nodes: number; // positions that it looked at for an action, at most
  games: number; // how many these are
  variants: PlayedVariant[]; // of the same game, of which there are games of the engine
  chance: boolean; // the start is set up by chance: there are no openings
}

// Balance: measured in games of the computer against itself

/** A part of a whole, from 0 to 1: the true one lies between low and high, with 95 % */
export interface Measured {
  mean: number;
  low: number;
  high: number;
}

export interface VariantBalance {
  game: string; // its id
  variant: Words;
  games: number; // that were played
  first: Measured; // of the points, by who begins; a draw is shared by all
  fair: number; // the part of the points if it did not matter who begins
  decided: Measured; // of the games: somebody has won
}

/** GET /api/balance?game=vier3d(players=3): how fair and how decisive a game is */
export interface BalanceReport {
  about: Words; // with these options, in a sentence or two; that it is not known, if it is not
  decisive: Words; // with which options somebody wins most often; empty where that is no question
  how: Words; // how it was measured; empty where nothing was
  best: string; // the id of the most decisive variant; "" where that is no question
  suggestion: Words; // which variant to play instead, if this one is nearly always drawn; or empty
  suggested: string; // the id of that variant, or ""
  variants: VariantBalance[]; // all that were measured, the usual one first
}

export type Goal = "win" | "save" | "hold";

/** A position in which one action, and no other, reaches the goal. */
export interface Puzzle {
  id: string; // the same for ever
  game: string; // its id, with options
  position: string;
  goal: Goal;
  turns: number; // the solver's own, where he wins; otherwise those the opponent needs after others
  task: Words; // what is asked of the solver
  theme: string; // to be told when it is solved: before, it would be a hint
  rating: number; // how hard it is
  // All lines to the goal: names with blanks between, the opponents' replies in brackets.  Lines
  // that begin alike part where the solver has several good actions; replies are the same in all.
  solution: string[];
}

/** GET /api/games/vier3d/puzzles */
export interface Puzzles {
  boards: Record<string, Board>; // by the id of the game, with options
  themes: Record<string, Words>; // by name, those that occur
  puzzles: Puzzle[]; // the easy ones first
}

/** GET /api/puzzles */
export interface PuzzleCounts {
  games: Record<string, number>; // how many puzzles each has, by name; those that have none are missing
}

/** GET /api/games/vier3d/puzzles/0a1b2c3d4e/refutation?place=0&action=b3 */
export interface Refutation {
  actions: string[]; // that follow the wrong one, to the end of the opponent's turn
  why: Words; // it is wrong
}

// Positions set up by hand

/** A piece that somebody has put on a cell. */
export interface PlacedPiece {
  cell: number;
  letter: string;
  height?: number; // 1 where it is missing
}

/**
 * POST /api/setup: what pieces that are put on the board by hand make of it.  Where there are
 * none, a position is taken apart.
 */
export interface SetupRequest {
  game: string; // with options
  pieces?: PlacedPiece[];
  details?: Record<string, string>; // what is said of the position beside them
  position?: string | null; // without pieces: its string; null: the start
}

/** A kind of piece that may be put on the board. */
export interface PaletteKind {
  letter: string;
  called: Words; // "white Tzaar"
  colour: Colour;
  mark: Mark;
  owner: number | null;
  tallest: number; // as a stack
  left: number; // a stack can grow by at most this number of pieces: no more are left
  used_up: Words | null; // why no further piece or stack of the kind can be put
}

export interface DetailValue {
  value: string;
  label: Words;
}

/** What a position is beside its pieces: whose turn it is, coins, what is due. */
export interface DetailShown {
  name: string;
  title: Words;
  values: DetailValue[]; // that can be legal with these pieces, and the value that it has now
  value: string; // that it has now
  said: boolean; // somebody wants it so; else it follows from the rest, or is the usual
}

/** What was set up, legal or not. */
export interface SetupShown {
  palette: PaletteKind[];
  by_turns: boolean; // pieces of each kind in turn, as halves of tiles are
  frame: Frame; // without legal actions; of what is no position: the pieces alone
  details: DetailShown[];
  position: string | null; // its string, if it is a position
  ending: Words | null; // as in PositionShown
  fault: Words | null; // why it is no position
  cells: number[]; // those that show why
}

// The socket of the study: /api/study.  `n` is the client's own: whatever is said about a question
// bears it.  A window thinks about one position at a time, and evaluates one game at a time.

/** Think about a position, and about none that was named before. */
export interface Think {
  type: "think";
  n: number;
  game: string; // with options: chain_reaxis(size=8x8)
  position?: string | null; // null: the start; where chance sets it up, it is needed
  actions?: string[]; // played from there
  lines?: number; // at most
  depth?: number | null; // actions ahead; null: as deep as there is time for
  reasons?: boolean; // why to play the first action of each line, or why not
  threat?: boolean; // what the next seat would do if the one to act did nothing
  language?: Language; // of what is spoken, and of reasons
}

/** Think about nothing, evaluate nothing. */
export interface Stop {
  type: "stop";
}

/** Evaluate a game, action by action. */
export interface Evaluate {
  type: "evaluate";
  n: number;
  game: string;
  position?: string | null;
  actions?: string[];
  deeper?: boolean; // with ten times the nodes for each position
  language?: Language;
}

/** The same for what has been played at a table so far. */
export interface EvaluateTable {
  type: "evaluate_table";
  n: number;
  table: string;
  deeper?: boolean;
  language?: Language;
}

/** List the moves of a position: what is proven of each, and how the engine's games went on. */
export interface Explore {
  type: "explore";
  n: number;
  game: string;
  position?: string | null;
  actions?: string[];
}

export type StudyRequest = Think | Stop | Evaluate | EvaluateTable | Explore | Ping;

export type Certainty = "proven" | "estimated";

export type StudyState = "cold" | "waiting" | "thinking" | "paused" | "done";

/** What a position is worth. */
export interface Verdict {
  certainty: Certainty;
  values: number[]; // for each seat, from -1 (lost) to 1 (won)
  turns: number | null; // proven: the winner needs at most so many of its own turns, where known
  stored: boolean; // looked up in the store of proven facts, not searched
}

/** An action, how the game would go on after it, and where that leads. */
export interface StudyLine {
  actions: LineAction[];
  verdict: Verdict;
  reasons?: string[]; // why to play the first action, or why not; they come later
}

/**
 * What becomes of a question.  `cold`: machine code of this game is not ready yet, but will be;
 * `waiting`: others have their turn; `done`: all that there is time for has been thought.
 */
export interface StudyStateMessage {
  type: "state";
  n: number;
  state: StudyState;
  queue: number; // waiting: how many have their turn before
}

/** What is thought of a position by now */
export interface LinesMessage {
  type: "lines";
  n: number;
  turn: number | null; // whose action is thought about; null: the game is over
  can_pass: boolean; // whether a threat can be asked for here
  verdict: Verdict;
  lines: StudyLine[]; // the best first; none where the game is over
  depth: number;
  nodes: number;
  seconds: number; // that were thought
}

export type MarkSign = "" | "!" | "?!" | "?" | "??";

/** An action that was played, and what it cost. */
export interface EvaluatedAction {
  at: number; // how many actions were played before
  seat: number;
  action: string;
  before: Verdict; // of the position in which it was played
  after: Verdict; // of the position to which it led
  loss: number; // of the expected result: from 0 to 1 (a won game is lost)
  mark: MarkSign;
  word: Words; // what the mark means; empty where there is none
  best: LineAction | null; // what was better; null where nothing is known to be
}

/** A move, and all that lead to the same position on a turned or mirrored board. */
export interface ExploredMove {
  action: string; // the first of them by name
  alike: string[]; // the others
  key: string; // of the position that it leads to, as in GameRecord
  engine: OpeningCounts; // games of the engine that came to this position
  verdict: Verdict | null; // of the position that it leads to; null: not proven
}

/** What is known of a position and of its moves */
export interface ExploredMessage {
  type: "explored";
  n: number;
  turn: number | null; // whose action is due; null: the game is over
  verdict: Verdict | null; // null: not proven
  moves: ExploredMove[]; // the most played first, then proven ones, the best first
  player: string; // who played the engine's games; "" where there are none
  games: number; // how many these are
}

/** Some more actions of a game are evaluated */
export interface EvaluatedMessage {
  type: "evaluated";
  n: number;
  actions: EvaluatedAction[]; // one after the other
  total: number; // actions of the game
}

/** A moment that decided the game. */
export interface Moment {
  at: number; // how many actions were played before it
  text: Words;
}

/** A game is wholly evaluated */
export interface EvaluationMessage {
  type: "evaluation";
  n: number;
  moments: Moment[]; // the three largest losses, in the order of the game
  nodes: number; // the budget of each position; ten times as many confirm each mark
}

export type StudyAnswer =
  | StudyStateMessage
  | LinesMessage
  | EvaluatedMessage
  | EvaluationMessage
  | ExploredMessage
  | RefusedMessage
  | PongMessage;
