// Settings of a new table: options, seats and clock.
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

export type ChosenOptions = Record<string, string>; // value by option

/** Return the default options of a game. */
export function getDefaultOptions(game: GameInfo): ChosenOptions {
  return Object.fromEntries(
    game.options.flatMap(({ name, values }) => (values[0] ? [[name, values[0].value]] : [])),
  );
}

/** Return the valid options in a game id, and the defaults of all others. */
export function parseChosenOptions(game: GameInfo, id: string): ChosenOptions {
  const chosen = getDefaultOptions(game);
  const optionList = /\(([^()]*)\)$/.exec(id)?.[1] ?? "";
  for (const pair of optionList.split(",")) {
    const [name = "", value = ""] = pair.split("=").map((part) => part.trim());
    const option = game.options.find((candidate) => candidate.name === name);
    if (option?.values.some((choice) => choice.value === value)) chosen[name] = value;
  }
  return chosen;
}

/** Return whether an option has an effect with the other chosen options. */
export function hasEffect(option: GameOption, chosen: ChosenOptions): boolean {
  return Object.entries(option.where).every(([otherOption, values]) =>
    values.includes(chosen[otherOption] ?? ""),
  );
}

/** Return the id of a game with options, without defaults and options that have no effect. */
export function makeGameId(game: GameInfo, chosen: ChosenOptions): string {
  const defaults = getDefaultOptions(game);
  const settings = game.options
    .filter((option) => hasEffect(option, chosen) && chosen[option.name] !== defaults[option.name])
    .map(({ name }) => `${name}=${chosen[name]}`);
  return settings.length ? `${game.name}(${settings.join(",")})` : game.name;
}

export function getPlayerCount(game: GameInfo, chosen: ChosenOptions): number {
  return Number(chosen["players"] ?? game.players);
}

/** Return whether an option is the number of players. */
export function isPlayersOption({ name }: GameOption): boolean {
  return name === "players";
}

/** Add seats of the computer or remove seats, so that there is one for each player. */
export function fitSeats(seats: SeatRequest[], players: number, level: number): SeatRequest[] {
  const newSeats = Array.from({ length: Math.max(0, players - seats.length) }, () =>
    createComputerSeat(level),
  );
  return [...seats, ...newSeats].slice(0, players);
}

export function makeSeatsAgainstComputer(players: number, level: number, name = ""): SeatRequest[] {
  return fitSeats([{ kind: "here", name }], players, level);
}

/** Move each player to the next seat. */
export function rotateSeats(seats: SeatRequest[]): SeatRequest[] {
  return [...seats.slice(-1), ...seats.slice(0, -1)];
}

function createComputerSeat(level: number): SeatRequest {
  return { kind: "computer", level };
}

/** The settings of a new game, besides its seats. */
export type TableSettings = Pick<
  TableRequest,
  "clock" | "listed" | "random_sides" | "hints" | "teaching"
>;

/** Return a request to open a table; each seat has only the fields of its kind. */
export function makeTableRequest(
  game: string,
  seats: SeatRequest[],
  settings: TableSettings = {},
): TableRequest {
  const { random_sides = false, teaching = false } = settings;
  return {
    game,
    seats: seats.map(cleanSeat),
    clock: { kind: "none" },
    ...settings,
    random_sides: random_sides && seats.length > 1,
    teaching: teaching && canTeach(seats),
  };
}

/** Return a request for a table with the same settings: the given seats are at this device, those of
 * other people are invited by link. */
export function makeSimilarRequest(
  { game, state, ...rest }: Snapshot,
  ownSeats: number[],
): TableRequest {
  const seats = state.seats.map(({ kind, level, name }, i): SeatRequest => {
    if (kind === "computer") return { kind, level };
    return ownSeats.includes(i)
      ? { kind: "here", name }
      : { kind: ownSeats.length ? "friend" : kind };
  });
  const { clock, listed, random_sides, hints, teaching } = rest;
  return { game, seats, clock, listed, random_sides, hints, teaching };
}

/** Return whether teaching is possible: only computers play against the people at this device. */
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

/** The limits of the server, in the units of the form. */
export const CLOCK_LIMITS = {
  secondsPerTurn: [5, 14 * 86_400],
  minutesInAll: [1, 24 * 60],
  secondsAdded: [0, 600],
} as const satisfies Record<string, readonly [number, number]>;

export type ClockNumber = keyof typeof CLOCK_LIMITS;

/** Return whether an entered number is valid; that of an empty field is `null` or `undefined`. */
export function isValidClockNumber(
  field: ClockNumber,
  value: number | null | undefined,
): value is number {
  const [low, high] = CLOCK_LIMITS[field];
  return Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return a duration as text: 30 s, 5 min, 1 min 30 s, 1 day. */
export function getDurationText(seconds: number): string {
  const parts: [number, (n: number) => string][] = [
    [Math.floor(seconds / DAY), w().days],
    [Math.floor((seconds % DAY) / HOUR), w().hours],
    [Math.floor((seconds % HOUR) / MINUTE), w().minutes],
    [seconds % MINUTE, w().seconds],
  ];
  const texts = parts.filter(([number]) => number > 0).map(([number, getText]) => getText(number));
  return texts.join(" ") || w().seconds(0);
}

export function getClockText(clock: Clock): string {
  if (clock.kind === "none") return w().noClock;
  const time = getDurationText(clock.seconds);
  if (clock.kind === "move") return `${time} · ${w().perTurn}`;
  return `${time} + ${getDurationText(clock.increment)}`;
}
