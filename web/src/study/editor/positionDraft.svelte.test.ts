import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EMPTY_BOARD, frame } from "../../fixtures";
import type { Board, PaletteKind, Piece, SetupRequest, SetupResponse } from "../../protocol";
import { Draft, Drag } from "./positionDraft.svelte";

const KINDS = {
  z: { colour: "black", maxHeight: 30 },
  w: { colour: "white", maxHeight: 1 },
} as const;
const called = "piece";
const RODS: Board = { ...EMPTY_BOARD, pillars: [{ name: "a", cells: [0, 10, 20] }] };

let requests: SetupRequest[];
let answer: Partial<SetupResponse>;
let yields: string | null; // detail that becomes automatic if it contradicts the latest one
let left: Record<string, Partial<PaletteKind>>;
const drafts: Draft[] = [];

/** Record a request; respond with its pieces as a legal position, overridden by `answer`. */
function server(request: SetupRequest): Promise<SetupResponse> {
  requests.push(request);
  const pieces = (request.pieces ?? []).map(({ cell, letter, height = 1 }): Piece => {
    const { colour } = KINDS[letter as keyof typeof KINDS];
    return { cell, letter, height, colour, mark: "plain", owner: 0 };
  });
  const palette = Object.entries(KINDS).map(([letter, { colour, maxHeight }]) => ({
    remaining: maxHeight,
    used_up: null,
    letter,
    name: called,
    colour,
    mark: "plain" as const,
    owner: 0,
    max_height: maxHeight,
    ...left[letter],
  }));
  return Promise.resolve({
    palette,
    alternates_kinds: false,
    frame: { ...frame(), pieces },
    details: Object.entries(request.details ?? {}).map(([name, value]) => ({
      name,
      title: called,
      values: [{ value, label: called }],
      value,
      is_chosen: name === request.last_changed || name !== yields,
    })),
    position: "legal",
    ending: null,
    fault: null,
    cells: [],
    ...answer,
  });
}

async function begin(board = EMPTY_BOARD): Promise<Draft> {
  const draft = new Draft("some", board, null, server, 0);
  drafts.push(draft);
  await vi.waitUntil(() => !draft.waits);
  return draft;
}

const standing = ({ pieces }: Draft) =>
  [...pieces.values()].map(({ cell, letter, height }) => `${letter}${height}@${cell}`).sort();

beforeEach(() => {
  requests = [];
  answer = {};
  yields = null;
  left = {};
});

afterEach(() => drafts.splice(0).forEach((draft) => draft.close()));

test("a piece comes where it is put, and leaves when it is put again", async () => {
  const draft = await begin();
  expect(draft.hand).toBe("z");
  expect(draft.press(3)).toEqual({ kind: "put", cell: 3 });
  expect(standing(draft)).toEqual(["z1@3"]);
  draft.pick("w");
  draft.press(3);
  expect(standing(draft)).toEqual(["w1@3"]);
  expect(draft.press(3)).toEqual({ kind: "taken", cell: 3 });
  expect(standing(draft)).toEqual([]);
});

test("it is shown at once, and asked about once", async () => {
  const draft = await begin();
  draft.press(3);
  draft.press(4);
  expect(draft.waits).toBe(true);
  expect(draft.position).toBeNull();
  expect(draft.frame?.pieces.map(({ cell, colour }) => [cell, colour])).toEqual([
    [3, "black"],
    [4, "black"],
  ]);
  await vi.waitUntil(() => !draft.waits);
  expect(draft.position).toBe("legal");
  expect(requests).toHaveLength(2);
  expect(requests[1]?.pieces?.map(({ cell }) => cell)).toEqual([3, 4]);
});

test("what is not a position is shown with the reason and its cells", async () => {
  const draft = await begin();
  const fault = "No.";
  answer = { position: null, fault, cells: [3] };
  draft.press(3);
  expect(draft.fault).toBeNull(); // unknown while the request is pending
  await vi.waitUntil(() => !draft.waits);
  expect([draft.position, draft.fault, draft.faulty]).toEqual([null, fault, [3]]);
});

