import { expect, test, vi } from "vitest";
import { frame } from "../fixtures";
import { savedGame } from "../library/savedGame.fixture";
import type { EvaluatedAction, MarkSign, PositionRequest } from "../protocol";
import { RequestRefused } from "../server/api";
import { evaluatedAction } from "./evaluatedAction.fixture";
import { getPracticeMistakes, Practice } from "./practice.svelte";

const turns = [
  { seat: 0, actions: ["a1"], signs: [""] },
  { seat: 1, actions: ["a2", "a3"], signs: ["", ""] },
];

function actionWithBest(
  at: number,
  seat: number,
  mark: MarkSign,
  best: string | null,
): EvaluatedAction {
  const target = { kind: "move" as const, cells: [], spoken: "" };
  const line = best === null ? null : { action: best, seat, target };
  return { ...evaluatedAction(at, 0, mark), seat, best: line } as EvaluatedAction;
}

const actions = [
  actionWithBest(0, 0, "??", "b1"),
  actionWithBest(1, 1, "?", "b2"),
  actionWithBest(2, 1, "!", "b3"),
  actionWithBest(3, 1, "?!", null),
  actionWithBest(4, 1, "?", "b5"),
];

async function waitUntilLoaded(practice: Practice): Promise<void> {
  while (practice.stage === "loading") await Promise.resolve();
}

async function startPractice(mark: MarkSign = "") {
  const position = vi.fn(({ actions = [] }: PositionRequest) =>
    Promise.resolve({
      position: `after ${actions.join(" ")}`,
      frame: frame(actions.at(-1) ?? null),
      ending: null,
    }),
  );
  const judge = vi.fn(() => Promise.resolve(evaluatedAction(0, 0, mark)));
  const practice = new Practice(
    savedGame({ start: "start", turns }),
    getPracticeMistakes(actions, [1]),
    "en",
    {
      position,
      judge,
    },
  );
  await waitUntilLoaded(practice);
  return { practice, position, judge };
}

test("only mistakes of the given seats with a known better action are practised", () => {
  expect(getPracticeMistakes(actions, [1]).map(({ at }) => at)).toEqual([1, 4]);
  expect(getPracticeMistakes(actions, [0, 1]).map(({ at }) => at)).toEqual([0, 1, 4]);
  expect(getPracticeMistakes(actions, [])).toEqual([]);
});

test("the best move is right without a request", async () => {
  const { practice, position, judge } = await startPractice();
  expect(position).toHaveBeenCalledWith(
    expect.objectContaining({ game: "vier3d(players=3)", position: "start", actions: ["a1"] }),
  );
  expect([practice.stage, practice.isActive]).toEqual(["open", true]);
  await practice.try("b2");
  expect([practice.stage, practice.solved]).toEqual(["right", 1]);
  expect(judge).not.toHaveBeenCalled();
  await practice.next();
  expect(practice.mistake?.at).toBe(4);
  await practice.next();
  expect(practice.stage).toBe("over");
  await practice.restart();
  expect([practice.index, practice.solved, practice.stage]).toEqual([0, 0, "open"]);
});

test("another move is right if the engine finds no mistake", async () => {
  const { practice, judge } = await startPractice("");
  await practice.try("c2");
  expect(judge).toHaveBeenCalledWith(
    { game: "vier3d(players=3)", position: "after a1", actions: ["c2"], language: "en" },
    expect.anything(),
  );
  expect(practice.stage).toBe("right");
});

test.each(["a2", "c2"])("the mistake itself and other mistakes are wrong: %s", async (action) => {
  const { practice, judge } = await startPractice("?");
  await practice.try(action);
  expect(practice.stage).toBe("wrong");
  expect(judge).toHaveBeenCalledTimes(action === "a2" ? 0 : 1);
  practice.takeBack();
  expect([practice.stage, practice.triedAction]).toEqual(["open", ""]);
  await practice.reveal();
  expect([practice.stage, practice.solved]).toEqual(["revealed", 0]);
});

test("if the judgement fails, an action is neither right nor wrong", async () => {
  const { practice, judge } = await startPractice();
  const why = "Too much at once.";
  judge.mockRejectedValueOnce(new RequestRefused(0, why));
  await practice.try("c2");
  expect([practice.stage, practice.errorText, practice.solved]).toEqual(["open", why, 0]);
});
