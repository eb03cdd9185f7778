import { beforeEach, expect, test } from "vitest";
import { writeItem } from "../browser/storage";
import { frame } from "../fixtures";
import type {
  EvaluatedAction,
  LineRequest,
  LinesMessage,
  PositionRequest,
  PositionResponse,
} from "../protocol";
import { Analysis, type AnalysisSource } from "./analysis.svelte";
import type { StudyMessage, StudyConnection } from "./connection";
import { START, setComment, createTree, addAction } from "./tree";

/** Notes what it is asked, and says what it is told to. */
class FakeStudy {
  asked: Record<string, unknown>[] = [];
  explored: Record<string, unknown>[] = [];
  say: (message: StudyMessage) => void = () => undefined;
  think(question: Record<string, unknown>): number {
    return this.asked.push({ type: "think", ...question });
  }
  evaluate(question: Record<string, unknown>): number {
    return this.asked.push({ type: "evaluate", ...question });
  }
  explore(question: Record<string, unknown>): number {
    return -this.explored.push(question); // numbers of their own
  }
  stopThinking(): void {
    this.asked.push({ type: "stopThinking" });
  }
  close(): void {}
}

let study: FakeStudy;
let requests: PositionRequest[];
let sendLine: () => void;
let answerLater: ((shown: PositionResponse) => Promise<PositionResponse>) | null = null;

function position(request: PositionRequest): Promise<PositionResponse> {
  requests.push(request);
  const text = (request.actions ?? []).join(" ");
  const shown = { position: text, frame: frame(text), ending: null };
  return answerLater?.(shown) ?? Promise.resolve(shown);
}

/** The positions of a line, when it is told to. */
function positions({ actions }: LineRequest): Promise<PositionResponse[]> {
  const texts = ["", ...actions].map((_, i) => actions.slice(0, i).join(" "));
  const shown = texts.map((text) => ({ position: text, frame: frame(text), ending: null }));
  return new Promise((resolve) => (sendLine = () => resolve(shown)));
}

function begin(line: string[] = [], more: Partial<AnalysisSource> = {}): Analysis {
  const connect = (hear: (message: StudyMessage) => void) => {
    study.say = hear;
    return study as unknown as StudyConnection;
  };
  const ask = { position, line: positions };
  const begins = { position: null, line, at: line.length, key: null, shared: null, ...more };
  return new Analysis("tzaar", "start", begins, "en", ask, connect);
}

function lines(
  n: number,
  action: string,
  more: Partial<LinesMessage["lines"][0]> = {},
): StudyMessage {
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
  writeItem("analyses", []);
  writeItem("analysis.effort", null);
  study = new FakeStudy();
  requests = [];
});

test("a tried action is shown and analysed", async () => {
  const analysis = begin();
  analysis.play("a");
  expect(study.asked.at(-1)).toMatchObject({ type: "think", position: "start", actions: ["a"] });
  await Promise.resolve();
  expect(requests.at(-1)).toMatchObject({ actions: ["a"] });
  analysis.back();
  analysis.play("b");
  expect(analysis.isOnMainLine).toBe(false);
  analysis.promote();
  expect(analysis.isOnMainLine).toBe(true);
  expect(analysis.address).toBe("/analysis/tzaar#line=b");
});

test("a refusal is not shown once another position was visited", async () => {
  const why = "Rod a1 is full.";
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
  expect(analysis.annotations).toEqual([{ kind: "solid", from: 1, to: 5, rank: 1 }]);
  analysis.showsArrows = false;
  expect(analysis.annotations).toEqual([]);
});

test("the number of lines and the depth are requested as chosen, and stored", () => {
  const analysis = begin();
  expect(study.asked.at(-1)).toMatchObject({ lines: 3, depth: null });
  analysis.setEffort({ lines: 5, depth: 8 });
  expect(study.asked.at(-1)).toMatchObject({ type: "think", lines: 5, depth: 8 });
  begin();
  expect(study.asked.at(-1)).toMatchObject({ lines: 5, depth: 8 });
  writeItem("analysis.effort", { lines: 99, depth: 7 });
  begin();
  expect(study.asked.at(-1)).toMatchObject({ lines: 3, depth: null });
});

test("the explorer requests the position shown, and nothing while it is closed", () => {
  const analysis = begin();
  analysis.play("a");
  expect(study.explored.at(-1)).toMatchObject({ position: "start", actions: ["a"] });
  const explored = {
    type: "explored" as const,
    turn: 0,
    verdict: null,
    moves: [],
    player: "",
    games: 0,
  };
  study.say({ ...explored, n: -1 });
  expect(analysis.explored).toBeNull(); // of the start
  study.say({ ...explored, n: -2 });
  expect(analysis.explored?.turn).toBe(0);
  analysis.setExplorerOpen(false);
  analysis.back();
  expect([study.explored.length, analysis.explored]).toEqual([2, null]);
});

