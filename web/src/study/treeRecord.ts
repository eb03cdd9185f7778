// A tree as a record in its JSON form, which the server checks and writes as text.
import { branch, START, type Tree } from "./tree";

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
