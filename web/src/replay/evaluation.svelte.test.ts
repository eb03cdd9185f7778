import { expect, test, vi } from "vitest";
import { kept } from "../own/kept.fixture";
import type { EvaluatedAction, StudyAnswer } from "../protocol";
import { Evaluation, type StudyWire } from "./evaluation.svelte";
import { evaluated } from "./evaluated.fixture";

function asked(): {
  wire: StudyWire;
  say: (message: StudyAnswer) => void;
  evaluation: Evaluation;
  ondone: ReturnType<typeof vi.fn>;
  sent: string[];
} {
  const sent: string[] = [];
  const wire: StudyWire = {
    send: (text) => void sent.push(text),
    close: vi.fn(),
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  const ondone = vi.fn();
  const evaluation = new Evaluation(kept({ start: "the start" }), ondone, () => wire);
  evaluation.begin("de");
  wire.onopen?.();
  const say = (message: StudyAnswer): void => wire.onmessage?.({ data: JSON.stringify(message) });
  return { wire, say, evaluation, ondone, sent };
}

const told = (...actions: EvaluatedAction[]): StudyAnswer => ({
  type: "evaluated",
  n: 1,
  actions,
  total: 2,
});

test("a game is evaluated bit by bit, and then it is done", () => {
  const { wire, say, evaluation, ondone, sent } = asked();
  expect(JSON.parse(sent[0] ?? "")).toEqual({
    type: "evaluate",
    n: 1,
    game: "vier3d(players=3)",
    position: "the start",
    actions: ["a1", "b1"],
    language: "de",
  });
  expect(evaluation.isBusy).toBe(true);
  say({ type: "state", n: 1, state: "cold", queue: 0 });
  expect(evaluation.progress).toBe("cold");
  say(told(evaluated(0, 0.1)));
  expect([evaluation.progress, evaluation.actions.length]).toEqual(["thinking", 1]);
  say(told(evaluated(1, -0.5, "??")));
  const moments = [{ at: 1, text: { en: "a blunder", de: "ein Fehler" } }];
  say({ type: "evaluation", n: 1, moments });
  expect(evaluation.progress).toBe("done");
  expect(wire.close).toHaveBeenCalled();
  expect(ondone).toHaveBeenCalledWith({ actions: evaluation.actions, moments });
});

test("who is refused or loses the line is told, and keeps what has come", () => {
  const refused = asked();
  const why = { en: "Too many", de: "Zu viele" };
  refused.say({ type: "refused", n: 1, id: null, why });
  expect([refused.evaluation.why, refused.evaluation.isBusy]).toEqual([why, false]);
  const cut = asked();
  cut.say(told(evaluated(0, 0.1)));
  cut.wire.onclose?.();
  expect(cut.evaluation.why?.de).toBeTruthy();
  expect(cut.evaluation.actions.length).toBe(1);
});

test("who stops it hears no complaint", () => {
  const { wire, evaluation } = asked();
  evaluation.stop();
  wire.onclose?.();
  expect([evaluation.why, evaluation.progress]).toEqual([null, "none"]);
});
