import { expect, test } from "vitest";
import type { OwnTable } from "../browser/ownTables";
import type { Board } from "../protocol";
import { settings } from "../browser/settings.svelte";
import { savedGame } from "./savedGame.fixture";
import version1 from "./version1.fixture.json";
import { NO_RESULTS } from "../puzzles/results";
import {
  InvalidTransferFile,
  type StudyData,
  makeTransferFile,
  findNewData,
  readTransferFile,
} from "./transferFile";

const own: OwnTable = {
  token: "secret-of-a-seat",
  seats: [0],
  game: "tzaar",
  when: 5,
  invites: {},
};
const boards = { tzaar: { cells: [] } as unknown as Board };

const NO_STUDY_DATA: StudyData = { analyses: [], puzzles: {} };
const studies: StudyData = {
  analyses: [
    {
      key: "tzaar start",
      rows: [
        [0, ""],
        [0, "a1b2", "why not?"],
      ],
    },
  ],
  puzzles: { tzaar: { ...NO_RESULTS, rating: 1500, tried: 9, seen: ["p1"] } },
};

function getFault(text: string): string {
  try {
    readTransferFile(text);
  } catch (error) {
    if (error instanceof InvalidTransferFile) return error.fault;
    throw error;
  }
  return "none";
}

test("an exported file is read unchanged", () => {
  const { games, tables, warning } = readTransferFile(
    makeTransferFile([savedGame()], boards, { a: own }, NO_STUDY_DATA),
  );
  expect(games).toEqual([savedGame()]);
  expect(tables).toEqual({ a: own });
  expect(warning).toContain("SECRET");
});

test("a file without seats contains no secret and no warning", () => {
  const text = makeTransferFile([savedGame()], boards, null, NO_STUDY_DATA);
  expect(text).not.toContain("secret-of-a-seat");
  expect(text).not.toContain("SECRET");
  expect(readTransferFile(text).tables).toEqual({});
});

test("each kind of invalid file has its own error", () => {
  const valid = JSON.parse(makeTransferFile([savedGame()], boards, { a: own }, studies)) as Record<
    string,
    unknown
  >;
  const withChange = (change: object): string => JSON.stringify({ ...valid, ...change });
  expect(getFault("{")).toBe("notJson");
  expect(getFault("[]")).toBe("notList");
  expect(getFault(withChange({ steinreich: "else" }))).toBe("notList");
  expect(getFault(withChange({ version: 3 }))).toBe("newer");
  expect(getFault(withChange({ games: [{ ...savedGame(), text: 3 }] }))).toBe("damaged");
  expect(getFault(withChange({ games: [{ ...savedGame(), title: { en: "TZAAR" } }] }))).toBe(
    "damaged",
  );
  expect(getFault(withChange({ tables: { a: { ...own, seats: "all" } } }))).toBe("damaged");
  expect(getFault(withChange({ boards: { a: 1 } }))).toBe("damaged");
  expect(getFault(withChange({ analyses: undefined }))).toBe("damaged");
  expect(getFault(withChange({ analyses: [{ key: "k", rows: [[5, ""]] }] }))).toBe("damaged");
  expect(getFault(withChange({ puzzles: { tzaar: { rating: "high" } } }))).toBe("damaged");
  expect(getFault(withChange({}))).toBe("none");
});

test.each([
  ["en", "Four in a Row 3D", ["Ada", "Blue"], "ball on b1, level 1", "red ball"],
  ["de", "Vier gewinnt 3D", ["Ada", "Blau"], "Kugel auf b1, Ebene 1", "rote Kugel"],
] as const)("a file of version 1 is read in %s", (language, title, players, spoken, kind) => {
  settings.language = language;
  const { games, boards } = readTransferFile(JSON.stringify(version1.file));
  settings.language = "en";
  expect(games).toHaveLength(1);
  expect(games[0]).toMatchObject({ language, title, players });
  expect(games[0]?.frame.last.map((action) => action.spoken)).toEqual([spoken]);
  expect(boards["vier3d"]?.kinds["r"]).toBe(kind);
  expect(JSON.stringify({ games, boards })).not.toContain('"de":');
});

test("older data do not overwrite newer data", () => {
  const file = readTransferFile(
    makeTransferFile(
      [savedGame({ when: 10 }), savedGame({ id: "t2" })],
      {},
      { a: own, b: own },
      studies,
    ),
  );
  const { games, tables, existingCount } = findNewData(
    file,
    [savedGame({ when: 20 })],
    { a: own },
    NO_STUDY_DATA,
  );
  expect(games.map(({ id }) => id)).toEqual(["t2"]);
  expect(tables.map(([id]) => id)).toEqual(["b"]);
  expect(existingCount).toBe(1);
  expect(findNewData(file, [savedGame({ when: 5 })], {}, NO_STUDY_DATA).games).toHaveLength(2);
});

test("analyses and puzzle results are transferred", () => {
  const file = readTransferFile(makeTransferFile([], {}, null, studies));
  const newData = findNewData(file, [], {}, NO_STUDY_DATA);
  expect(newData.analyses).toEqual(studies.analyses);
  expect(newData.puzzles).toEqual(Object.entries(studies.puzzles));
  const local = { ...studies, puzzles: { tzaar: { ...NO_RESULTS, tried: 12 } } };
  expect(findNewData(file, [], {}, local)).toMatchObject({ analyses: [], puzzles: [] });
});
