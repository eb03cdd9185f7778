// Where everything stands in the 3D view.  x points to the right, y up, z towards the viewer who
// looks from the first row; the plate's upper side is y = 0 and its middle the origin.

import type { Board } from "../protocol";

export const RADIUS = 0.36; // of a ball; rods stand at a distance of 1
export const HOLE = 0.076; // radius of the hole through a ball
export const ROD = 0.064; // radius of a rod
const POLE = Math.sqrt(RADIUS ** 2 - HOLE ** 2); // from a ball's middle to the rim of its hole
const LEVEL = 2 * POLE; // balls rest on each other's rims
const ABOVE = 0.3; // how far a rod stands out above its topmost ball

export type Point = readonly [x: number, y: number, z: number];

export interface Rod {
  name: string; // b3
  x: number;
  z: number;
  cells: number[]; // from the lowest place up
}

export interface Layout {
  rods: Rod[];
  places: Point[]; // the middle of a ball on each cell
  rodOf: number[]; // by cell, an index into `rods`
  top: number; // where the rods end
  width: number; // between the outermost rods
  depth: number;
  columns: { text: string; x: number }[];
  rows: { text: string; z: number }[];
}

export function layoutOf(board: Board): Layout {
  const width = extent(board, 0);
  const depth = extent(board, 1);
  const places = board.scene.map(([x, y, z]): Point => [
    x - width / 2,
    POLE + z * LEVEL,
    depth / 2 - y,
  ]);
  const rodOf = board.cells.map((_, cell) =>
    board.pillars.findIndex(({ cells }) => cells.includes(cell)),
  );
  const rods = board.pillars.map(({ name, cells }): Rod => {
    const [x, , z] = places[cells[0]!]!;
    return { name, x, z, cells };
  });
  return {
    rods,
    places,
    rodOf,
    top: 2 * POLE + extent(board, 2) * LEVEL + ABOVE,
    width,
    depth,
    ...edges(board, rods),
  };
}

// The labels below and left of the lowest level, where its rods stand.
function edges(board: Board, rods: Rod[]): Pick<Layout, "columns" | "rows"> {
  const bottom = Math.min(...board.cells.map(({ y }) => y));
  const left = Math.min(...board.cells.map(({ x }) => x));
  const footed = (fits: (x: number, y: number) => boolean) =>
    rods.find(({ cells }) => fits(board.cells[cells[0]!]!.x, board.cells[cells[0]!]!.y));
  const columns: Layout["columns"] = [];
  const rows: Layout["rows"] = [];
  for (const { text, x, y } of board.labels) {
    const column = y < bottom && footed((footX) => footX === x);
    if (column) columns.push({ text, x: column.x });
    const row = x < left && footed((_, footY) => footY === y);
    if (row) rows.push({ text, z: row.z });
  }
  return { columns, rows };
}

function extent(board: Board, axis: number): number {
  return Math.max(...board.scene.map((point) => point[axis]!));
}
