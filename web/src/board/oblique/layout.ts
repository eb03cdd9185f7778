// Where a board's cells come to lie on the screen.  A flat board is one plank; a board with
// height becomes one plank a level, the lowest at the lower left, each with all labels.

import type { Board } from "../../protocol";
import { LETTERS, UNIT } from "../drawing/outlines";

export type Point = readonly [x: number, y: number];

const GAP = 0.26; // between planks
const LEAST = 0.14; // wood beside a level,
const BESIDE = 0.56; // where there are labels,
const TITLE_ROOM = 0.54; // and above, for its name
const SMALL_PLANK_LETTERS = 40;
const RIM = 18; // of the SVG around the planks: their edge; the shadow falls beyond

export interface Plank {
  outline: string; // for the attribute `d`
  title: { level: number; x: number; y: number } | null; // on boards with height
}

/** A board as drawn: everything in the SVG's units, where y points down. */
export interface Layout {
  cells: Point[];
  labels: { text: string; x: number; y: number }[];
  planks: Plank[];
  panel: string; // lighter wood below a board of points,
  lines: string; // and the lines between them
  box: { left: number; top: number; width: number; height: number };
  touch: { width: number; height: number }; // the ground around a cell that counts as the cell
  letters: number; // size of labels
}

interface Ground {
  cells: Point[];
  labels: { text: string; at: Point }[];
  planks: Point[][]; // their outlines
}

/** Lays out a board; a board with height has so many levels in a row. */
export function layout(board: Board, columns = 2): Layout {
  const ground = board.scene.length ? spread(board, columns) : flat(board);
  const corners = ground.planks.flat();
  const xs = corners.map(([x]) => UNIT * x);
  const ys = corners.map(([, y]) => -UNIT * y);
  const [left, top] = [Math.min(...xs) - RIM, Math.min(...ys) - RIM + 8];
  const width = Math.max(...xs) + RIM - left;
  return {
    cells: ground.cells.map(onScreen),
    labels: ground.labels.map(({ text, at: [x, y] }) => ({ text, x: UNIT * x, y: -UNIT * y })),
    planks: ground.planks.map((outline, z) => ({
      outline: path(outline),
      title: board.scene.length ? titleOf(outline, z + 1) : null,
    })),
    panel: path(board.panel),
    lines: board.lines.map(([ax, ay, bx, by]) => way([ax, ay], [bx, by])).join(""),
    box: { left, top, width, height: Math.max(...ys) + RIM + 8 - top },
    touch: touch(ground.cells),
    letters: board.scene.length
      ? SMALL_PLANK_LETTERS
      : Math.max(LETTERS.least, LETTERS.part * width),
  };
}

function flat(board: Board): Ground {
  return { ...asGiven(board), planks: [board.outline] };
}

function asGiven(board: Board): Pick<Ground, "cells" | "labels"> {
  return {
    cells: board.cells.map(({ x, y }) => [x, y]),
    labels: board.labels.map(({ text, x, y }) => ({ text, at: [x, y] })),
  };
}

/** The cells of each level from the bottom up; all cells where the board is flat. */
export function levels(board: Board): number[][] {
  const all = board.cells.map((_, cell) => cell);
  const height = Math.max(0, ...board.scene.map(([, , z]) => z));
  return Array.from({ length: height + 1 }, (_, level) =>
    board.scene.length ? all.filter((cell) => board.scene[cell]?.[2] === level) : all,
  );
}

/** The levels in rows, each with every label, so that each can be read by itself. */
function spread(board: Board, columns: number): Ground {
  const { cells, labels } = asGiven(board);
  const floors = levels(board);
  const outline = floorPlank(
    (floors[0] ?? []).map((cell) => pointOf(cells, cell)),
    labels.map(({ at }) => at),
  );
  const [wide, high] = [extent(outline, 0) + GAP, extent(outline, 1) + GAP];
  const moves = floors.map((_, z): Point => [(z % columns) * wide, Math.floor(z / columns) * high]);
  return {
    cells: cells.map((point, cell) => shifted(point, pointOf(moves, board.scene[cell]?.[2] ?? 0))),
    labels: moves.flatMap((move) =>
      labels.map(({ text, at }) => ({ text, at: shifted(at, move) })),
    ),
    planks: moves.map((move) => outline.map((corner) => shifted(corner, move))),
  };
}

function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

/** Wood under a level: a rectangle, on each side as wide as labels there and the title need. */
function floorPlank(cells: Point[], labels: Point[]): Point[] {
  const side = (axis: 0 | 1, room = 0): [low: number, high: number] => {
    const values = cells.map((point) => point[axis]);
    const [low, high] = [Math.min(...values) - 0.5, Math.max(...values) + 0.5];
    const isBelow = labels.some((label) => label[axis] < low);
    const isAbove = labels.some((label) => label[axis] > high);
    const above = isAbove ? BESIDE + room : Math.max(LEAST, room);
    return [low - (isBelow ? BESIDE : LEAST), high + above];
  };
  const [left, right] = side(0);
  const [low, ceiling] = side(1, TITLE_ROOM);
  return [
    [left, low],
    [right, low],
    [right, ceiling],
    [left, ceiling],
  ];
}

/** The level's name stands on the upper edge of its plank. */
function titleOf(outline: Point[], level: number): Plank["title"] {
  const xs = outline.map(([x]) => x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const ceiling = Math.max(...outline.map(([, y]) => y));
  return { level, x: UNIT * middle, y: -UNIT * (ceiling - 0.29) };
}

/** As wide as columns are apart, as high as cells within a column are: so no gaps are left. */
function touch(cells: Point[]): { width: number; height: number } {
  let [width, height] = [1, 1];
  for (const [ax, ay] of cells) {
    for (const [bx, by] of cells) {
      const [dx, dy] = [Math.abs(ax - bx), Math.abs(ay - by)];
      if (dx > 0.1) width = Math.min(width, dx);
      else if (dy > 0.1) height = Math.min(height, dy);
    }
  }
  return { width: UNIT * width, height: UNIT * height };
}

function extent(outline: Point[], axis: 0 | 1): number {
  const values = outline.map((point) => point[axis]);
  return Math.max(...values) - Math.min(...values);
}

function onScreen([x, y]: Point): Point {
  return [UNIT * x, -UNIT * y];
}

/** A point of a list whose length is known to suffice. */
export function pointOf(points: readonly Point[], index: number): Point {
  const point = points[index];
  if (!point) throw new RangeError(`there is no point ${index}`);
  return point;
}

function path(outline: Point[]): string {
  return outline.length ? `${way(...outline)}Z` : "";
}

function way(...points: Point[]): string {
  const corners = points.map(onScreen).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${corners.join("L")}`;
}