test("why nothing can be explored stands there until the next position", () => {
  const analysis = begin();
  const why = "Off.";
  study.say({ type: "refused", n: -study.explored.length, id: null, why });
  expect([analysis.explorerError, analysis.why]).toEqual([why, null]);
  analysis.play("a");
  expect(analysis.explorerError).toBeNull();
});

test("a threat is another question about the same position", () => {
  const analysis = begin();
  study.say(lines(study.asked.length, "mine"));
  analysis.setThreatShown(true);
  expect(study.asked.at(-1)).toMatchObject({ threat: true, lines: 1 });
  study.say(lines(study.asked.length, "theirs"));
  expect(analysis.threat?.lines[0]?.actions[0]?.action).toBe("theirs");
  expect(analysis.annotations).toEqual([{ kind: "double", from: 1, to: 5 }]);
  analysis.setEngineOn(false);
  expect(study.asked.at(-1)).toEqual({ type: "stopThinking" });
});

test("a game is evaluated at once, and its moments lead to the moves", () => {
  const analysis = begin(["a", "b", "c"]);
  const n = study.asked.findIndex(({ type }) => type === "evaluate") + 1;
  expect(study.asked[n - 1]).toMatchObject({ actions: ["a", "b", "c"] });
  const mark = { at: 1, mark: "??" } as EvaluatedAction;
  study.say({ type: "evaluated", n, actions: [mark], total: 3 });
  expect(analysis.evaluating).toEqual({ done: 1, total: 3 });
  expect(analysis.evaluated.get(2)).toBe(mark);
  expect(analysis.isEvaluated).toBe(false);
  study.say({ type: "evaluation", n, moments: [], nodes: 9 });
  expect(analysis.evaluating).toBeNull();
  expect(analysis.isEvaluated).toBe(true);
  analysis.toMoment(1);
  expect(analysis.actions).toEqual(["a"]);
  analysis.toMoment(0);
  expect(analysis.at).toBe(START);
  expect(analysis.isEvaluated).toBe(true);
  analysis.toEnd();
  void analysis.play("d"); // not evaluated
  expect(analysis.isEvaluated).toBe(false);
});

test("known positions are shown before the hall answers", async () => {
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

test("variations and comments are stored and restored", () => {
  const analysis = begin(["a", "b"]);
  analysis.back();
  analysis.play("x");
  analysis.setComment("better?");
  const again = begin(["a", "b"]);
  again.back();
  again.play("x");
  expect(again.comment).toBe("better?");
  again.deleteBranch();
  expect(again.actions).toEqual(["a"]);
});

test("a reload keeps the main line, whatever position is shown", () => {
  const analysis = begin(["a", "b", "c"]);
  analysis.toMoment(1);
  analysis.play("x");
  const { key, address } = analysis;
  expect(address).toBe("/analysis/tzaar#line=a%2Cx");
  const again = begin(["a", "x"], { key }); // as the address says, and the window's history
  expect(again.actions).toEqual(["a", "x"]);
  expect(again.isOnMainLine).toBe(false);
  again.toEnd();
  expect(again.actions).toEqual(["a", "b", "c"]);
});

test("two games from the same start have trees of their own", () => {
  const first = begin(["a", "b"]);
  first.setComment("the first");
  const second = begin(["c"]);
  second.toStart();
  expect(second.tree).toHaveLength(2);
  expect(begin(["a", "b"]).comment).toBe("the first");
});

test("a shared analysis is opened as it was sent, and kept with what is added", () => {
  const tree = setComment(addAction(createTree(["a", "b"]), 1, "x").tree, 3, "better");
  const shared = { link: "packed", found: { position: "set up", tree, at: 3 } };
  const analysis = begin([], { shared });
  expect([analysis.position, analysis.comment, analysis.isOnMainLine]).toEqual([
    "set up",
    "better",
    false,
  ]);
  expect(analysis.address).toBe("/analysis/tzaar#position=set+up&line=a%2Cx");
  analysis.play("y");
  expect(begin([], { shared }).tree).toHaveLength(5);
  const { key } = analysis;
  expect(begin(["a", "x"], { key, position: "set up" }).comment).toBe("better");
});

test("a tree that is full takes no more moves", () => {
  const line = Array.from({ length: 999 }, (_, i) => `m${i}`);
  const analysis = begin(line);
  analysis.play("last");
  expect(analysis.why).toBeNull();
  analysis.play("more");
  expect(analysis.why).toContain("1,000 in a row");
  expect(analysis.actions).toHaveLength(1000);
});
