import { expect, test } from "vitest";
import { kept } from "./savedGame.fixture";
import { NO_GAMES, countOpenings, explorerRows, score } from "./openingCounts";
import type { ExploredMessage, Verdict } from "../protocol";

const game = kept().game;

test("results are those of who played the action", () => {
  const counts = countOpenings([kept(), kept({ id: "t2", result: [0, 0] })], game, "own");
  expect(counts.get("k1")).toEqual({ games: 2, won: 1, drawn: 1, lost: 0 });
  expect(counts.get("k2")).toEqual({ games: 2, won: 0, drawn: 1, lost: 1 });
});

test("only games of these options that have a result count", () => {
  const others = [kept({ game: "vier3d" }), kept({ result: null }), kept({ opening: [] })];
  expect(countOpenings(others, game, "own").size).toBe(0);
});

test("games of others are not counted as own games", () => {
  const all = [kept(), kept({ id: "t2", mine: [] }), kept({ id: "t3", mine: [] })];
  expect(countOpenings(all, game, "own").get("k1")?.games).toBe(1);
  expect(countOpenings(all, game, "others").get("k1")?.games).toBe(2);
});

test("in a turn of several actions each is its player's", () => {
  const turns = [
    { seat: 0, actions: ["e3", "e4"], signs: ["", ""] },
    { seat: 1, actions: ["a1"], signs: [""] },
  ];
  const counts = countOpenings([kept({ turns, opening: ["k1", "k2", "k3"] })], game, "own");
  expect(counts.get("k2")?.won).toBe(1);
  expect(counts.get("k3")?.lost).toBe(1);
});

test("a draw is half a point", () => {
  expect(score({ games: 4, won: 1, drawn: 2, lost: 1 })).toBe(50);
  expect(score({ games: 3, won: 2, drawn: 0, lost: 1 })).toBe(67);
});

const draw: Verdict = { certainty: "proven", values: [0, 0], turns: null, stored: true };
const lost: Verdict = { certainty: "proven", values: [1, -1], turns: 3, stored: true };
const move = (action: string, key: string, verdict: Verdict | null, alike: string[] = []) => ({
  action,
  alike,
  key,
  verdict,
  engine: { ...NO_GAMES, games: 2, drawn: 2 },
});

test("moves have the games that continued with them, and the proven value for their player", () => {
  const message: ExploredMessage = {
    type: "explored",
    n: 1,
    turn: 1,
    verdict: draw,
    moves: [move("a", "k0", null), move("b", "k1", draw, ["c", "d"]), move("e", "k2", lost)],
    player: "level8",
    games: 2,
  };
  const games = [kept(), kept({ id: "t2", mine: [], opening: ["k2", "k9"] })];
  const rows = explorerRows(message, games, games[0]!.game);
  expect(rows.map(({ action }) => action)).toEqual(["e", "b", "a"]);
  expect(rows.map(({ value }) => value)).toEqual([-1, 0, null]);
  expect(rows.map(({ own }) => own.games)).toEqual([1, 1, 0]);
  expect(rows.map(({ others }) => others.games)).toEqual([1, 0, 0]);
  expect(rows[1]).toMatchObject({ alike: 3, engine: { games: 2 } });
});