test("an answer to what was asked before is not listened to", async () => {
  const draft = await begin();
  draft.press(3);
  await vi.waitUntil(() => requests.length === 2);
  draft.press(4); // before the response arrives and before the next request is sent
  await Promise.resolve();
  expect(draft.waits).toBe(true);
  expect(draft.frame?.pieces).toHaveLength(2);
  await vi.waitUntil(() => !draft.waits);
  expect(draft.frame?.pieces).toHaveLength(2);
});

test("stacks have a height", async () => {
  const draft = await begin();
  draft.setHeight(3);
  draft.press(0);
  expect(draft.grow(0, 1)).toEqual({ kind: "put", cell: 0 });
  expect(standing(draft)).toEqual(["z4@0"]);
  draft.press(0); // a different height replaces the stack
  expect(standing(draft)).toEqual(["z3@0"]);
  draft.pick("w");
  expect(draft.height).toBe(1);
  expect(draft.grow(7, 1).kind).toBe("nothing");
});

test("the eraser takes off", async () => {
  const draft = await begin();
  draft.press(3);
  expect(draft.pick(null)).toBeNull();
  expect(draft.press(4).kind).toBe("nothing");
  draft.press(3);
  expect(standing(draft)).toEqual([]);
});

test("kinds are put in turn where that is wanted", async () => {
  answer = { alternates_kinds: true };
  const draft = await begin();
  for (const cell of [0, 1, 2]) draft.press(cell);
  expect(standing(draft)).toEqual(["w1@1", "z1@0", "z1@2"]);
});

test("what is used up is neither picked nor put, and the reason is returned", async () => {
  const why = "All 2 are on the board.";
  left = { z: { remaining: 0, used_up: why } };
  const draft = await begin();
  expect(draft.hand).toBe("w"); // the first kind that is left
  expect(draft.pick("z")).toEqual(why);
  expect(draft.hand).toBe("w");
  expect(draft.put(3, { letter: "z", height: 1 })).toEqual({ kind: "nothing", cell: 3, why });
  expect(standing(draft)).toEqual([]);
  left = {};
  draft.press(3);
  await vi.waitUntil(() => !draft.waits);
  expect(draft.pick("z")).toBeNull();
});

test("a piece that is used up stays in hand to be taken off and put elsewhere", async () => {
  const draft = await begin();
  const why = "The only one.";
  left = { z: { remaining: 30, used_up: why } };
  draft.press(3);
  await vi.waitUntil(() => !draft.waits);
  expect(draft.press(4)).toEqual({ kind: "nothing", cell: 4, why });
  expect(draft.grow(3, 1).kind).toBe("put"); // the stack on the board becomes higher
  await vi.waitUntil(() => !draft.waits);
  draft.take(3);
  expect(draft.press(4).kind).toBe("put"); // without waiting for the response to the removal
});

test("no stack becomes higher than what is left", async () => {
  left = { z: { remaining: 2 } };
  const draft = await begin();
  draft.setHeight(9);
  expect([draft.height, draft.highest]).toEqual([2, 2]);
  draft.press(0);
  left = { z: { remaining: 0 } };
  draft.press(1);
  await vi.waitUntil(() => !draft.waits);
  expect(draft.grow(0, 1).kind).toBe("nothing");
  expect(draft.grow(0, -1).kind).toBe("put");
});

test("kinds that are used up are left out in turn", async () => {
  answer = { alternates_kinds: true };
  const draft = await begin();
  left = { w: { used_up: "None." } };
  draft.press(0);
  draft.pick("z");
  await vi.waitUntil(() => !draft.waits);
  draft.press(1);
  expect(draft.hand).toBe("z");
});

