// What a set-up page asks for.  Pure.
import type {
  Clock,
  GameInfo,
  GameOption,
  SeatRequest,
  Snapshot,
  TableRequest,
} from "../../protocol";
import { w } from "../../words";

export const MAX_NAME_LENGTH = 40; // characters of a player's name, as the server allows

export type ChosenOptions = Record<string, string>; // option → value

/** The default options of the game. */
export function getDefaultOptions(game: GameInfo): ChosenOptions {
  return Object.fromEntries(
    game.options.flatMap(({ name, values }) => (values[0] ? [[name, values[0].value]] : [])),
  );
}

/** The options that an id names, as far as the game has them, and the usual ones beside them. */
export function parseChosenOptions(game: GameInfo, id: string): ChosenOptions {
  const chosen = getDefaultOptions(game);
  const named = /\(([^()]*)\)$/.exec(id)?.[1] ?? "";
  for (const pair of named.split(",")) {
    const [name = "", value = ""] = pair.split("=").map((part) => part.trim());
    const option = game.options.find((one) => one.name === name);
    if (option?.values.some((one) => one.value === value)) chosen[name] = value;
  }
  return chosen;
}

/** Whether an option has an effect beside the others. */
export function hasEffect(option: GameOption, chosen: ChosenOptions): boolean {
  return Object.entries(option.where).every(([other, values]) =>
    values.includes(chosen[other] ?? ""),
  );
}

/** The id of a game with options: defaults, and what has no effect, are left out. */
export function makeGameId(game: GameInfo, chosen: ChosenOptions): string {
  const usual = getDefaultOptions(game);
  const unusual = game.options
    .filter((option) => hasEffect(option, chosen) && chosen[option.name] !== usual[option.name])
    .map(({ name }) => `${name}=${chosen[name]}`);
  return unusual.length ? `${game.name}(${unusual.join(",")})` : game.name;
}

export function getPlayerCount(game: GameInfo, chosen: ChosenOptions): number {
  return Number(chosen["players"] ?? game.players);
}

/** Whether an option says how many play. */
export function isPlayersOption({ name }: GameOption): boolean {
  return name === "players";
}

/** As many seats as there are players; new ones are the computer's. */
export function fitSeats(seats: SeatRequest[], players: number, level: number): SeatRequest[] {
  const more = Array.from({ length: Math.max(0, players - seats.length) }, () => computer(level));
  return [...seats, ...more].slice(0, players);
}

export function makeSeatsAgainstComputer(players: number, level: number, name = ""): SeatRequest[] {
  return fitSeats([{ kind: "here", name }], players, level);
}

/** Everybody moves on by one seat. */
export function rotateSeats(seats: SeatRequest[]): SeatRequest[] {
  return [...seats.slice(-1), ...seats.slice(0, -1)];
}

function computer(level: number): SeatRequest {
  return { kind: "computer", level };
}

/** The settings of a new game, besides its seats. */
export type TableSettings = Pick<
  TableRequest,
  "clock" | "listed" | "random_sides" | "hints" | "teaching"
>;

/** What the server is asked for: each seat says only what belongs to its kind. */
export function makeTableRequest(
  game: string,
  seats: SeatRequest[],
  more: TableSettings = {},
): TableRequest {
  const { random_sides = false, teaching = false } = more;
  return {
    game,
    seats: seats.map(cleanSeat),
    clock: { kind: "none" },
    ...more,
    random_sides: random_sides && seats.length > 1,
    teaching: teaching && canTeach(seats),
  };
}

/** What a table was opened with, seen by who holds these seats; other people are asked by link. */
export function makeSimilarRequest(
  { game, state, ...rest }: Snapshot,
  mine: number[],
): TableRequest {
  const seats = state.seats.map(({ kind, level, name }, i): SeatRequest => {
    if (kind === "computer") return { kind, level };
    return mine.includes(i) ? { kind: "here", name } : { kind: mine.length ? "friend" : kind };
  });
  const { clock, listed, random_sides, hints, teaching } = rest;
  return { game, seats, clock, listed, random_sides, hints, teaching };
}

/** Teaching is possible for one person who plays only against computers. */
export function canTeach(seats: SeatRequest[]): boolean {
  const kinds = seats.map(({ kind }) => kind);
  return kinds.includes("here") && kinds.includes("computer") && !kinds.includes("friend");
}

function cleanSeat(seat: SeatRequest): SeatRequest {
  if (seat.kind === "computer") return { kind: seat.kind, level: seat.level ?? 1 };
  const name = (seat.name ?? "").trim();
  return name && seat.kind === "here" ? { kind: seat.kind, name } : { kind: seat.kind };
}

// Clocks

export const MOVE_CLOCKS = [15, 30, 60, 120, 300, 86_400]; // seconds
export const FISCHER_CLOCKS: [number, number][] = [
  [60, 2],
  [180, 2],
  [300, 3],
  [600, 5],
  [900, 10],
  [1800, 20],
];

/** What the server takes, in the units in which the page asks. */
export const CLOCK_LIMITS = {
  secondsPerTurn: [5, 14 * 86_400],
  minutesInAll: [1, 24 * 60],
  secondsAdded: [0, 600],
} as const satisfies Record<string, readonly [number, number]>;

export type ClockNumber = keyof typeof CLOCK_LIMITS;

/** Whether an entered number is valid; an empty field is `null` or `undefined`. */
export function isValidClockNumber(
  what: ClockNumber,
  value: number | null | undefined,
): value is number {
  const [low, high] = CLOCK_LIMITS[what];
  return Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 30 s, 5 min, 1 min 30 s, 1 day */
export function durationText(seconds: number): string {
  const parts: [number, (n: number) => string][] = [
    [Math.floor(seconds / DAY), w().days],
    [Math.floor((seconds % DAY) / HOUR), w().hours],
    [Math.floor((seconds % HOUR) / MINUTE), w().minutes],
    [seconds % MINUTE, w().seconds],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, say]) => say(number));
  return said.join(" ") || w().seconds(0);
}

export function clockName(clock: Clock): string {
  if (clock.kind === "none") return w().noClock;
  const time = durationText(clock.seconds);
  if (clock.kind === "move") return `${time} · ${w().perTurn}`;
  return `${time} + ${durationText(clock.increment)}`;
}
