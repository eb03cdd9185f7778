import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EMPTY_BOARD, frame } from "../../fixtures";
import type { Board, PaletteKind, Piece, SetupRequest, SetupResponse } from "../../protocol";
import { PositionDraft, PieceDrag } from "./positionDraft.svelte";

const KINDS = {
  z: { colour: "black", maxHeight: 30 },
  w: { colour: "white", maxHeight: 1 },
} as const;
const NAME = "piece";
const RODS: Board = { ...EMPTY_BOARD, pillars: [{ name: "a", cells: [0, 10, 20] }] };

let requests: SetupRequest[];
let responseChanges: Partial<SetupResponse>;
let contradicting: string | null; // a detail that is reset unless it was chosen last
let paletteChanges: Record<string, Partial<PaletteKind>>;
const drafts: PositionDraft[] = [];

/** Record a request; respond with its pieces as a legal position, overridden by `responseChanges`. */
function fetchSetup(request: SetupRequest): Promise<SetupResponse> {
  requests.push(request);
  const pieces = (request.pieces ?? []).map(({ cell, letter, height = 1 }): Piece => {
    const { colour } = KINDS[letter as keyof typeof KINDS];
    return { cell, letter, height, colour, mark: "plain", owner: 0 };
  });
  const palette = Object.entries(KINDS).map(([letter, { colour, maxHeight }]) => ({
    remaining: maxHeight,
    used_up: null,
    letter,
    name: NAME,
    colour,
    mark: "plain" as const,
    owner: 0,
    max_height: maxHeight,
    ...paletteChanges[letter],
  }));
  return Promise.resolve({
    palette,
    alternates_kinds: false,
    frame: { ...frame(), pieces },
    details: Object.entries(request.details ?? {}).map(([name, value]) => ({
      name,
      title: NAME,
      values: [{ value, label: NAME }],
      value,
      is_chosen: name === request.last_changed || name !== contradicting,
    })),
    position: "legal",
    ending: null,
    fault: null,
    cells: [],
    ...responseChanges,
  });
}

async function openDraft(board = EMPTY_BOARD): Promise<PositionDraft> {
  const draft = new PositionDraft("some", board, null, fetchSetup, 0);
  drafts.push(draft);
  await vi.waitUntil(() => !draft.isPending);
  return draft;
}

const getPieces = ({ pieces }: PositionDraft) =>
  [...pieces.values()].map(({ cell, letter, height }) => `${letter}${height}@${cell}`).sort();

beforeEach(() => {
  requests = [];
  responseChanges = {};
  contradicting = null;
  paletteChanges = {};
});

afterEach(() => drafts.splice(0).forEach((draft) => draft.close()));

test("a piece is placed on the touched cell, and removed by a second touch", async () => {
  const draft = await openDraft();
  expect(draft.selectedLetter).toBe("z");
  expect(draft.press(3)).toEqual({ kind: "placed", cell: 3 });
  expect(getPieces(draft)).toEqual(["z1@3"]);
  draft.select("w");
  draft.press(3);
  expect(getPieces(draft)).toEqual(["w1@3"]);
  expect(draft.press(3)).toEqual({ kind: "removed", cell: 3 });
  expect(getPieces(draft)).toEqual([]);
});

test("changes are shown at once and share a request", async () => {
  const draft = await openDraft();
  draft.press(3);
  draft.press(4);
  expect(draft.isPending).toBe(true);
  expect(draft.position).toBeNull();
  expect(draft.frame?.pieces.map(({ cell, colour }) => [cell, colour])).toEqual([
    [3, "black"],
    [4, "black"],
  ]);
  await vi.waitUntil(() => !draft.isPending);
  expect(draft.position).toBe("legal");
  expect(requests).toHaveLength(2);
  expect(requests[1]?.pieces?.map(({ cell }) => cell)).toEqual([3, 4]);
});

test("an invalid position is shown with the reason and its cells", async () => {
  const draft = await openDraft();
  const fault = "No.";
  responseChanges = { position: null, fault, cells: [3] };
  draft.press(3);
  expect(draft.fault).toBeNull(); // unknown while the request is pending
  await vi.waitUntil(() => !draft.isPending);
  expect([draft.position, draft.fault, draft.faultyCells]).toEqual([null, fault, [3]]);
});

