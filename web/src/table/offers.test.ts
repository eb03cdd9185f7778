import { expect, test } from "vitest";
import { state } from "../fixtures";
import { offersAt } from "./offers";
import type { Offers } from "../protocol";

const [seat] = state(1, 0).seats;
if (!seat) throw new Error("no seat");
const three = (offers: Partial<Offers>) =>
  state(1, 3, {
    seats: [seat, seat, seat],
    offers: { draw: [], undo: null, rematch: [], ...offers },
  });

test("an undo is answered by those who are asked, and seen by all", () => {
  const game = three({ undo: { seat: 0, to: 1, asks: [1] } });
  expect(offersAt(game, [0])).toEqual([{ what: "undo", by: 0, part: "own", waitsFor: [1] }]);
  expect(offersAt(game, [1])[0]).toMatchObject({ part: "asked", waitsFor: [] });
  expect(offersAt(game, [2])[0]).toMatchObject({ part: "none", waitsFor: [1] });
  expect(offersAt(game, [])[0]).toMatchObject({ part: "none" });
});

test("a draw waits for everybody who has not offered it", () => {
  const game = three({ draw: [0, 2] });
  expect(offersAt(game, [2])).toEqual([{ what: "draw", by: 2, part: "own", waitsFor: [1] }]);
  expect(offersAt(game, [1])[0]).toMatchObject({ by: 0, part: "asked", waitsFor: [] });
});

test("computers are not asked for a rematch", () => {
  const game = three({ rematch: [0] });
  game.seats = [seat, { ...seat, kind: "computer", level: 3 }, seat];
  expect(offersAt(game, [2])[0]).toMatchObject({ part: "asked" });
  expect(offersAt(game, [0])[0]).toMatchObject({ waitsFor: [2] });
});

test("nothing is open where the next game is laid", () => {
  expect(offersAt({ ...three({ rematch: [0] }), status: "over", next: "x" }, [1])).toEqual([]);
});
