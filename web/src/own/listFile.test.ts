import { expect, test } from "vitest";
import type { Own } from "../browser/ownGames";
import type { Board } from "../protocol";
import { kept } from "./kept.fixture";
import { NOTHING_YET } from "../puzzles/rating";
import { BadList, listFile, merged, readList, WARNING, type Studies } from "./listFile";

const own: Own = { token: "secret-of-a-seat", seats: [0], game: "tzaar", when: 5, invites: {} };
const boards = { tzaar: { cells: [] } as unknown as Board };

const nothing: Studies = { analyses: [], puzzles: {} };
const studies: Studies = {
  analyses: [
    {
      key: "tzaar start",
      rows: [
        [0, ""],
        [0, "a1b2", "why not?"],
      ],
    },
  ],
  puzzles: { tzaar: { ...NOTHING_YET, rating: 1500, tried: 9, seen: ["p1"] } },
};

function fault(text: string): string {
  try {
    readList(text);
  } catch (error) {
    if (error instanceof BadList) return error.fault;
    throw error;
  }
  return "none";
}

test("a list comes back as it was", () => {
  const { games, tables, warning } = readList(listFile([kept()], boards, { a: own }, nothing));
  expect(games).toEqual([kept()]);
  expect(tables).toEqual({ a: own });
  expect(warning).toBe(WARNING);
});

test("without seats there is no secret in it, and none is spoken of", () => {
  const text = listFile([kept()], boards, null, nothing);
  expect(text).not.toContain("secret-of-a-seat");
  expect(text).not.toContain("SECRET");
  expect(readList(text).tables).toEqual({});
});

test("what is wrong with a file is told apart", () => {
  const whole = JSON.parse(listFile([kept()], boards, { a: own }, studies)) as Record<
    string,
    unknown
  >;
  const spoiled = (change: object): string => JSON.stringify({ ...whole, ...change });
  expect(fault("{")).toBe("notJson");
  expect(fault("[]")).toBe("notList");
  expect(fault(spoiled({ steinreich: "else" }))).toBe("notList");
  expect(fault(spoiled({ version: 2 }))).toBe("newer");
  expect(fault(spoiled({ games: [{ ...kept(), text: 3 }] }))).toBe("damaged");
  expect(fault(spoiled({ games: [{ ...kept(), title: "TZAAR" }] }))).toBe("damaged");
  expect(fault(spoiled({ tables: { a: { ...own, seats: "all" } } }))).toBe("damaged");
  expect(fault(spoiled({ boards: { a: 1 } }))).toBe("damaged");
  expect(fault(spoiled({ analyses: [{ key: "k", rows: [[5, ""]] }] }))).toBe("damaged");
  expect(fault(spoiled({ puzzles: { tzaar: { rating: "high" } } }))).toBe("damaged");
  expect(fault(spoiled({}))).toBe("none");
});

test("nothing that is here is overwritten by something older", () => {
  const file = readList(
    listFile([kept({ when: 10 }), kept({ id: "t2" })], {}, { a: own, b: own }, studies),
  );
  const { games, tables, known } = merged(file, [kept({ when: 20 })], { a: own }, nothing);
  expect(games.map(({ id }) => id)).toEqual(["t2"]);
  expect(tables.map(([id]) => id)).toEqual(["b"]);
  expect(known).toBe(1);
  expect(merged(file, [kept({ when: 5 })], {}, nothing).games).toHaveLength(2);
});

test("analyses and puzzle results are taken along", () => {
  const file = readList(listFile([], {}, null, studies));
  const fresh = merged(file, [], {}, nothing);
  expect(fresh.analyses).toEqual(studies.analyses);
  expect(fresh.puzzles).toEqual(Object.entries(studies.puzzles));
  const here = { ...studies, puzzles: { tzaar: { ...NOTHING_YET, tried: 12 } } };
  expect(merged(file, [], {}, here)).toMatchObject({ analyses: [], puzzles: [] });
});

test("files from before analyses were taken along are read", () => {
  const older = JSON.parse(listFile([kept()], boards, null, nothing)) as Record<string, unknown>;
  delete older["analyses"];
  delete older["puzzles"];
  expect(readList(JSON.stringify(older))).toMatchObject({ ...nothing, games: [kept()] });
});
