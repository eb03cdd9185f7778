import { expect, test } from "vitest";
import { analysisPath, studiedIn } from "./address";

const POSITION = "TtTRZ/ZTrtTt/TTRZ2RTr w 0";

test.each([
  { position: null, line: [], at: 0 },
  { position: POSITION, line: ["E4xF3", "pass"], at: 1 },
  { position: null, line: ["a1a2", "b2"], at: 2 },
])("a link carries the whole position: %o", (studied) => {
  const { pathname, hash } = new URL(analysisPath("tzaar(setup=fixed)", studied), "http://hall");
  expect(decodeURIComponent(pathname)).toBe("/analysis/tzaar(setup=fixed)");
  expect(studiedIn(hash)).toEqual(studied);
});

test("a place that is not on the line is its end", () => {
  expect(studiedIn("#line=a,b&at=7")).toEqual({ position: null, line: ["a", "b"], at: 2 });
  expect(studiedIn("#at=x").at).toBe(0);
});
