// A tree of variations with comments.  Pure: trees are never changed,
// new ones are made.
export interface Branch {
  action: string; // "": the start
  parent: number;
  children: number[]; // the first one is the main line
  comment: string;
}

/** Branches by number; the first is the start, null one that was cut off. */
export type Tree = readonly (Branch | null)[];

export const START = 0;

export const MAX_COMMENT_CHARS = 2000;
export const MAX_BRANCHES = 3000; // of a tree, its start included
const MAX_ACTION_CHARS = 20; // as the server's messages allow
export const MAX_DEPTH = 1000; // likewise: actions from the start to any branch

/** A single line. */
export function treeOf(actions: readonly string[]): Tree {
  const tree: Branch[] = [{ action: "", parent: START, children: [], comment: "" }];
  actions.forEach((action, i) => {
    tree[i]?.children.push(i + 1);
    tree.push({ action, parent: i, children: [], comment: "" });
  });
  return tree;
}

export function branch(tree: Tree, at: number): Branch {
  const found = tree[at];
  if (!found) throw new Error(`there is no branch ${at}`);
  return found;
}

/** An action is tried: a branch that is there already, or a new one. */
export function tried(tree: Tree, at: number, action: string): { tree: Tree; at: number } {
  const here = branch(tree, at);
  const known = here.children.find((child) => tree[child]?.action === action);
  if (known !== undefined) return { tree, at: known };
  const grown = changed(tree, at, { children: [...here.children, tree.length] });
  return {
    tree: [...grown, { action, parent: at, children: [], comment: "" }],
    at: tree.length,
  };
}

/** The branches from the start to one, without the start. */
export function pathTo(tree: Tree, at: number): number[] {
  const path: number[] = [];
  for (let here = at; here !== START; here = branch(tree, here).parent) path.push(here);
  return path.reverse();
}

/** The actions that lead to a branch. */
export function actionsTo(tree: Tree, at: number): string[] {
  return pathTo(tree, at).map((one) => branch(tree, one).action);
}

/** The number of the turn to which a branch belongs, and whether it begins this turn. */
export function turnOf(
  tree: Tree,
  at: number,
  startsTurn: (at: number) => boolean, // whether a turn begins after a branch
): { number: number; begins: boolean } {
  const begun = pathTo(tree, at).map((one) => {
    const { parent } = branch(tree, one);
    return parent === START || startsTurn(parent);
  });
  return { number: begun.filter(Boolean).length, begins: begun.at(-1) ?? true };
}

/** A branch and the main line after it. */
export function lineFrom(tree: Tree, at: number): number[] {
  const line = [at];
  for (let next = branch(tree, at).children[0]; next !== undefined;) {
    line.push(next);
    next = branch(tree, next).children[0];
  }
  return line;
}

/** The whole main line, without the start. */
export function mainLine(tree: Tree): number[] {
  return lineFrom(tree, START).slice(1);
}

/** Where lines end, the main line first. */
export function ends(tree: Tree): number[] {
  const main = lineFrom(tree, START).at(-1) ?? START;
  const others = tree.flatMap((one, at) => (one?.children.length === 0 && at !== main ? at : []));
  return [main, ...others];
}

export function commented(tree: Tree, at: number, comment: string): Tree {
  return changed(tree, at, { comment: cleanComment(comment) });
}

