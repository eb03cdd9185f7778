// Coordinates of the 3D view: x points to the right, y up, z to a viewer in front of the first row.  The
// origin is the centre of the upper side of the plate, and the distance between rods is 1.

import type { Board } from "../protocol";

export const BALL_RADIUS = 0.36;
export const HOLE_RADIUS = 0.076; // through a ball
export const ROD_RADIUS = 0.064;
const HALF_HEIGHT = Math.sqrt(BALL_RADIUS ** 2 - HOLE_RADIUS ** 2); // of a ball, from its centre to the rim of its hole
const LEVEL_HEIGHT = 2 * HALF_HEIGHT;
const ROD_END = 0.3; // length of a rod above its topmost ball

export type Point = readonly [x: number, y: number, z: number];

export interface Rod {
  name: string; // b3
  x: number;
  z: number;
  cells: number[]; // from the bottom up
}

export interface Layout {
  rods: Rod[];
  centres: Point[]; // of a ball on each cell
  rodByCell: number[]; // indices into `rods`
  top: number; // height of the ends of the rods
  width: number; // between the outermost rods
  depth: number;
  columns: { text: string; x: number }[]; // labels
  rows: { text: string; z: number }[];
}

export function computeLayout(board: Board): Layout {
  const width = getMax(board, 0);
  const depth = getMax(board, 1);
  const centres = board.scene.map(([x, y, z]): Point => [
    x - width / 2,
    HALF_HEIGHT + z * LEVEL_HEIGHT,
    depth / 2 - y,
  ]);
  const rodByCell = board.cells.map((_, cell) =>
    board.pillars.findIndex(({ cells }) => cells.includes(cell)),
  );
  const rods = board.pillars.map(({ name, cells }): Rod => {
    const [x, , z] = centres[cells[0]!]!;
    return { name, x, z, cells };
  });
  return {
    rods,
    centres,
    rodByCell,
    top: 2 * HALF_HEIGHT + getMax(board, 2) * LEVEL_HEIGHT + ROD_END,
    width,
    depth,
    ...getLabels(board, rods),
  };
}

/** Return the labels of the columns and rows of rods. */
function getLabels(board: Board, rods: Rod[]): Pick<Layout, "columns" | "rows"> {
  const bottom = Math.min(...board.cells.map(({ y }) => y));
  const left = Math.min(...board.cells.map(({ x }) => x));
  const findRod = (matches: (x: number, y: number) => boolean) =>
    rods.find(({ cells }) => matches(board.cells[cells[0]!]!.x, board.cells[cells[0]!]!.y));
  const columns: Layout["columns"] = [];
  const rows: Layout["rows"] = [];
  for (const { text, x, y } of board.labels) {
    const column = y < bottom && findRod((rodX) => rodX === x);
    if (column) columns.push({ text, x: column.x });
    const row = x < left && findRod((_, rodY) => rodY === y);
    if (row) rows.push({ text, z: row.z });
  }
  return { columns, rows };
}

function getMax(board: Board, axis: number): number {
  return Math.max(...board.scene.map((point) => point[axis]!));
}