test("responses to earlier requests are ignored", async () => {
  const draft = await openDraft();
  draft.press(3);
  await vi.waitUntil(() => requests.length === 2);
  draft.press(4); // before the response arrives and before the next request is sent
  await Promise.resolve();
  expect(draft.isPending).toBe(true);
  expect(draft.frame?.pieces).toHaveLength(2);
  await vi.waitUntil(() => !draft.isPending);
  expect(draft.frame?.pieces).toHaveLength(2);
});

test("stacks are placed with a height that can be changed", async () => {
  const draft = await openDraft();
  draft.setHeight(3);
  draft.press(0);
  expect(draft.changeHeight(0, 1)).toEqual({ kind: "placed", cell: 0 });
  expect(getPieces(draft)).toEqual(["z4@0"]);
  draft.press(0); // a different height replaces the stack
  expect(getPieces(draft)).toEqual(["z3@0"]);
  draft.select("w");
  expect(draft.height).toBe(1);
  expect(draft.changeHeight(7, 1).kind).toBe("unchanged");
});

test("the eraser removes pieces", async () => {
  const draft = await openDraft();
  draft.press(3);
  expect(draft.select(null)).toBeNull();
  expect(draft.press(4).kind).toBe("unchanged");
  draft.press(3);
  expect(getPieces(draft)).toEqual([]);
});

test("kinds are selected in turn if that option is on", async () => {
  responseChanges = { alternates_kinds: true };
  const draft = await openDraft();
  for (const cell of [0, 1, 2]) draft.press(cell);
  expect(getPieces(draft)).toEqual(["w1@1", "z1@0", "z1@2"]);
});

test("a kind that is used up can neither be selected nor placed, and the reason is returned", async () => {
  const why = "All 2 are on the board.";
  paletteChanges = { z: { remaining: 0, used_up: why } };
  const draft = await openDraft();
  expect(draft.selectedLetter).toBe("w"); // the first kind that is left
  expect(draft.select("z")).toEqual(why);
  expect(draft.selectedLetter).toBe("w");
  expect(draft.place(3, { letter: "z", height: 1 })).toEqual({ kind: "unchanged", cell: 3, why });
  expect(getPieces(draft)).toEqual([]);
  paletteChanges = {};
  draft.press(3);
  await vi.waitUntil(() => !draft.isPending);
  expect(draft.select("z")).toBeNull();
});

test("a kind that is used up stays selected, so that its piece can be moved", async () => {
  const draft = await openDraft();
  const why = "The only one.";
  paletteChanges = { z: { remaining: 30, used_up: why } };
  draft.press(3);
  await vi.waitUntil(() => !draft.isPending);
  expect(draft.press(4)).toEqual({ kind: "unchanged", cell: 4, why });
  expect(draft.changeHeight(3, 1).kind).toBe("placed"); // the stack on the board becomes higher
  await vi.waitUntil(() => !draft.isPending);
  draft.remove(3);
  expect(draft.press(4).kind).toBe("placed"); // without waiting for the response to the removal
});

test("the height of a stack is limited by the remaining pieces", async () => {
  paletteChanges = { z: { remaining: 2 } };
  const draft = await openDraft();
  draft.setHeight(9);
  expect([draft.height, draft.maxHeight]).toEqual([2, 2]);
  draft.press(0);
  paletteChanges = { z: { remaining: 0 } };
  draft.press(1);
  await vi.waitUntil(() => !draft.isPending);
  expect(draft.changeHeight(0, 1).kind).toBe("unchanged");
  expect(draft.changeHeight(0, -1).kind).toBe("placed");
});

test("kinds that are used up are skipped in turn", async () => {
  responseChanges = { alternates_kinds: true };
  const draft = await openDraft();
  paletteChanges = { w: { used_up: "None." } };
  draft.press(0);
  draft.select("z");
  await vi.waitUntil(() => !draft.isPending);
  draft.press(1);
  expect(draft.selectedLetter).toBe("z");
});

