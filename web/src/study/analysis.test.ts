import { beforeEach, expect, test } from "vitest";
import { save } from "../browser/browserStorage";
import { frame } from "../fixtures";
import type {
  EvaluatedAction,
  LineRequest,
  LinesMessage,
  PositionRequest,
  PositionShown,
} from "../protocol";
import { Analysis } from "./analysis.svelte";
import type { Heard, StudyConnection } from "./connection";
import { START } from "./tree";

/** Notes what it is asked, and says what it is told to. */
class FakeStudy {
  asked: Record<string, unknown>[] = [];
  say: (message: Heard) => void = () => undefined;
  think(question: Record<string, unknown>): number {
    return this.asked.push({ type: "think", ...question });
  }
  evaluate(question: Record<string, unknown>): number {
    return this.asked.push({ type: "evaluate", ...question });
  }
  rest(): void {
    this.asked.push({ type: "rest" });
  }
  close(): void {}
}

let study: FakeStudy;
let requests: PositionRequest[];
let sendLine: () => void;
let answerLater: ((shown: PositionShown) => Promise<PositionShown>) | null = null;

function position(request: PositionRequest): Promise<PositionShown> {
  requests.push(request);
  const text = (request.actions ?? []).join(" ");
  const shown = { position: text, frame: frame(text), ending: null };
  return answerLater?.(shown) ?? Promise.resolve(shown);
}

/** The positions of a line, when it is told to. */
function positions({ actions }: LineRequest): Promise<PositionShown[]> {
  const texts = ["", ...actions].map((_, i) => actions.slice(0, i).join(" "));
  const shown = texts.map((text) => ({ position: text, frame: frame(text), ending: null }));
  return new Promise((resolve) => (sendLine = () => resolve(shown)));
}

function begin(line: string[] = [], at = line.length): Analysis {
  const connect = (hear: (message: Heard) => void) => {
    study.say = hear;
    return study as unknown as StudyConnection;
  };
  const ask = { position, line: positions };
  return new Analysis("tzaar", "start", { position: null, line, at }, "en", ask, connect);
}

function lines(n: number, action: string, more: Partial<LinesMessage["lines"][0]> = {}): Heard {
  const verdict = {
    certainty: "estimated" as const,
    values: [0.1, -0.1],
    turns: null,
    stored: false,
  };
  const target = { kind: "move" as const, cells: [1, 5], spoken: action };
  const line = { actions: [{ action, seat: 0, target }], verdict, ...more };
  const all = { turn: 0, can_pass: true, verdict, lines: [line], depth: 3, nodes: 9, seconds: 0.1 };
  return { type: "lines", n, ...all };
}

beforeEach(() => {
  save("analyses", []);
  study = new FakeStudy();
  requests = [];
});

test("what is tried is shown and thought about, from a position that is written out", async () => {
  const analysis = begin();
  analysis.play("a");
  expect(study.asked.at(-1)).toMatchObject({ type: "think", position: "start", actions: ["a"] });
  await Promise.resolve();
  expect(requests.at(-1)).toMatchObject({ actions: ["a"] });
  analysis.back();
  analysis.play("b");
  expect(analysis.isMain).toBe(false);
  analysis.promote();
  expect(analysis.isMain).toBe(true);
  expect(analysis.address).toBe("/analysis/tzaar#line=b");
});

test("why something cannot be done is not told to who has leafed on, even to and fro", async () => {
  const why = { en: "Rod a1 is full.", de: "Stab a1 ist voll." };
  const analysis = begin(["a", "b"]);
  await analysis.askWhy([1]);
  expect(analysis.why).toBeNull();
  let answer = () => {};
  answerLater = (shown) => new Promise((resolve) => (answer = () => resolve({ ...shown, why })));
  const asked = analysis.askWhy([1]);
  answerLater = null;
  analysis.back();
  analysis.forward();
  answer();
  await asked;
  expect(analysis.why).toBeNull();
});

test("only what is said about the position that is shown counts", () => {
  const analysis = begin();
  const first = study.asked.length;
  analysis.play("a");
  study.say(lines(first, "late"));
  expect(analysis.lines).toBeNull();
  study.say(lines(study.asked.length, "b", { reasons: ["because"] }));
  study.say(lines(study.asked.length, "b"));
  expect(analysis.lines?.lines[0]?.reasons).toEqual(["because"]);
  expect(analysis.annotations).toEqual([{ kind: "solid", from: 1, to: 5 }]);
  analysis.arrows = false;
  expect(analysis.annotations).toEqual([]);
});

test("a threat is another question about the same position", () => {
  const analysis = begin();
  study.say(lines(study.asked.length, "mine"));
  analysis.turnThreat(true);
  expect(study.asked.at(-1)).toMatchObject({ threat: true, lines: 1 });
  study.say(lines(study.asked.length, "theirs"));
  expect(analysis.threat?.lines[0]?.actions[0]?.action).toBe("theirs");
  expect(analysis.annotations).toEqual([{ kind: "double", from: 1, to: 5 }]);
  analysis.turnThinking(false);
  expect(study.asked.at(-1)).toEqual({ type: "rest" });
});

test("a game is evaluated at once, and its moments lead to the moves", () => {
  const analysis = begin(["a", "b", "c"]);
  const n = study.asked.findIndex(({ type }) => type === "evaluate") + 1;
  expect(study.asked[n - 1]).toMatchObject({ actions: ["a", "b", "c"] });
  const mark = { at: 1, mark: "??" } as EvaluatedAction;
  study.say({ type: "evaluated", n, actions: [mark], total: 3 });
  expect(analysis.evaluating).toEqual({ done: 1, total: 3 });
  expect(analysis.evaluated.get(2)).toBe(mark);
  study.say({ type: "evaluation", n, moments: [], nodes: 9 });
  expect(analysis.evaluating).toBeNull();
  analysis.toMoment(1);
  expect(analysis.actions).toEqual(["a"]);
  analysis.toMoment(0);
  expect(analysis.at).toBe(START);
});

test("who jumps along a known line sees it before the hall has answered", async () => {
  const analysis = begin(["a", "b", "c", "d", "e"]);
  await Promise.resolve();
  sendLine();
  await Promise.resolve();
  const asked = requests.length;
  analysis.toStart();
  expect(analysis.shown?.position).toBe("");
  analysis.toMoment(2);
  expect(analysis.shown?.position).toBe("a b");
  await Promise.resolve();
  expect(requests.slice(asked).map(({ actions }) => actions)).toContainEqual(["a", "b"]);
});

test("variations and comments are there again when one comes back", () => {
  const analysis = begin(["a", "b"]);
  analysis.back();
  analysis.play("x");
  analysis.say("better?");
  const again = begin(["a", "b"]);
  again.back();
  again.play("x");
  expect(again.comment).toBe("better?");
  again.cutOff();
  expect(again.actions).toEqual(["a"]);
});