/** A comment without control characters and marks that change the direction of what follows. */
function cleanComment(text: string): string {
  return text
    .slice(0, MAX_COMMENT_CHARS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
}

/** Whether a tree is not larger than may be kept, nor the line to a branch longer. */
export function isWithinLimits(tree: Tree, at: number): boolean {
  const size = tree.filter((one) => one !== null).length;
  return size <= MAX_BRANCHES && pathTo(tree, at).length <= MAX_DEPTH;
}

/** Without a branch and all that follows it; one stands before it then. */
export function cut(tree: Tree, at: number): { tree: Tree; at: number } {
  if (at === START) return { tree, at };
  const { parent } = branch(tree, at);
  const gone = new Set([at]);
  for (const one of gone) branch(tree, one).children.forEach((child) => gone.add(child));
  const children = branch(tree, parent).children.filter((child) => child !== at);
  const left = changed(tree, parent, { children });
  return { tree: left.map((one, i) => (gone.has(i) ? null : one)), at: parent };
}

/** The line to a branch becomes the main line. */
export function promoted(tree: Tree, at: number): Tree {
  return pathTo(tree, at).reduce((grown, one) => {
    const { parent } = branch(grown, one);
    const others = branch(grown, parent).children.filter((child) => child !== one);
    return changed(grown, parent, { children: [one, ...others] });
  }, tree);
}

/** Whether a branch lies on the main line. */
export function isMain(tree: Tree, at: number): boolean {
  return pathTo(tree, at).every(
    (one) => branch(tree, branch(tree, one).parent).children[0] === one,
  );
}

function changed(tree: Tree, at: number, more: Partial<Branch>): Tree {
  return tree.map((one, i) => (i === at && one ? { ...one, ...more } : one));
}

// Trees as they are kept and sent: a row for each branch, parents first, siblings in their order

/** Of a branch: the row of its parent, the action, and the comment if there is one. */
export type Row = [parent: number, action: string, comment?: string];

/** The rows of a tree, and the row of one of its branches. */
export function rowsOf(tree: Tree, at = START): { rows: Row[]; at: number } {
  const rows: Row[] = [];
  const rowByBranch = new Map<number, number>();
  const waiting = [START];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { action, parent, comment, children } = branch(tree, one);
    rowByBranch.set(one, rows.length);
    const above = rowByBranch.get(parent) ?? START;
    rows.push(comment ? [above, action, comment] : [above, action]);
    waiting.push(...[...children].reverse()); // the main line is taken out first
  }
  return { rows, at: rowByBranch.get(at) ?? START };
}

/** The tree of rows, or null where they are not well-formed: rows may come from anywhere. */
export function treeOfRows(rows: unknown): Tree | null {
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_BRANCHES) return null;
  const tree: Branch[] = [];
  const depths: number[] = [];
  for (const [at, row] of rows.entries()) {
    if (!isRow(row, at)) return null;
    const [parent, action, comment = ""] = row;
    const depth = at === START ? 0 : (depths[parent] ?? 0) + 1;
    const siblings = tree[parent]?.children ?? [];
    const isTwice = siblings.some((one) => tree[one]?.action === action);
    if (depth > MAX_DEPTH || (at !== START && isTwice)) return null;
    if (at !== START) siblings.push(at);
    depths.push(depth);
    tree.push({ action, parent, children: [], comment: cleanComment(comment) });
  }
  return tree;
}

function isRow(row: unknown, at: number): row is Row {
  if (!Array.isArray(row) || row.length < 2 || row.length > 3) return false;
  const [parent, action, comment = ""] = row as unknown[];
  if (typeof action !== "string" || typeof comment !== "string") return false;
  if (comment.length > MAX_COMMENT_CHARS) return false;
  if (at === START) return parent === START && action === "";
  const isBefore = Number.isInteger(parent) && (parent as number) >= 0 && (parent as number) < at;
  return isBefore && /^[^\s,]+$/.test(action) && action.length <= MAX_ACTION_CHARS;
}

// A tree as a record in its JSON form, which the server checks and writes as text.

interface NodeData {
  action: string;
  comment?: string;
  variations?: NodeData[][];
}

export interface RecordData {
  version: 1;
  game: string;
  start: string;
  comment?: string;
  line: NodeData[];
  result: null;
}

export function recordOf(game: string, start: string, tree: Tree): RecordData {
  const { comment, children } = branch(tree, START);
  const line = lineData(tree, children[0]);
  return { version: 1, game, start, ...(comment ? { comment } : {}), line, result: null };
}

/** A branch and the main line after it; what else was tried stands beside the action it replaces. */
function lineData(tree: Tree, first: number | undefined): NodeData[] {
  const line: NodeData[] = [];
  for (let at = first; at !== undefined; at = branch(tree, at).children[0]) {
    const { action, comment, parent } = branch(tree, at);
    const siblings = branch(tree, parent).children;
    const others = siblings[0] === at ? siblings.slice(1) : [];
    const variations = others.map((other) => lineData(tree, other));
    line.push({
      action,
      ...(comment ? { comment } : {}),
      ...(variations.length ? { variations } : {}),
    });
  }
  return line;
}
