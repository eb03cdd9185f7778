// A tree of variations with comments.  Trees are immutable: functions return changed copies.
// A parameter `at` is the number of a branch.

/** An action in a tree of variations. */
export interface Branch {
  action: string; // "" at the start of the tree
  parent: number; // the branch before it
  children: number[]; // the first one is the main line
  comment: string;
}

/** Branches by number; the first is the start, null stands for a deleted one. */
export type Tree = readonly (Branch | null)[];

export const START = 0;

export const MAX_COMMENT_CHARS = 2000;
export const MAX_BRANCHES = 3000; // of a tree, its start included
const MAX_ACTION_CHARS = 20; // as the server allows
export const MAX_DEPTH = 1000; // actions from the start to any branch, as the server allows

/** Return a tree that consists of a single line. */
export function createTree(actions: readonly string[]): Tree {
  const tree: Branch[] = [{ action: "", parent: START, children: [], comment: "" }];
  actions.forEach((action, i) => {
    tree[i]?.children.push(i + 1);
    tree.push({ action, parent: i, children: [], comment: "" });
  });
  return tree;
}

export function getBranch(tree: Tree, at: number): Branch {
  const found = tree[at];
  if (!found) throw new Error(`there is no branch ${at}`);
  return found;
}

/** Add an action after a branch, unless the branch is already followed by it; return the tree and the
 * branch of the action. */
export function addAction(tree: Tree, at: number, action: string): { tree: Tree; at: number } {
  const here = getBranch(tree, at);
  const existing = here.children.find((child) => tree[child]?.action === action);
  if (existing !== undefined) return { tree, at: existing };
  const updated = updateBranch(tree, at, { children: [...here.children, tree.length] });
  return {
    tree: [...updated, { action, parent: at, children: [], comment: "" }],
    at: tree.length,
  };
}

/** Return the branches from the start to a branch, without the start. */
export function getPath(tree: Tree, at: number): number[] {
  const path: number[] = [];
  for (let here = at; here !== START; here = getBranch(tree, here).parent) path.push(here);
  return path.reverse();
}

/** Return the actions that lead to a branch. */
export function getActions(tree: Tree, at: number): string[] {
  return getPath(tree, at).map((step) => getBranch(tree, step).action);
}

/** Return the number of the turn to which a branch belongs, and whether it is the first of the turn. */
export function getTurn(
  tree: Tree,
  at: number,
  startsTurn: (at: number) => boolean, // whether a new turn starts after a branch
): { number: number; isFirst: boolean } {
  const turnStarts = getPath(tree, at).map((step) => {
    const { parent } = getBranch(tree, step);
    return parent === START || startsTurn(parent);
  });
  return { number: turnStarts.filter(Boolean).length, isFirst: turnStarts.at(-1) ?? true };
}

/** Return a branch and the main line after it. */
export function getLine(tree: Tree, at: number): number[] {
  const line = [at];
  for (let next = getBranch(tree, at).children[0]; next !== undefined;) {
    line.push(next);
    next = getBranch(tree, next).children[0];
  }
  return line;
}

/** Return the main line, without the start. */
export function getMainLine(tree: Tree): number[] {
  return getLine(tree, START).slice(1);
}

/** Return the last branch of each line, that of the main line first. */
export function getLineEnds(tree: Tree): number[] {
  const main = getLine(tree, START).at(-1) ?? START;
  const others = tree.flatMap((branch, at) =>
    branch?.children.length === 0 && at !== main ? at : [],
  );
  return [main, ...others];
}

export function setComment(tree: Tree, at: number, comment: string): Tree {
  return updateBranch(tree, at, { comment: cleanComment(comment) });
}

/** Truncate a comment, and remove control characters, lone surrogates and marks that change the direction of
 * text. */
