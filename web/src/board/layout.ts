// The positions of cells and labels on the screen.  A flat board is one plank; a board with height has one
// plank for each level, the lowest at the lower left.
import type { Board, Piece } from "../protocol";
import { AXES, LABEL_SIZE, ROD_EXIT, PLATE, ROD, UNIT } from "./drawing/shapes";

export type Point = readonly [x: number, y: number];

// Distances in units of cells, unless they are stated in units of the SVG
const GAP = 0.26; // between planks
const MARGIN = 0.14; // of a plank beside the cells of a level, on sides without labels
const LABEL_MARGIN = 0.56; // on sides with labels
const TITLE_HEIGHT = 0.54; // for the name of a level
const TITLE_BASELINE = 0.29; // of the name, below the upper edge of the plank
const LEVEL_LABEL_SIZE = 40; // font size of labels on boards with height, in units of the SVG
// Space around the planks for their edges and, below, their shadow, in units of the SVG
const RIM = { sides: 18, above: 10, below: 26 };

// The same on narrow screens, where cells use as much of the width as possible
const NARROW_GAP = 0.05;
const NARROW_MARGIN = 0.04; // beside cells without labels
const NARROW_LABEL_DISTANCE = 0.66; // from the centre of the outermost cell to a label
const NARROW_LABEL_MARGIN = 0.16; // from the centre of a label to the edge of the plank
const NARROW_TITLE_HEIGHT = 0.46;

interface Plank {
  outline: string; // a path for the attribute `d`
  title: { level: number; x: number; y: number } | null; // on boards with height
}

/** A board as it is drawn, in units of the SVG, where y points down. */
export interface Layout {
  cells: Point[];
  labels: { text: string; x: number; y: number }[];
  planks: Plank[];
  panel: string; // path of the lighter wood below a board of points
  lines: string; // path of the lines between points
  box: { left: number; top: number; width: number; height: number };
  cellOutline: Point[]; // corners of the area of a cell, relative to its centre
  labelSize: number;
}

/** Cells, labels and planks in units of cells, where y points up. */
interface BoardGeometry {
  cells: Point[];
  labels: { text: string; at: Point }[];
  planks: Point[][]; // their outlines
}

/** Lay out a board; `columns` is the number of levels in a row.  On narrow screens, margins are as small
 * as cells and labels allow. */
export function computeLayout(board: Board, columns = 2, narrow = false): Layout {
  const geometry = board.scene.length
    ? getLevelGeometry(board, columns, narrow)
    : getFlatGeometry(board, narrow);
  const corners = geometry.planks.flat();
  const xs = corners.map(([x]) => UNIT * x);
  const ys = corners.map(([, y]) => -UNIT * y);
  const rimAtSides = narrow ? 0 : RIM.sides;
  const [left, top] = [Math.min(...xs) - rimAtSides, Math.min(...ys) - RIM.above];
  const width = Math.max(...xs) + rimAtSides - left;
  return {
    cells: geometry.cells.map(toScreen),
    labels: geometry.labels.map(({ text, at: [x, y] }) => ({ text, x: UNIT * x, y: -UNIT * y })),
    planks: geometry.planks.map((outline, z) => ({
      outline: toClosedPath(outline),
      title: board.scene.length ? getLevelTitle(outline, z + 1) : null,
    })),
    panel: toClosedPath(board.panel),
    lines: board.lines.map(([ax, ay, bx, by]) => toPath([ax, ay], [bx, by])).join(""),
    box: { left, top, width, height: Math.max(...ys) + RIM.below - top },
    cellOutline: getCellOutline(geometry.cells),
    labelSize: board.scene.length
      ? LEVEL_LABEL_SIZE
      : Math.max(LABEL_SIZE.min, LABEL_SIZE.share * width),
  };
}

function getFlatGeometry(board: Board, narrow: boolean): BoardGeometry {
  const { cells, labels } = getCellsAndLabels(board, narrow);
  if (!narrow) return { cells, labels, planks: [board.outline] };
  const outline = ([0, 1] as const).reduce<Point[]>((outline, axis) => {
    const [first, last] = getRange(cells, axis);
    const halfCell = Math.max(...getCellOutline(cells).map((corner) => corner[axis] / UNIT));
    const margin = halfCell + NARROW_MARGIN;
    const labelPositions = labels.map(({ at }) => at[axis]);
    const low = Math.min(first - margin, ...labelPositions.map((at) => at - NARROW_LABEL_MARGIN));
    const high = Math.max(last + margin, ...labelPositions.map((at) => at + NARROW_LABEL_MARGIN));
    return clipOutline(outline, axis, low, high);
  }, board.outline);
  return { cells, labels, planks: [outline] };
}

