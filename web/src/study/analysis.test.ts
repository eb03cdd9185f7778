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

/** Records requests; tests call `receive` with messages of the server. */
class FakeStudyConnection {
  requests: Record<string, unknown>[] = [];
  explorerRequests: Record<string, unknown>[] = [];
  receive: (message: StudyMessage) => void = () => undefined;
  think(request: Record<string, unknown>): number {
    return this.requests.push({ type: "think", ...request });
  }
  evaluate(request: Record<string, unknown>): number {
    return this.requests.push({ type: "evaluate", ...request });
  }
  explore(request: Record<string, unknown>): number {
    return -this.explorerRequests.push(request); // negative numbers, to distinguish them from other requests
  }
  stopThinking(): void {
    this.requests.push({ type: "stopThinking" });
  }
  close(): void {}
}

let study: FakeStudyConnection;
let positionRequests: PositionRequest[];
let answerLineRequest: () => void; // resolves the latest request of a line
let delayAnswer: ((shown: PositionResponse) => Promise<PositionResponse>) | null = null;

function fetchPosition(request: PositionRequest): Promise<PositionResponse> {
  positionRequests.push(request);
  const text = (request.actions ?? []).join(" ");
  const shown = { position: text, frame: frame(text), ending: null };
  return delayAnswer?.(shown) ?? Promise.resolve(shown);
}

/** Return a promise of the positions of a line; `answerLineRequest` resolves it. */
function fetchLine({ actions }: LineRequest): Promise<PositionResponse[]> {
  const texts = ["", ...actions].map((_, i) => actions.slice(0, i).join(" "));
  const shown = texts.map((text) => ({ position: text, frame: frame(text), ending: null }));
  return new Promise((resolve) => (answerLineRequest = () => resolve(shown)));
}

function createAnalysis(line: string[] = [], changes: Partial<AnalysisSource> = {}): Analysis {
  const connect = (onmessage: (message: StudyMessage) => void) => {
    study.receive = onmessage;
    return study as unknown as StudyConnection;
  };
  const api = { position: fetchPosition, line: fetchLine };
  const source = { position: null, line, at: line.length, key: null, shared: null, ...changes };
  return new Analysis("tzaar", "start", source, "en", api, connect);
}

function linesMessage(
  n: number,
  action: string,
  changes: Partial<LinesMessage["lines"][0]> = {},
): StudyMessage {
  const verdict = {
    certainty: "estimated" as const,
    values: [0.1, -0.1],
    turns: null,
    stored: false,
  };
  const target = { kind: "move" as const, cells: [1, 5], spoken: action };
  const line = { actions: [{ action, seat: 0, target }], verdict, ...changes };
  const fields = {
    turn: 0,
    can_pass: true,
    verdict,
    lines: [line],
    depth: 3,
    nodes: 9,
    seconds: 0.1,
  };
  return { type: "lines", n, ...fields };
}

beforeEach(() => {
  writeItem("analyses", []);
  writeItem("analysis.effort", null);
  study = new FakeStudyConnection();
  positionRequests = [];
});

test("a played action is shown and analysed", async () => {
  const analysis = createAnalysis();
  analysis.play("a");
  expect(study.requests.at(-1)).toMatchObject({ type: "think", position: "start", actions: ["a"] });
  await Promise.resolve();
  expect(positionRequests.at(-1)).toMatchObject({ actions: ["a"] });
  analysis.back();
  analysis.play("b");
  expect(analysis.isOnMainLine).toBe(false);
  analysis.promote();
  expect(analysis.isOnMainLine).toBe(true);
  expect(analysis.address).toBe("/analysis/tzaar#line=b");
});

test("a late answer about cells of an earlier position is ignored", async () => {
  const why = "Rod a1 is full.";
  const analysis = createAnalysis(["a", "b"]);
  await analysis.askWhyIllegal([1]);
  expect(analysis.errorText).toBeNull();
  let answer = () => {};
  delayAnswer = (shown) => new Promise((resolve) => (answer = () => resolve({ ...shown, why })));
  const pending = analysis.askWhyIllegal([1]);
  delayAnswer = null;
  analysis.back();
  analysis.forward();
  answer();
  await pending;
  expect(analysis.errorText).toBeNull();
});

test("messages about earlier positions are ignored", () => {
  const analysis = createAnalysis();
  const first = study.requests.length;
  analysis.play("a");
  study.receive(linesMessage(first, "late"));
  expect(analysis.lines).toBeNull();
  study.receive(linesMessage(study.requests.length, "b", { reasons: ["because"] }));
  study.receive(linesMessage(study.requests.length, "b"));
  expect(analysis.lines?.lines[0]?.reasons).toEqual(["because"]);
  expect(analysis.annotations).toEqual([{ kind: "solid", from: 1, to: 5, rank: 1 }]);
  analysis.showsArrows = false;
  expect(analysis.annotations).toEqual([]);
});

test("the number of lines and the depth are sent and stored", () => {
  const analysis = createAnalysis();
  expect(study.requests.at(-1)).toMatchObject({ lines: 3, depth: null });
  analysis.setEffort({ lines: 5, depth: 8 });
  expect(study.requests.at(-1)).toMatchObject({ type: "think", lines: 5, depth: 8 });
  createAnalysis();
  expect(study.requests.at(-1)).toMatchObject({ lines: 5, depth: 8 });
  writeItem("analysis.effort", { lines: 99, depth: 7 });
  createAnalysis();
  expect(study.requests.at(-1)).toMatchObject({ lines: 3, depth: null });
});

