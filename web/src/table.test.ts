import { beforeEach, expect, test, vi } from "vitest";
import { FakeWorld, frame, played, state, welcome } from "./fixtures";
import { keep } from "./keep";
import type { FromServer } from "./protocol";
import { settings } from "./settings.svelte";
import { Table } from "./table.svelte";

let world: FakeWorld;
let table: Table;
let heard: FromServer[];

beforeEach(() => {
  keep("draft.x7", null, "tab");
  settings.confirm = false;
  vi.useFakeTimers();
  arrive();
});

function arrive() {
  world = new FakeWorld();
  heard = [];
  table = new Table("x7", "token", (message) => heard.push(message), world);
  world.wire().onopen?.();
  hear(welcome(1, []));
}

function hear(message: FromServer) {
  world.wire().hear(message);
}

function sent() {
  return world.wire().sent.at(-1);
}

/** The server answers the last question: the turn goes on, or is complete. */
function drafted(last: string, complete = false) {
  const question = sent();
  hear({
    type: "drafted",
    n: question && "n" in question ? question.n : null,
    id: question && "id" in question ? question.id : null,
    complete,
    frame: frame(last),
  });
}

test("a turn of two actions grows and is played as one", () => {
  table.play("a");
  expect(sent()).toMatchObject({ type: "act", at: 0, actions: ["a"] });
  expect(table.active).toBe(false); // until the answer
  drafted("a");
  expect(table.active).toBe(true);
  expect(table.shown?.last?.action).toBe("a");
  table.play("b");
  expect(sent()).toMatchObject({ type: "act", at: 0, actions: ["a", "b"] });
  hear(played(state(2, 2, { frame: frame("b", 1) }), 0, ["a", "b"]));
  expect(table.draft).toBeNull();
  expect(table.shown?.last?.action).toBe("b"); // "a" is not shown again
  expect(table.active).toBe(false);
});

test("the half-done turn is taken back action by action", () => {
  table.play("a");
  drafted("a");
  table.play("b");
  drafted("b");
  table.takeBack();
  expect(sent()).toMatchObject({ type: "draft", actions: ["a"] });
  drafted("a");
  expect(table.draft?.actions).toEqual(["a"]);
  table.takeBack();
  expect(table.draft).toBeNull();
  expect(table.shown?.last?.action).toBe("now 0");
});

test("in confirm mode nothing is played before it is confirmed", () => {
  settings.confirm = true;
  table.play("a");
  expect(sent()?.type).toBe("draft");
  drafted("a", true);
  expect(table.active).toBe(false);
  table.confirm();
  expect(sent()).toMatchObject({ type: "act", actions: ["a"] });
});

test("a half-done turn survives a reload", () => {
  table.play("a");
  drafted("a");
  arrive();
  expect(sent()).toMatchObject({ type: "draft", at: 0, actions: ["a"] });
  drafted("a");
  expect(table.draft?.actions).toEqual(["a"]);
});

test("a half-done turn of an older position is dropped", () => {
  table.play("a");
  drafted("a");
  hear(welcome(5, [{ seat: 0, actions: ["z"] }]));
  expect(table.draft).toBeNull();
});

test("a refusal says why and leaves the draft as it was", () => {
  table.play("a");
  drafted("a");
  table.play("bad");
  const act = sent();
  const id = act && "id" in act ? act.id : "";
  hear({ type: "refused", id, n: null, why: { en: "no", de: "nein" } });
  expect(table.why?.de).toBe("nein");
  expect(table.draft?.actions).toEqual(["a"]);
  expect(table.active).toBe(true);
});

test("a lost question is asked again", () => {
  settings.confirm = true;
  table.play("a");
  world.wire().onclose?.({ code: 1006 });
  expect(table.active).toBe(false);
  world.wait();
  world.wire().onopen?.();
  hear(welcome(1, []));
  expect(sent()).toMatchObject({ type: "draft", actions: ["a"] });
});

test("a lost command is sent again, as it was", () => {
  table.play("a");
  const act = sent();
  world.wire().onclose?.({ code: 1006 });
  world.wait();
  world.wire().onopen?.();
  hear(welcome(1, []));
  expect(sent()).toEqual(act);
});

test("a gap makes it ask for everything", () => {
  hear(played(state(3, 2), 1, ["b"]));
  expect(sent()).toEqual({ type: "hello", token: "token" });
  expect(heard).toHaveLength(1); // the event is not told
});

test("another's turn is shown action by action", () => {
  hear(played(state(2, 2), 1, ["a", "b"]));
  expect(table.shown?.last?.action).toBe("a");
  expect(table.active).toBe(false);
  vi.runAllTimers();
  expect(table.shown?.last?.action).toBe("now 2");
  expect(table.active).toBe(true);
});

test("who browses is not yanked forward", async () => {
  hear(played(state(2, 2), 1, ["a", "b"]));
  vi.runAllTimers();
  await table.browse(1);
  hear(played(state(3, 3), 0, ["c"]));
  expect(table.shown?.last?.action).toBe("a");
  expect(table.unseen).toBe(1);
  table.toLive();
  expect(table.shown?.last?.action).toBe("now 3");
  expect(table.unseen).toBe(0);
});

test("browsing to the end is live again; an undo behind the cursor too", async () => {
  hear(played(state(2, 2), 1, ["a", "b"]));
  await table.browse(1);
  await table.browse(2);
  expect(table.cursor).toBeNull();
  await table.browse(1);
  hear({ ...played(state(3, 0), 1, []), kind: "undone" });
  expect(table.cursor).toBeNull();
  expect(table.shown?.last?.action).toBe("now 0");
});
