import { expect, test } from "vitest";
import { kept } from "../own/kept.fixture";
import { NO_GAMES } from "../own/openingCounts";
import type { ExploredMessage, Verdict } from "../protocol";
import { explorerRows } from "./explorer";

const draw: Verdict = { certainty: "proven", values: [0, 0], turns: null, stored: true };
const lost: Verdict = { certainty: "proven", values: [1, -1], turns: 3, stored: true };
const move = (action: string, key: string, verdict: Verdict | null, alike: string[] = []) => ({
  action,
  alike,
  key,
  verdict,
  engine: { ...NO_GAMES, games: 2, drawn: 2 },
});

test("moves have the games that went on so, and what is proven for who plays them", () => {
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