/** Return the cells and labels of a board; on narrow screens, labels are closer to the cells. */
function getCellsAndLabels(board: Board, narrow: boolean): Pick<BoardGeometry, "cells" | "labels"> {
  const cells = board.cells.map(({ x, y }): Point => [x, y]);
  const moveCloser = (value: number, axis: 0 | 1) => {
    const [first, last] = getRange(cells, axis);
    const low = first - NARROW_LABEL_DISTANCE;
    return Math.min(Math.max(value, low), last + NARROW_LABEL_DISTANCE);
  };
  const labels = board.labels.map(({ text, x, y }): BoardGeometry["labels"][number] => ({
    text,
    at: narrow ? [moveCloser(x, 0), moveCloser(y, 1)] : [x, y],
  }));
  return { cells, labels };
}

/** Return the smallest and the largest x (`axis` 0) or y (`axis` 1) of points. */
function getRange(points: readonly Point[], axis: 0 | 1): [low: number, high: number] {
  const values = points.map((point) => point[axis]);
  return [Math.min(...values), Math.max(...values)];
}

/** Return the part of a convex outline between two values of x or y. */
function clipOutline(outline: Point[], axis: 0 | 1, low: number, high: number): Point[] {
  return [low, high].reduce((corners, limit, i) => {
    const isInside = (point: Point) => (i === 0 ? point[axis] >= limit : point[axis] <= limit);
    return corners.flatMap((corner, index) => {
      const previous = getPoint(corners, (index || corners.length) - 1);
      const part = (limit - previous[axis]) / (corner[axis] - previous[axis]);
      const crossing: Point = [
        previous[0] + part * (corner[0] - previous[0]),
        previous[1] + part * (corner[1] - previous[1]),
      ];
      return [
        ...(isInside(previous) !== isInside(corner) ? [crossing] : []),
        ...(isInside(corner) ? [corner] : []),
      ];
    });
  }, outline);
}

/** Return the cells of each level from the bottom up; a flat board is one level. */
export function getLevels(board: Board): number[][] {
  const all = board.cells.map((_, cell) => cell);
  const height = Math.max(0, ...board.scene.map(([, , z]) => z));
  return Array.from({ length: height + 1 }, (_, level) =>
    board.scene.length ? all.filter((cell) => board.scene[cell]?.[2] === level) : all,
  );
}

/** Arrange the levels in rows.  Each has all labels; on narrow screens, labels are only on the outer sides
 * of the outer levels. */
function getLevelGeometry(board: Board, columns: number, narrow: boolean): BoardGeometry {
  const { cells, labels } = getCellsAndLabels(board, narrow);
  const levels = getLevels(board);
  const firstLevel = (levels[0] ?? []).map((cell) => getPoint(cells, cell));
  const rows = Math.ceil(levels.length / columns);
  const [xs, ys] = [getRange(firstLevel, 0), getRange(firstLevel, 1)];
  const getLabels = (z: number) => {
    const [column, row] = [z % columns, Math.floor(z / columns)];
    const isBetweenLevels = ([x, y]: Point) =>
      (x < xs[0] && column > 0) ||
      (x > xs[1] && column < columns - 1) ||
      (y < ys[0] && row > 0) ||
      (y > ys[1] && row < rows - 1);
    return narrow ? labels.filter(({ at }) => !isBetweenLevels(at)) : labels;
  };
  const outlines = levels.map((_, z) =>
    getLevelOutline(
      firstLevel,
      getLabels(z).map(({ at }) => at),
      narrow,
    ),
  );
  const gap = narrow ? NARROW_GAP : GAP;
  const offsets: Point[] = [];
  outlines.forEach((outline, z) => {
    const [left, below] = [z - 1, z - columns];
    // The offset that places this level beside or above another one, without overlap
    const getOffsetAfter = (axis: 0 | 1, neighbour: number) =>
      getPoint(offsets, neighbour)[axis] +
      getRange(outlines[neighbour] ?? [], axis)[1] +
      gap -
      getRange(outline, axis)[0];
    const x = z % columns ? getOffsetAfter(0, left) : 0;
    offsets.push([x, below >= 0 ? getOffsetAfter(1, below) : 0]);
  });
  return {
    cells: cells.map((point, cell) =>
      translate(point, getPoint(offsets, board.scene[cell]?.[2] ?? 0)),
    ),
    labels: offsets.flatMap((offset, z) =>
      getLabels(z).map(({ text, at }) => ({ text, at: translate(at, offset) })),
    ),
    planks: offsets.map((offset, z) =>
      (outlines[z] ?? []).map((corner) => translate(corner, offset)),
    ),
  };
}

