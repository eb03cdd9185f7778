import { expect, test } from "vitest";
import { savedGame } from "./savedGame.fixture";
import { NO_GAMES, countOpenings, getExplorerRows, getScorePercent } from "./openingCounts";
import type { ExploredMessage, Verdict } from "../protocol";

const game = savedGame().game;

test("results are those of the player of the action", () => {
  const counts = countOpenings([savedGame(), savedGame({ id: "t2", result: [0, 0] })], game, "own");
  expect(counts.get("k1")).toEqual({ games: 2, won: 1, drawn: 1, lost: 0 });
  expect(counts.get("k2")).toEqual({ games: 2, won: 0, drawn: 1, lost: 1 });
});

test("only games of these options that have a result count", () => {
  const others = [
    savedGame({ game: "vier3d" }),
    savedGame({ result: null }),
    savedGame({ opening: [] }),
  ];
  expect(countOpenings(others, game, "own").size).toBe(0);
});

test("games of others are not counted as own games", () => {
  const all = [savedGame(), savedGame({ id: "t2", mine: [] }), savedGame({ id: "t3", mine: [] })];
  expect(countOpenings(all, game, "own").get("k1")?.games).toBe(1);
  expect(countOpenings(all, game, "others").get("k1")?.games).toBe(2);
});

test("all actions of a turn count for its player", () => {
  const turns = [
    { seat: 0, actions: ["e3", "e4"], signs: ["", ""] },
    { seat: 1, actions: ["a1"], signs: [""] },
  ];
  const counts = countOpenings([savedGame({ turns, opening: ["k1", "k2", "k3"] })], game, "own");
  expect(counts.get("k2")?.won).toBe(1);
  expect(counts.get("k3")?.lost).toBe(1);
});

test("a draw is half a point", () => {
  expect(getScorePercent({ games: 4, won: 1, drawn: 2, lost: 1 })).toBe(50);
  expect(getScorePercent({ games: 3, won: 2, drawn: 0, lost: 1 })).toBe(67);
});

const draw: Verdict = { certainty: "proven", values: [0, 0], turns: null, stored: true };
const lost: Verdict = { certainty: "proven", values: [1, -1], turns: 3, stored: true };
const move = (action: string, key: string, verdict: Verdict | null, others: string[] = []) => ({
  action,
  symmetric_actions: others,
  key,
  verdict,
  engine: { ...NO_GAMES, games: 2, drawn: 2 },
});

test("explorer rows have game counts and the proven value for the player to move", () => {
  const message: ExploredMessage = {
    type: "explored",
    n: 1,
    turn: 1,
    verdict: draw,
    moves: [move("a", "k0", null), move("b", "k1", draw, ["c", "d"]), move("e", "k2", lost)],
    player: "level8",
    games: 2,
  };
  const games = [savedGame(), savedGame({ id: "t2", mine: [], opening: ["k2", "k9"] })];
  const rows = getExplorerRows(message, games, games[0]!.game);
  expect(rows.map(({ action }) => action)).toEqual(["e", "b", "a"]);
  expect(rows.map(({ value }) => value)).toEqual([-1, 0, null]);
  expect(rows.map(({ own }) => own.games)).toEqual([1, 1, 0]);
  expect(rows.map(({ others }) => others.games)).toEqual([1, 0, 0]);
  expect(rows[1]).toMatchObject({ symmetric_count: 3, engine: { games: 2 } });
});
