// Lines that somebody tries, as a tree of variations with comments.  Pure: trees are never changed,
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

/** The longest comment that is kept. */
export const LONGEST_COMMENT = 2000;

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
  for (let here = at; here !== START; here = branch(tree, here).parent) path.unshift(here);
  return path;
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
  return changed(tree, at, { comment: comment.slice(0, LONGEST_COMMENT) });
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

/** A tree that was kept, if it is one. */
export function readTree(kept: unknown): Tree | null {
  if (!Array.isArray(kept) || kept.length === 0 || !isBranch(kept[0])) return null;
  const fits = (at: unknown) => typeof at === "number" && isBranch(kept[at]);
  const whole = kept.every(
    (one) => one === null || (isBranch(one) && [one.parent, ...one.children].every(fits)),
  );
  return whole ? (kept as Tree) : null;
}

function isBranch(one: unknown): one is Branch {
  if (typeof one !== "object" || one === null) return false;
  const { action, parent, children, comment } = one as Partial<Branch>;
  const texts = typeof action === "string" && typeof comment === "string";
  return texts && typeof parent === "number" && Array.isArray(children);
}
