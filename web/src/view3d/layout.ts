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
  const rodOf = board.cells.map((_, cell) => board.pillars.findIndex((rod) => rod.includes(cell)));
  const rods = board.pillars.map((cells): Rod => {
    const [x, , z] = places[cells[0]!]!;
    return { name: rodName(board.cells[cells[0]!]!.name), x, z, cells };
  });
  const front = rods.filter((rod) => rod.z === depth / 2);
  const left = rods.filter((rod) => rod.x === -width / 2);
  return {
    rods,
    places,
    rodOf,
    top: 2 * POLE + extent(board, 2) * LEVEL + ABOVE,
    width,
    depth,
    columns: front.map(({ name, x }) => ({ text: name.replace(/\d+$/, ""), x })),
    rows: left.map(({ name, z }) => ({ text: name.replace(/^\D+/, ""), z })),
  };
}

// `b3.1` is the lowest place of rod b3
function rodName(cell: string): string {
  return cell.split(".", 1)[0]!;
}

function extent(board: Board, axis: number): number {
  return Math.max(...board.scene.map((point) => point[axis]!));
}