function cleanComment(text: string): string {
  return text
    .slice(0, MAX_COMMENT_CHARS)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replaceAll(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
}

/** Return whether a tree is small enough to be stored, and the path to a branch short enough. */
export function isWithinLimits(tree: Tree, at: number): boolean {
  const size = tree.filter((branch) => branch !== null).length;
  return size <= MAX_BRANCHES && getPath(tree, at).length <= MAX_DEPTH;
}

/** Remove a branch and all branches after it; return the tree and the parent of the branch. */
export function removeBranch(tree: Tree, at: number): { tree: Tree; at: number } {
  if (at === START) return { tree, at };
  const { parent } = getBranch(tree, at);
  const removed = new Set([at]);
  for (const branch of removed)
    getBranch(tree, branch).children.forEach((child) => removed.add(child));
  const children = getBranch(tree, parent).children.filter((child) => child !== at);
  const remaining = updateBranch(tree, parent, { children });
  return { tree: remaining.map((branch, i) => (removed.has(i) ? null : branch)), at: parent };
}

/** Make the path to a branch the main line. */
export function promoteToMainLine(tree: Tree, at: number): Tree {
  return getPath(tree, at).reduce((result, step) => {
    const { parent } = getBranch(result, step);
    const others = getBranch(result, parent).children.filter((child) => child !== step);
    return updateBranch(result, parent, { children: [step, ...others] });
  }, tree);
}

/** Return whether a branch is on the main line. */
export function isOnMainLine(tree: Tree, at: number): boolean {
  return getPath(tree, at).every(
    (step) => getBranch(tree, getBranch(tree, step).parent).children[0] === step,
  );
}

function updateBranch(tree: Tree, at: number, changes: Partial<Branch>): Tree {
  return tree.map((branch, i) => (i === at && branch ? { ...branch, ...changes } : branch));
}

// Trees as they are stored and shared: a row for each branch, parents first, siblings in their order

/** A branch: the row of its parent, its action, and its comment if it has one. */
export type Row = [parent: number, action: string, comment?: string];

/** Return the rows of a tree, and the row of the branch `at`. */
export function toRows(tree: Tree, at = START): { rows: Row[]; at: number } {
  const rows: Row[] = [];
  const rowByBranch = new Map<number, number>();
  const stack = [START];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    const { action, parent, comment, children } = getBranch(tree, current);
    rowByBranch.set(current, rows.length);
    const parentRow = rowByBranch.get(parent) ?? START;
    rows.push(comment ? [parentRow, action, comment] : [parentRow, action]);
    stack.push(...[...children].reverse()); // the main line is popped first
  }
  return { rows, at: rowByBranch.get(at) ?? START };
}

/** Return the tree of rows from an untrusted source, or null if they are malformed. */
export function parseRows(rows: unknown): Tree | null {
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_BRANCHES) return null;
  const tree: Branch[] = [];
  const depths: number[] = [];
  for (const [at, row] of rows.entries()) {
    if (!isValidRow(row, at)) return null;
    const [parent, action, comment = ""] = row;
    const depth = at === START ? 0 : (depths[parent] ?? 0) + 1;
    const siblings = tree[parent]?.children ?? [];
    const isDuplicate = siblings.some((sibling) => tree[sibling]?.action === action);
    if (depth > MAX_DEPTH || (at !== START && isDuplicate)) return null;
    if (at !== START) siblings.push(at);
    depths.push(depth);
    tree.push({ action, parent, children: [], comment: cleanComment(comment) });
  }
  return tree;
}

function isValidRow(row: unknown, at: number): row is Row {
  if (!Array.isArray(row) || row.length < 2 || row.length > 3) return false;
  const [parent, action, comment = ""] = row as unknown[];
  if (typeof action !== "string" || typeof comment !== "string") return false;
  if (comment.length > MAX_COMMENT_CHARS) return false;
  if (at === START) return parent === START && action === "";
  const isParentEarlier =
    Number.isInteger(parent) && (parent as number) >= 0 && (parent as number) < at;
  return isParentEarlier && /^[^\s,]+$/.test(action) && action.length <= MAX_ACTION_CHARS;
}

// A tree in the JSON format of records; the server validates it and converts it to text.

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

export function toRecord(game: string, start: string, tree: Tree): RecordData {
  const { comment, children } = getBranch(tree, START);
  const line = toNodes(tree, children[0]);
  return { version: 1, game, start, ...(comment ? { comment } : {}), line, result: null };
}

/** Convert a branch and the main line after it; siblings become variations. */
function toNodes(tree: Tree, first: number | undefined): NodeData[] {
  const line: NodeData[] = [];
  for (let at = first; at !== undefined; at = getBranch(tree, at).children[0]) {
    const { action, comment, parent } = getBranch(tree, at);
    const siblings = getBranch(tree, parent).children;
    const others = siblings[0] === at ? siblings.slice(1) : [];
    const variations = others.map((other) => toNodes(tree, other));
    line.push({
      action,
      ...(comment ? { comment } : {}),
      ...(variations.length ? { variations } : {}),
    });
  }
  return line;
}
