import { expect, test } from "vitest";
import { frame } from "../fixtures";
import type { Colour, ToPut } from "../protocol";
import { coloursOf, shares } from "./evaluationBar";

test("each seat has its part of the bar", () => {
  expect(shares({ values: [0, 0] })).toEqual([0.5, 0.5]);
  expect(shares({ values: [1, -1] })).toEqual([1, 0]);
  expect(shares({ values: [-0.5, 0.5] })).toEqual([0.25, 0.75]);
  expect(shares({ values: [1, -1, -1] })).toEqual([1, 0, 0]);
  expect(shares({ values: [-1, -1, -1] })).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(shares({ values: [0.5] })).toEqual([0.75, 0.25]);
});

const look = (owner: number | null, colour: Colour): ToPut => ({ colour, mark: "plain", owner });
const shown = (...looks: ToPut[]) => ({
  ...frame(),
  to_put: Object.fromEntries(looks.map((one, i) => [String(i), one])),
});

test("parts have the colours of the pieces, where these tell the seats apart", () => {
  expect(coloursOf(shown(look(0, "red"), look(1, "blue")), 2)).toEqual(["red", "blue"]);
  expect(coloursOf(shown(look(0, "wood"), look(1, "wood")), 2)).toEqual([null, null]);
  expect(coloursOf(shown(look(0, "red")), 2)).toEqual([null, null]);
  expect(coloursOf(null, 3)).toEqual([null, null, null]);
});
