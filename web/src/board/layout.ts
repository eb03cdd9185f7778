// Where a board's cells come to lie on the screen.  A flat board is one plank; a board with
// height becomes one plank a level, the lowest at the lower left, each with all labels.
import type { Board, Piece } from "../protocol";
import { AXES, LABEL_SIZE, ROD_EXIT, PLATE, ROD, UNIT } from "./drawing/shapes";

export type Point = readonly [x: number, y: number];

const GAP = 0.26; // between planks
const MIN_MARGIN = 0.14; // wood beside a level,
const LABEL_MARGIN = 0.56; // where there are labels,
const TITLE_ROOM = 0.54; // and above, for its name
const SMALL_PLANK_LETTERS = 40;
const RIM = 18; // of the SVG around the planks: their edge; the shadow falls beyond
// On narrow screens the width belongs to the cells: from the middle of the outermost one
const NARROW_LABEL = 0.66; // to a label beside it,
const NARROW_EDGE = 0.16; // from there to the edge,
const NARROW_RIM = 0.04; // beyond a cell without a label,
const NARROW_GAP = 0.05; // between planks,
const NARROW_TITLE_ROOM = 0.46; // and above them, for their names

interface Plank {
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
  touch: Point[]; // corners of the ground around a cell that counts as the cell
  letters: number; // size of labels
}

interface Ground {
  cells: Point[];
  labels: { text: string; at: Point }[];
  planks: Point[][]; // their outlines
}

/** Lays out a board; a board with height has so many levels in a row.  On narrow screens the wood
 * is as narrow as cells and labels allow. */
export function layout(board: Board, columns = 2, narrow = false): Layout {
  const ground = board.scene.length ? spread(board, columns, narrow) : flat(board, narrow);
  const corners = ground.planks.flat();
  const xs = corners.map(([x]) => UNIT * x);
  const ys = corners.map(([, y]) => -UNIT * y);
  const rim = narrow ? 0 : RIM;
  const [left, top] = [Math.min(...xs) - rim, Math.min(...ys) - RIM + 8];
  const width = Math.max(...xs) + rim - left;
  return {
    cells: ground.cells.map(onScreen),
    labels: ground.labels.map(({ text, at: [x, y] }) => ({ text, x: UNIT * x, y: -UNIT * y })),
    planks: ground.planks.map((outline, z) => ({
      outline: path(outline),
      title: board.scene.length ? pageTitle(outline, z + 1) : null,
    })),
    panel: path(board.panel),
    lines: board.lines.map(([ax, ay, bx, by]) => way([ax, ay], [bx, by])).join(""),
    box: { left, top, width, height: Math.max(...ys) + RIM + 8 - top },
    touch: touch(ground.cells),
    letters: board.scene.length
      ? SMALL_PLANK_LETTERS
      : Math.max(LABEL_SIZE.min, LABEL_SIZE.share * width),
  };
}

function flat(board: Board, narrow: boolean): Ground {
  const given = asGiven(board, narrow);
  if (!narrow) return { ...given, planks: [board.outline] };
  const wood = ([0, 1] as const).reduce<Point[]>((outline, axis) => {
    const [low, high] = range(given.cells, axis);
    const beyond = Math.max(...touch(given.cells).map((at) => at[axis] / UNIT)) + NARROW_RIM;
    const labels = given.labels.map(({ at }) => at[axis]);
    const first = Math.min(low - beyond, ...labels.map((label) => label - NARROW_EDGE));
    const last = Math.max(high + beyond, ...labels.map((label) => label + NARROW_EDGE));
    return cut(outline, axis, first, last);
  }, board.outline);
  return { ...given, planks: [wood] };
}

function asGiven(board: Board, narrow: boolean): Pick<Ground, "cells" | "labels"> {
  const cells = board.cells.map(({ x, y }): Point => [x, y]);
  const near = (value: number, axis: 0 | 1) => {
    const [low, high] = range(cells, axis);
    return Math.min(Math.max(value, low - NARROW_LABEL), high + NARROW_LABEL);
  };
  const labels = board.labels.map(({ text, x, y }): Ground["labels"][number] => ({
    text,
    at: narrow ? [near(x, 0), near(y, 1)] : [x, y],
  }));
  return { cells, labels };
}

