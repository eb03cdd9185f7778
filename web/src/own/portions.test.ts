import { expect, test } from "vitest";
import { portions } from "./portions";

const GAME = '[Game "vier3d"]\n[Result "*"]\n\n1. a1 b1 *\n';

test("a short text is one portion, whatever it is", () => {
  expect(portions("anything")).toEqual(["anything"]);
});

test("a long text is cut between games and nowhere else", () => {
  const parts = portions(Array(10).fill(GAME).join("\n"), 100);
  expect(parts).toHaveLength(5);
  for (const part of parts) expect(part.match(/\[Game/g)).toHaveLength(2);
  expect(portions(GAME.repeat(3).replaceAll("\n", "\r\n"), 10).join("")).toContain("[Result");
});

test("a single game that is too long stays whole: the hall says so", () => {
  const long = GAME.replace("a1", "a1 {" + "x".repeat(500) + "}");
  expect(portions(`${long}\n${GAME}`, 200)).toHaveLength(2);
});

test("a list of JSON is cut between its elements", () => {
  const all = Array.from({ length: 7 }, (_, n) => ({ n }));
  const parts = portions(JSON.stringify(all), 20);
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.flatMap((part) => JSON.parse(part) as unknown[])).toEqual(all);
  expect(portions('[{"n": 1}, {"n": ' + " ".repeat(50), 20)).toHaveLength(1);
});