test("the explorer requests the position shown, and nothing while it is closed", () => {
  const analysis = createAnalysis();
  analysis.play("a");
  expect(study.explorerRequests.at(-1)).toMatchObject({ position: "start", actions: ["a"] });
  const explored = {
    type: "explored" as const,
    turn: 0,
    verdict: null,
    moves: [],
    player: "",
    games: 0,
  };
  study.receive({ ...explored, n: -1 });
  expect(analysis.explorerResult).toBeNull(); // of the start
  study.receive({ ...explored, n: -2 });
  expect(analysis.explorerResult?.turn).toBe(0);
  analysis.setExplorerOpen(false);
  analysis.back();
  expect([study.explorerRequests.length, analysis.explorerResult]).toEqual([2, null]);
});

test("an error of the explorer is shown until the next position", () => {
  const analysis = createAnalysis();
  const why = "Off.";
  study.receive({ type: "refused", n: -study.explorerRequests.length, id: null, why });
  expect([analysis.explorerError, analysis.errorText]).toEqual([why, null]);
  analysis.play("a");
  expect(analysis.explorerError).toBeNull();
});

test("a threat is requested for the position shown", () => {
  const analysis = createAnalysis();
  study.receive(linesMessage(study.requests.length, "mine"));
  analysis.setThreatShown(true);
  expect(study.requests.at(-1)).toMatchObject({ threat: true, lines: 1 });
  study.receive(linesMessage(study.requests.length, "theirs"));
  expect(analysis.threat?.lines[0]?.actions[0]?.action).toBe("theirs");
  expect(analysis.annotations).toEqual([{ kind: "double", from: 1, to: 5 }]);
  analysis.setEngineOn(false);
  expect(study.requests.at(-1)).toEqual({ type: "stopThinking" });
});

test("a game is evaluated at once, and its key moments lead to its positions", () => {
  const analysis = createAnalysis(["a", "b", "c"]);
  const n = study.requests.findIndex(({ type }) => type === "evaluate") + 1;
  expect(study.requests[n - 1]).toMatchObject({ actions: ["a", "b", "c"] });
  const mark = { at: 1, mark: "??" } as EvaluatedAction;
  study.receive({ type: "evaluated", n, actions: [mark], total: 3 });
  expect(analysis.evaluationProgress).toEqual({ done: 1, total: 3 });
  expect(analysis.evaluatedActions.get(2)).toBe(mark);
  expect(analysis.isEvaluated).toBe(false);
  study.receive({ type: "evaluation", n, moments: [], nodes: 9 });
  expect(analysis.evaluationProgress).toBeNull();
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

test("loaded positions are shown before the server answers", async () => {
  const analysis = createAnalysis(["a", "b", "c", "d", "e"]);
  await Promise.resolve();
  answerLineRequest();
  await Promise.resolve();
  const count = positionRequests.length;
  analysis.toStart();
  expect(analysis.shown?.position).toBe("");
  analysis.toMoment(2);
  expect(analysis.shown?.position).toBe("a b");
  await Promise.resolve();
  expect(positionRequests.slice(count).map(({ actions }) => actions)).toContainEqual(["a", "b"]);
});

test("variations and comments are stored and restored", () => {
  const analysis = createAnalysis(["a", "b"]);
  analysis.back();
  analysis.play("x");
  analysis.setComment("better?");
  const reopened = createAnalysis(["a", "b"]);
  reopened.back();
  reopened.play("x");
  expect(reopened.comment).toBe("better?");
  reopened.deleteBranch();
  expect(reopened.actions).toEqual(["a"]);
});

test("a reload keeps the main line, whatever position is shown", () => {
  const analysis = createAnalysis(["a", "b", "c"]);
  analysis.toMoment(1);
  analysis.play("x");
  const { key, address } = analysis;
  expect(address).toBe("/analysis/tzaar#line=a%2Cx");
  const reopened = createAnalysis(["a", "x"], { key }); // from the address and the history of the window
  expect(reopened.actions).toEqual(["a", "x"]);
  expect(reopened.isOnMainLine).toBe(false);
  reopened.toEnd();
  expect(reopened.actions).toEqual(["a", "b", "c"]);
});

test("two games from the same start have trees of their own", () => {
  const first = createAnalysis(["a", "b"]);
  first.setComment("the first");
  const second = createAnalysis(["c"]);
  second.toStart();
  expect(second.tree).toHaveLength(2);
  expect(createAnalysis(["a", "b"]).comment).toBe("the first");
});

test("a shared analysis is opened as it was sent, and stored with additions", () => {
  const tree = setComment(addAction(createTree(["a", "b"]), 1, "x").tree, 3, "better");
  const shared = { link: "packed", content: { position: "set up", tree, at: 3 } };
  const analysis = createAnalysis([], { shared });
  expect([analysis.position, analysis.comment, analysis.isOnMainLine]).toEqual([
    "set up",
    "better",
    false,
  ]);
  expect(analysis.address).toBe("/analysis/tzaar#position=set+up&line=a%2Cx");
  analysis.play("y");
  expect(createAnalysis([], { shared }).tree).toHaveLength(5);
  const { key } = analysis;
  expect(createAnalysis(["a", "x"], { key, position: "set up" }).comment).toBe("better");
});

test("a full tree rejects further moves", () => {
  const line = Array.from({ length: 999 }, (_, i) => `m${i}`);
  const analysis = createAnalysis(line);
  analysis.play("last");
  expect(analysis.errorText).toBeNull();
  analysis.play("more");
  expect(analysis.errorText).toContain("1,000 in a row");
  expect(analysis.actions).toHaveLength(1000);
});