function range(points: readonly Point[], axis: 0 | 1): [low: number, high: number] {
  const values = points.map((point) => point[axis]);
  return [Math.min(...values), Math.max(...values)];
}

/** What of a convex outline lies between two values of x or y. */
function cut(outline: Point[], axis: 0 | 1, first: number, last: number): Point[] {
  return [first, last].reduce((corners, edge, i) => {
    const inside = (point: Point) => (i === 0 ? point[axis] >= edge : point[axis] <= edge);
    return corners.flatMap((corner, at) => {
      const before = pointOf(corners, (at || corners.length) - 1);
      const part = (edge - before[axis]) / (corner[axis] - before[axis]);
      const crossing: Point = [
        before[0] + part * (corner[0] - before[0]),
        before[1] + part * (corner[1] - before[1]),
      ];
      return [
        ...(inside(before) !== inside(corner) ? [crossing] : []),
        ...(inside(corner) ? [corner] : []),
      ];
    });
  }, outline);
}

/** The cells of each level from the bottom up; all cells where the board is flat. */
export function levels(board: Board): number[][] {
  const all = board.cells.map((_, cell) => cell);
  const height = Math.max(0, ...board.scene.map(([, , z]) => z));
  return Array.from({ length: height + 1 }, (_, level) =>
    board.scene.length ? all.filter((cell) => board.scene[cell]?.[2] === level) : all,
  );
}

/** The levels in rows, each with every label, so that each can be read by itself; on narrow screens
 * only the outer ones have labels, on their outer sides. */
function spread(board: Board, columns: number, narrow: boolean): Ground {
  const { cells, labels } = asGiven(board, narrow);
  const floors = levels(board);
  const ground = (floors[0] ?? []).map((cell) => pointOf(cells, cell));
  const rows = Math.ceil(floors.length / columns);
  const [xs, ys] = [range(ground, 0), range(ground, 1)];
  const labelsOf = (z: number) => {
    const [column, row] = [z % columns, Math.floor(z / columns)];
    const hidden = ([x, y]: Point) =>
      (x < xs[0] && column > 0) ||
      (x > xs[1] && column < columns - 1) ||
      (y < ys[0] && row > 0) ||
      (y > ys[1] && row < rows - 1);
    return narrow ? labels.filter(({ at }) => !hidden(at)) : labels;
  };
  const outlines = floors.map((_, z) =>
    floorPlank(
      ground,
      labelsOf(z).map(({ at }) => at),
      narrow,
    ),
  );
  const gap = narrow ? NARROW_GAP : GAP;
  const moves: Point[] = [];
  outlines.forEach((outline, z) => {
    const [before, below] = [z - 1, z - columns];
    const next = (axis: 0 | 1, other: number) =>
      pointOf(moves, other)[axis] +
      range(outlines[other] ?? [], axis)[1] +
      gap -
      range(outline, axis)[0];
    moves.push([z % columns ? next(0, before) : 0, below >= 0 ? next(1, below) : 0]);
  });
  return {
    cells: cells.map((point, cell) => shifted(point, pointOf(moves, board.scene[cell]?.[2] ?? 0))),
    labels: moves.flatMap((move, z) =>
      labelsOf(z).map(({ text, at }) => ({ text, at: shifted(at, move) })),
    ),
    planks: moves.map((move, z) => (outlines[z] ?? []).map((corner) => shifted(corner, move))),
  };
}

function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

/** Wood under a level: a rectangle, on each side as wide as labels there and the title need. */
function floorPlank(cells: Point[], labels: Point[], narrow: boolean): Point[] {
  const [least, beside] = narrow
    ? [NARROW_RIM, NARROW_LABEL + NARROW_EDGE - 0.5]
    : [MIN_MARGIN, LABEL_MARGIN];
  const side = (axis: 0 | 1, room = 0): [low: number, high: number] => {
    const [first, last] = range(cells, axis);
    const [low, high] = [first - 0.5, last + 0.5];
    const isBelow = labels.some((label) => label[axis] < low);
    const isAbove = labels.some((label) => label[axis] > high);
    const above = isAbove ? beside + room : Math.max(least, room);
    return [low - (isBelow ? beside : least), high + above];
  };
  const [left, right] = side(0);
  const [low, ceiling] = side(1, narrow ? NARROW_TITLE_ROOM : TITLE_ROOM);
  return [
    [left, low],
    [right, low],
    [right, ceiling],
    [left, ceiling],
  ];
}

