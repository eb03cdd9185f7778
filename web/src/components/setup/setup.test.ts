import { expect, test } from "vitest";
import { EMPTY_BOARD, frame } from "../../fixtures";
import type { GameInfo, SeatRequest } from "../../protocol";
import {
  makeSeatsAgainstComputer,
  parseChosenOptions,
  getClockText,
  getDefaultOptions,
  getDurationText,
  fitSeats,
  makeGameId,
  isValidClockNumber,
  hasEffect,
  getPlayerCount,
  rotateSeats,
  makeTableRequest,
} from "./setup";
import { settings } from "../../browser/settings.svelte";

const option = (name: string, ...values: string[]) => ({
  name,
  title: "",
  about: "",
  values: values.map((value) => ({ value, label: "" })),
  where: {},
});
const GAME: GameInfo = {
  name: "vier3d",
  title: "",
  summary: "",
  credit: "",
  seats: ["", "", ""],
  players: 2,
  options: [option("variant", "first_four", "most_fours"), option("players", "2", "3")],
  picture: { board: EMPTY_BOARD, frame: frame() },
};

test("ids do not contain defaults", () => {
  expect(makeGameId(GAME, getDefaultOptions(GAME))).toBe("vier3d");
  expect(makeGameId(GAME, { variant: "most_fours", players: "3" })).toBe(
    "vier3d(variant=most_fours,players=3)",
  );
});

test("the chosen options are parsed from an id", () => {
  expect(parseChosenOptions(GAME, "vier3d")).toEqual(getDefaultOptions(GAME));
  const chosen = { variant: "most_fours", players: "3" };
  expect(parseChosenOptions(GAME, makeGameId(GAME, chosen))).toEqual(chosen);
  expect(parseChosenOptions(GAME, "vier3d( players = 3 )")).toEqual({
    ...getDefaultOptions(GAME),
    players: "3",
  });
  expect(parseChosenOptions(GAME, "vier3d(players=9,size=8)")).toEqual(getDefaultOptions(GAME));
});

test("ids do not contain options without effect", () => {
  const yellow = { ...option("yellow", "on", "off"), where: { variant: ["most_fours"] } };
  const game = { ...GAME, options: [...GAME.options, yellow] };
  const chosen = { variant: "first_four", players: "2", yellow: "off" };
  expect(hasEffect(yellow, chosen)).toBe(false);
  expect(makeGameId(game, chosen)).toBe("vier3d");
  const withMostFours = { ...chosen, variant: "most_fours" };
  expect(hasEffect(yellow, withMostFours)).toBe(true);
  expect(makeGameId(game, withMostFours)).toBe("vier3d(variant=most_fours,yellow=off)");
});

test("games for one player have no random sides", () => {
  const [seat] = makeSeatsAgainstComputer(1, 3);
  if (!seat) throw new Error("no seat");
  expect(makeTableRequest("six_in_line", [seat, seat], { random_sides: true }).random_sides).toBe(
    true,
  );
  expect(makeTableRequest("six_in_line", [seat], { random_sides: true }).random_sides).toBe(false);
});

test("teaching requires that all opponents are computers", () => {
  const isTeaching = (...seats: SeatRequest[]) =>
    makeTableRequest("vier3d", seats, { teaching: true, hints: true }).teaching;
  expect(isTeaching({ kind: "computer", level: 3 }, { kind: "here" })).toBe(true);
  expect(isTeaching({ kind: "here" }, { kind: "here" })).toBe(false);
  expect(isTeaching({ kind: "computer", level: 3 }, { kind: "here" }, { kind: "friend" })).toBe(
    false,
  );
});

test("the option `players` determines the number of seats", () => {
  expect(getPlayerCount(GAME, getDefaultOptions(GAME))).toBe(2);
  expect(getPlayerCount(GAME, { players: "3" })).toBe(3);
  expect(getPlayerCount({ ...GAME, options: [] }, {})).toBe(2);
});

test("the number of seats follows the number of players", () => {
  const seats = makeSeatsAgainstComputer(2, 4, "Ada");
  expect(seats).toEqual([
    { kind: "here", name: "Ada" },
    { kind: "computer", level: 4 },
  ]);
  expect(fitSeats(seats, 3, 5).at(-1)).toEqual({ kind: "computer", level: 5 });
  expect(fitSeats(seats, 1, 5)).toEqual([{ kind: "here", name: "Ada" }]);
});

test("rotating once per seat restores the order", () => {
  const seats = fitSeats([{ kind: "here" }, { kind: "friend" }], 3, 2);
  expect(rotateSeats(seats)[1]).toEqual({ kind: "here" });
  expect(rotateSeats(rotateSeats(rotateSeats(seats)))).toEqual(seats);
});

test("seats in a request have only the fields of their kind", () => {
  const seats = [
    { kind: "computer" as const, name: "left over" },
    { kind: "friend" as const, level: 3, name: "left over" },
    { kind: "here" as const, name: "  Ada " },
  ];
  expect(makeTableRequest("vier3d", seats).seats).toEqual([
    { kind: "computer", level: 1 },
    { kind: "friend" },
    { kind: "here", name: "Ada" },
  ]);
});

test("a custom clock is a whole number within the server's limits", () => {
  expect([5, 1_209_600].every((n) => isValidClockNumber("secondsPerTurn", n))).toBe(true);
  expect(
    [4, 1_209_601, 7.5, NaN, null, undefined].some((n) => isValidClockNumber("secondsPerTurn", n)),
  ).toBe(false);
  expect(isValidClockNumber("secondsAdded", 0)).toBe(true);
  expect(isValidClockNumber("minutesInAll", 0)).toBe(false);
});

test("durations are written in the largest units", () => {
  settings.language = "en";
  expect(getDurationText(0)).toBe("0 s");
  expect(getDurationText(90)).toBe("1 min 30 s");
  expect(getDurationText(7200)).toBe("2 h");
  expect(getDurationText(86_400)).toBe("1 day");
  expect(getClockText({ kind: "fischer", seconds: 300, increment: 0 })).toBe("5 min + 0 s");
});
