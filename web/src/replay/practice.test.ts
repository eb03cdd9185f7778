import { expect, test, vi } from "vitest";
import { frame } from "../fixtures";
import { savedGame } from "../library/savedGame.fixture";
import type { EvaluatedAction, MarkSign, PositionRequest } from "../protocol";
import { RequestRefused } from "../server/api";
import { evaluatedAction } from "./evaluated.fixture";
import { getPracticeMistakes, Practice } from "./practice.svelte";

const turns = [
  { seat: 0, actions: ["a1"], signs: [""] },
  { seat: 1, actions: ["a2", "a3"], signs: ["", ""] },
];

function better(at: number, seat: number, mark: MarkSign, best: string | null): EvaluatedAction {
  const target = { kind: "move" as const, cells: [], spoken: "" };
  const line = best === null ? null : { action: best, seat, target };
  return { ...evaluated(at, 0, mark), seat, best: line } as EvaluatedAction;
}

const marked = [
  better(0, 0, "??", "b1"),
  better(1, 1, "?", "b2"),
  better(2, 1, "!", "b3"),
  better(3, 1, "?!", null),
  better(4, 1, "?", "b5"),
];

async function askUntilAnswered(practice: Practice): Promise<void> {
  while (practice.stage === "loading") await Promise.resolve();
}

async function practise(mark: MarkSign = "") {
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
    getPracticeMistakes(marked, [1]),
    "en",
    {
      position,
      judge,
    },
  );
  await askUntilAnswered(practice);
  return { practice, position, judge };
}

test("mistakes are those of the seats that are meant, for which something better is known", () => {
  expect(getPracticeMistakes(marked, [1]).map(({ at }) => at)).toEqual([1, 4]);
  expect(getPracticeMistakes(marked, [0, 1]).map(({ at }) => at)).toEqual([0, 1, 4]);
  expect(getPracticeMistakes(marked, [])).toEqual([]);
});

test("the best move is right without a request", async () => {
  const { practice, position, judge } = await practise();
  expect(position).toHaveBeenCalledWith(
    expect.objectContaining({ game: "vier3d(players=3)", position: "start", actions: ["a1"] }),
  );
  expect([practice.stage, practice.active]).toEqual(["open", true]);
  await practice.act("b2");
  expect([practice.stage, practice.solved]).toEqual(["right", 1]);
  expect(judge).not.toHaveBeenCalled();
  await practice.next();
  expect(practice.mistake?.at).toBe(4);
  await practice.next();
  expect(practice.stage).toBe("over");
  await practice.again();
  expect([practice.number, practice.solved, practice.stage]).toEqual([0, 0, "open"]);
});

test("another move is right where the computer finds no fault with it", async () => {
  const { practice, judge } = await practise("");
  await practice.act("c2");
  expect(judge).toHaveBeenCalledWith(
    { game: "vier3d(players=3)", position: "after a1", actions: ["c2"], language: "en" },
    expect.anything(),
  );
  expect(practice.stage).toBe("right");
});

test.each(["a2", "c2"])(
  "the mistake itself is wrong, and so is another one: %s",
  async (action) => {
    const { practice, judge } = await practise("?");
    await practice.act(action);
    expect(practice.stage).toBe("wrong");
    expect(judge).toHaveBeenCalledTimes(action === "a2" ? 0 : 1);
    practice.takeBack();
    expect([practice.stage, practice.tried]).toEqual(["open", ""]);
    await practice.tell();
    expect([practice.stage, practice.solved]).toEqual(["told", 0]);
  },
);

test("without a judgement of the server, an answer counts neither as right nor as wrong", async () => {
  const { practice, judge } = await practise();
  const why = "Too much at once.";
  judge.mockRejectedValueOnce(new RequestRefused(0, why));
  await practice.act("c2");
  expect([practice.stage, practice.why, practice.solved]).toEqual(["open", why, 0]);
});