function translate([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

/** Return the rectangular outline of the plank of a level; its margins depend on the labels on each side
 * and on the title above. */
function getLevelOutline(cells: Point[], labels: Point[], narrow: boolean): Point[] {
  const [margin, labelMargin] = narrow
    ? [NARROW_MARGIN, NARROW_LABEL_DISTANCE + NARROW_LABEL_MARGIN - 0.5]
    : [MARGIN, LABEL_MARGIN];
  const getExtent = (axis: 0 | 1, titleHeight = 0): [low: number, high: number] => {
    const [first, last] = getRange(cells, axis);
    const [low, high] = [first - 0.5, last + 0.5];
    const hasLabelsBelow = labels.some((label) => label[axis] < low);
    const hasLabelsAbove = labels.some((label) => label[axis] > high);
    const above = hasLabelsAbove ? labelMargin + titleHeight : Math.max(margin, titleHeight);
    return [low - (hasLabelsBelow ? labelMargin : margin), high + above];
  };
  const [left, right] = getExtent(0);
  const [bottom, top] = getExtent(1, narrow ? NARROW_TITLE_HEIGHT : TITLE_HEIGHT);
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

/** Return the title of a level, centred at the upper edge of its plank. */
function getLevelTitle(outline: Point[], level: number): Plank["title"] {
  const [left, right] = getRange(outline, 0);
  const top = getRange(outline, 1)[1];
  return { level, x: (UNIT * (left + right)) / 2, y: -UNIT * (top - TITLE_BASELINE) };
}

/** Return the area that is nearer to a cell than to any other: a hexagon if columns are closer
 * together than the cells of a column, otherwise a rectangle. */
function getCellOutline(cells: Point[]): Point[] {
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
    const corner = (4 * x) / 3; // two thirds of the distance between columns
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

function toScreen([x, y]: Point): Point {
  return [UNIT * x, -UNIT * y];
}

/** Return a point of a list; raise an error if the index is out of range. */
export function getPoint(points: readonly Point[], index: number): Point {
  const point = points[index];
  if (!point) throw new RangeError(`there is no point ${index}`);
  return point;
}

function toClosedPath(outline: Point[]): string {
  return outline.length ? `${toPath(...outline)}Z` : "";
}

function toPath(...points: Point[]): string {
  const texts = points.map(toScreen).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${texts.join("L")}`;
}

// Boards with height in an oblique view, where y points down

const { across, deep, up } = AXES;
const { margin } = PLATE;

interface Ball {
  piece: Piece;
  centre: Point;
  fallHeight: number; // distance from above the rod to the centre
}

export interface Rod {
  x: number;
  top: number;
  foot: number;
  balls: Ball[]; // from the bottom up
  exit: number; // where the rod comes out of the topmost ball
}

/** Project a point of space; z = 0 is the centre of a ball on the plate. */
export function project(x: number, y: number, z: number): Point {
  return [across.x * x + deep.x * y, across.y * x + deep.y * y - up * z];
}

function getSize(board: Board): [width: number, depth: number, height: number] {
  const max = (axis: 0 | 1 | 2) => Math.max(...board.scene.map((point) => point[axis]));
  return [max(0), max(1), max(2)];
}

/** Return the corners of the plate's surface: near left, near right, far right, far left. */
export function getPlateCorners(board: Board): [Point, Point, Point, Point] {
  const [width, depth] = getSize(board);
  const toCorner = (x: number, y: number) => project(x, y, -0.5);
  return [
    toCorner(-margin, -margin),
    toCorner(width + margin, -margin),
    toCorner(width + margin, depth + margin),
    toCorner(-margin, depth + margin),
  ];
}

/** Return the rods with their balls, from the back to the front. */
export function getRods(board: Board, pieces: readonly Piece[]): Rod[] {
  const [, , height] = getSize(board);
  const piecesByCell = new Map(pieces.map((piece) => [piece.cell, piece]));
  const feet = board.scene.filter(([, , z]) => z === 0);
  feet.sort(([ax, ay], [bx, by]) => by - ay || ax - bx);
  return feet.map(([x, y]) => {
    const balls = board.scene.flatMap(([bx, by, z], cell) => {
      const piece = piecesByCell.get(cell);
      if (bx !== x || by !== y || !piece) return [];
      return [{ piece, centre: project(x, y, z), fallHeight: up * (height + 1 - z) }];
    });
    balls.sort((a, b) => b.centre[1] - a.centre[1]);
    return {
      x: project(x, y, 0)[0],
      top: project(x, y, height + ROD.top)[1],
      foot: project(x, y, -0.5)[1],
      balls,
      exit: project(x, y, balls.length - 1 + ROD_EXIT)[1],
    };
  });
}

const OBLIQUE_MARGIN = 30; // in units of the SVG, around the plate and the rods
const OBLIQUE_SHADOW_MARGIN = 50; // below the plate, for its shadow

/** Return the attribute `viewBox` of the oblique view. */
export function getObliqueViewBox(board: Board): string {
  const [near, right, far] = getPlateCorners(board);
  const [, depth, height] = getSize(board);
  const left = near[0] - OBLIQUE_MARGIN;
  const top = project(0, depth, height + ROD.top)[1] - OBLIQUE_MARGIN;
  const width = far[0] + OBLIQUE_MARGIN - left;
  const bottom = right[1] + PLATE.thickness + OBLIQUE_SHADOW_MARGIN;
  return `${left} ${top} ${width} ${bottom - top}`;
}