test("pieces are dragged to another cell, or off the board", async () => {
  const draft = await openDraft();
  draft.press(3);
  expect(draft.move(3, 5)).toEqual({ kind: "moved", cell: 5 });
  expect(draft.move(3, 6).kind).toBe("unchanged");
  expect(draft.move(5, null)).toEqual({ kind: "removed", cell: 5 });
  expect(getPieces(draft)).toEqual([]);
});

test("pieces drop on rods", async () => {
  const draft = await openDraft(RODS);
  expect(draft.press(20)).toEqual({ kind: "placed", cell: 0 });
  draft.select("w");
  expect(draft.press(20)).toEqual({ kind: "placed", cell: 10 });
  draft.select("z");
  draft.press(20);
  draft.select("w");
  expect(draft.place(20, { letter: "w", height: 1 })).toEqual({ kind: "placed", cell: 20 });
  draft.remove(0); // the pieces above it fall
  expect(getPieces(draft)).toEqual(["w1@0", "w1@10"]);
  expect(draft.move(0, 0).kind).toBe("unchanged");
  draft.move(0, 20); // the other piece falls to cell 0, the moved one lands on it
  expect(getPieces(draft)).toEqual(["w1@0", "w1@10"]);
});

test("details are chosen or derived, and every change can be undone", async () => {
  const draft = await openDraft();
  draft.press(3);
  draft.setDetail("player", "b");
  await vi.waitUntil(() => !draft.isPending);
  expect(requests.at(-1)?.details).toEqual({ player: "b" });
  draft.setDetail("player", null);
  draft.clear();
  expect(getPieces(draft)).toEqual([]);
  draft.undo();
  draft.undo();
  expect(draft.chosenDetails).toEqual({ player: "b" });
  draft.undo();
  draft.undo();
  expect(draft.canUndo).toBe(false);
  expect(getPieces(draft)).toEqual([]);
});

test("a detail that contradicts the latest choice is derived again", async () => {
  const draft = await openDraft();
  draft.setDetail("coins", "4");
  await vi.waitUntil(() => !draft.isPending);
  contradicting = "coins";
  draft.setDetail("player", "b");
  await vi.waitUntil(() => !draft.isPending);
  expect(requests.at(-1)).toMatchObject({
    details: { coins: "4", player: "b" },
    last_changed: "player",
  });
  await vi.waitUntil(() => !("coins" in draft.chosenDetails));
  expect(draft.chosenDetails).toEqual({ player: "b" });
  draft.undo();
  expect(draft.chosenDetails).toEqual({ coins: "4" });
  await vi.waitUntil(() => !draft.isPending);
  expect(requests.at(-1)).not.toHaveProperty("last_changed");
});

test("loading a position replaces the draft and can be undone", async () => {
  const draft = await openDraft();
  draft.press(3);
  const value = { value: "b", label: NAME };
  const details = [{ name: "player", title: NAME, values: [value], value: "b", is_chosen: true }];
  responseChanges = { details };
  await draft.load("some text");
  expect(requests.at(-1)).toEqual({ game: "some", position: "some text" });
  expect(getPieces(draft)).toEqual([]);
  expect(draft.chosenDetails).toEqual({ player: "b" });
  draft.undo();
  expect(getPieces(draft)).toEqual(["z1@3"]);
  draft.close();
});

const PIECE = { letter: "r", height: 1, from: 4 };
const at = (x: number, y: number) => ({ clientX: x, clientY: y });

test("a click with slight movement drags nothing", () => {
  const drag = new PieceDrag();
  drag.press(PIECE, at(10, 10));
  drag.move(at(13, 12));
  expect(drag.piece).toBeNull();
  expect(drag.end()).toBeNull();
  expect(drag.ignoresNextClick).toBe(false);
});

test("a dragged piece follows the pointer, and the click after the drag is ignored", () => {
  const drag = new PieceDrag();
  drag.press(PIECE, at(10, 10));
  drag.move(at(30, 10));
  drag.move(at(11, 10)); // back near the start: the drag continues
  expect(drag.piece).toEqual(PIECE);
  expect(drag.at).toEqual({ x: 11, y: 10 });
  expect(drag.end()).toEqual(PIECE);
  expect(drag.ignoresNextClick).toBe(true);
  drag.cancelPress();
  expect(drag.ignoresNextClick).toBe(false);
  drag.move(at(90, 90));
  expect(drag.piece).toBeNull();
});
