import { expect, test } from "vitest";
import type { Own } from "../browser/ownGames";
import type { Board } from "../protocol";
import { kept } from "./kept.fixture";
import { BadList, listFile, merged, readList, WARNING } from "./listFile";

const own: Own = { token: "secret-of-a-seat", seats: [0], game: "tzaar", when: 5, invites: {} };
const boards = { tzaar: { cells: [] } as unknown as Board };

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
  const { games, tables, warning } = readList(listFile([kept()], boards, { a: own }));
  expect(games).toEqual([kept()]);
  expect(tables).toEqual({ a: own });
  expect(warning).toBe(WARNING);
});

test("without seats there is no secret in it, and none is spoken of", () => {
  const text = listFile([kept()], boards, null);
  expect(text).not.toContain("secret-of-a-seat");
  expect(text).not.toContain("SECRET");
  expect(readList(text).tables).toEqual({});
});

test("what is wrong with a file is told apart", () => {
  const whole = JSON.parse(listFile([kept()], boards, { a: own })) as Record<string, unknown>;
  const spoiled = (change: object): string => JSON.stringify({ ...whole, ...change });
  expect(fault("{")).toBe("notJson");
  expect(fault("[]")).toBe("notList");
  expect(fault(spoiled({ steinreich: "else" }))).toBe("notList");
  expect(fault(spoiled({ version: 2 }))).toBe("newer");
  expect(fault(spoiled({ games: [{ ...kept(), text: 3 }] }))).toBe("damaged");
  expect(fault(spoiled({ games: [{ ...kept(), title: "TZAAR" }] }))).toBe("damaged");
  expect(fault(spoiled({ tables: { a: { ...own, seats: "all" } } }))).toBe("damaged");
  expect(fault(spoiled({ boards: { a: 1 } }))).toBe("damaged");
  expect(fault(spoiled({}))).toBe("none");
});

test("nothing that is here is overwritten by something older", () => {
  const file = readList(listFile([kept({ when: 10 }), kept({ id: "t2" })], {}, { a: own, b: own }));
  const { games, tables, known } = merged(file, [kept({ when: 20 })], { a: own });
  expect(games.map(({ id }) => id)).toEqual(["t2"]);
  expect(tables.map(([id]) => id)).toEqual(["b"]);
  expect(known).toBe(1);
  expect(merged(file, [kept({ when: 5 })], {}).games).toHaveLength(2);
});
