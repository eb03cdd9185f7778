import { expect, test } from "vitest";
import { forget, ownTable, ownTables, remember } from "./own";

const own = (when: number) => ({ token: "t", seats: [0], game: "tzaar", when, invites: {} });

test("tables are remembered until they are forgotten", () => {
  remember("a", own(1));
  remember("b", own(2));
  forget("a");
  expect(ownTable("a")).toBeUndefined();
  expect(ownTable("b")?.when).toBe(2);
});

test("the oldest tables make room", () => {
  for (let i = 0; i < 70; i++) remember(`x${i}`, own(100 + i));
  expect(Object.keys(ownTables())).toHaveLength(60);
  expect(ownTable("x69")).toBeDefined();
  expect(ownTable("b")).toBeUndefined();
});