test("pieces are dragged to another cell, or off the board", async () => {
  const draft = await begin();
  draft.press(3);
  expect(draft.move(3, 5)).toEqual({ kind: "moved", cell: 5 });
  expect(draft.move(3, 6).kind).toBe("nothing");
  expect(draft.move(5, null)).toEqual({ kind: "taken", cell: 5 });
  expect(standing(draft)).toEqual([]);
});

test("on a rod pieces drop", async () => {
  const draft = await begin(RODS);
  expect(draft.press(20)).toEqual({ kind: "put", cell: 0 });
  draft.pick("w");
  expect(draft.press(20)).toEqual({ kind: "put", cell: 10 });
  draft.pick("z");
  draft.press(20);
  draft.pick("w");
  expect(draft.put(20, { letter: "w", height: 1 })).toEqual({ kind: "put", cell: 20 });
  draft.take(0); // the pieces above it fall
  expect(standing(draft)).toEqual(["w1@0", "w1@10"]);
  expect(draft.move(0, 0).kind).toBe("nothing");
  draft.move(0, 20); // the other piece falls to cell 0, the moved one lands on it
  expect(standing(draft)).toEqual(["w1@0", "w1@10"]);
});

test("details are chosen or automatic, and every change can be undone", async () => {
  const draft = await begin();
  draft.press(3);
  draft.want("player", "b");
  await vi.waitUntil(() => !draft.waits);
  expect(requests.at(-1)?.details).toEqual({ player: "b" });
  draft.want("player", null);
  draft.clear();
  expect(standing(draft)).toEqual([]);
  draft.undo();
  draft.undo();
  expect(draft.said).toEqual({ player: "b" });
  draft.undo();
  draft.undo();
  expect(draft.canUndo).toBe(false);
  expect(standing(draft)).toEqual([]);
});

test("a detail that contradicts the latest one is automatic again", async () => {
  const draft = await begin();
  draft.want("coins", "4");
  await vi.waitUntil(() => !draft.waits);
  yields = "coins";
  draft.want("player", "b");
  await vi.waitUntil(() => !draft.waits);
  expect(requests.at(-1)).toMatchObject({ details: { coins: "4", player: "b" }, latest: "player" });
  await vi.waitUntil(() => !("coins" in draft.said));
  expect(draft.said).toEqual({ player: "b" });
  draft.undo();
  expect(draft.said).toEqual({ coins: "4" });
  await vi.waitUntil(() => !draft.waits);
  expect(requests.at(-1)).not.toHaveProperty("last_changed");
});

test("another position can be taken apart, and left again", async () => {
  const draft = await begin();
  draft.press(3);
  const value = { value: "b", label: called };
  const details = [{ name: "player", title: called, values: [value], value: "b", is_chosen: true }];
  answer = { details };
  await draft.begin("some text");
  expect(requests.at(-1)).toEqual({ game: "some", position: "some text" });
  expect(standing(draft)).toEqual([]);
  expect(draft.said).toEqual({ player: "b" });
  draft.undo();
  expect(standing(draft)).toEqual(["z1@3"]);
  draft.close();
});

const PIECE = { letter: "r", height: 1, from: 4 };
const at = (x: number, y: number) => ({ clientX: x, clientY: y });

test("a click with slight movement drags nothing", () => {
  const drag = new Drag();
  drag.press(PIECE, at(10, 10));
  drag.move(at(13, 12));
  expect(drag.carried).toBeNull();
  expect(drag.end()).toBeNull();
  expect(drag.justEnded).toBe(false);
});

test("what is dragged follows the pointer, and the click that ends it is none", () => {
  const drag = new Drag();
  drag.press(PIECE, at(10, 10));
  drag.move(at(30, 10));
  drag.move(at(11, 10)); // back near the start: the drag continues
  expect(drag.carried).toEqual(PIECE);
  expect(drag.at).toEqual({ x: 11, y: 10 });
  expect(drag.end()).toEqual(PIECE);
  expect(drag.justEnded).toBe(true);
  drag.pressNothing();
  expect(drag.justEnded).toBe(false);
  drag.move(at(90, 90));
  expect(drag.carried).toBeNull();
});