/** The level's name stands on the upper edge of its plank. */
function pageTitle(outline: Point[], level: number): Plank["title"] {
  const xs = outline.map(([x]) => x);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const ceiling = Math.max(...outline.map(([, y]) => y));
  return { level, x: UNIT * middle, y: -UNIT * (ceiling - 0.29) };
}

/** All that is nearer to a cell than to any other: a hexagon where cells have six neighbours, or
 * else a rectangle. */
function touch(cells: Point[]): Point[] {
  let [width, height] = [1, 1];
  for (const [ax, ay] of cells) {
    for (const [bx, by] of cells) {
      const [dx, dy] = [Math.abs(ax - bx), Math.abs(ay - by)];
      if (dx > 0.1) width = Math.min(width, dx);
      else if (dy > 0.1) height = Math.min(height, dy);
    }
  }
  const [x, y] = [(UNIT * width) / 2, (UNIT * height) / 2];
  if (width < 0.9 * height) {
    const corner = (4 * x) / 3; // two thirds of the way to the next column but one
    return [
      [corner, 0],
      [corner / 2, y],
      [-corner / 2, y],
      [-corner, 0],
      [-corner / 2, -y],
      [corner / 2, -y],
    ];
  }
  return [
    [x, y],
    [-x, y],
    [-x, -y],
    [x, -y],
  ];
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

// Boards with height on paper: an oblique view.

const { across, deep, up } = AXES;
const { margin } = PLATE;

export interface Rod {
  x: number;
  top: number;
  foot: number;
  balls: { piece: Piece; spot: Point; fall: number }[]; // from the bottom up
  above: number; // where the rod comes out of the topmost ball
}

/** A point of space on paper; z = 0 is the middle of a ball on the plate. */
export function project(x: number, y: number, z: number): Point {
  return [across.x * x + deep.x * y, across.y * x + deep.y * y - up * z];
}

function extent(board: Board): [width: number, depth: number, height: number] {
  const most = (axis: 0 | 1 | 2) => Math.max(...board.scene.map((point) => point[axis]));
  return [most(0), most(1), most(2)];
}

/** The corners of the plate's surface: near left, near right, far right, far left. */
export function plate(board: Board): [Point, Point, Point, Point] {
  const [width, depth] = extent(board);
  const corner = (x: number, y: number) => project(x, y, -0.5);
  return [
    corner(-margin, -margin),
    corner(width + margin, -margin),
    corner(width + margin, depth + margin),
    corner(-margin, depth + margin),
  ];
}

/** The rods with their balls, those at the back first. */
export function rods(board: Board, pieces: readonly Piece[]): Rod[] {
  const [, , height] = extent(board);
  const taken = new Map(pieces.map((piece) => [piece.cell, piece]));
  const feet = board.scene.filter(([, , z]) => z === 0);
  feet.sort(([ax, ay], [bx, by]) => by - ay || ax - bx);
  return feet.map(([x, y]) => {
    const balls = board.scene.flatMap(([bx, by, z], cell) => {
      const piece = taken.get(cell);
      if (bx !== x || by !== y || !piece) return [];
      return [{ piece, spot: project(x, y, z), fall: up * (height + 1 - z) }];
    });
    balls.sort((a, b) => b.spot[1] - a.spot[1]);
    return {
      x: project(x, y, 0)[0],
      top: project(x, y, height + ROD.top)[1],
      foot: project(x, y, -0.5)[1],
      balls,
      above: project(x, y, balls.length - 1 + ROD_EXIT)[1],
    };
  });
}

/** The paper that the view needs, for the attribute `viewBox`. */
export function paper(board: Board): string {
  const [near, right, far] = plate(board);
  const [, depth, height] = extent(board);
  const top = project(0, depth, height + ROD.top)[1] - 30;
  return `${near[0] - 30} ${top} ${far[0] - near[0] + 60} ${right[1] + PLATE.thickness + 50 - top}`;
}
