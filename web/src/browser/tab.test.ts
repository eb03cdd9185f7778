import { expect, test } from "vitest";
import { titleOf } from "./tab";

test("titles say the most urgent first and leave out what is not there", () => {
  expect(titleOf("Your turn", "TZAAR")).toBe("Your turn – TZAAR – Steinreich");
  expect(titleOf(null, "", "Lobby")).toBe("Lobby – Steinreich");
  expect(titleOf()).toBe("Steinreich");
});
