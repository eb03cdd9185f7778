import { expect, test } from "vitest";
import { settings } from "../../browser/settings.svelte";
import { clockName, durationText } from "./duration";

test("durations are said in the largest units", () => {
  settings.language = "en";
  expect(durationText(0)).toBe("0 s");
  expect(durationText(90)).toBe("1 min 30 s");
  expect(durationText(7200)).toBe("2 h");
  expect(durationText(86_400)).toBe("1 day");
  expect(clockName({ kind: "fischer", seconds: 300, increment: 0 })).toBe("5 min + 0 s");
});
