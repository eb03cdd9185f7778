// Boards with height on paper: an oblique view.

import type { Board, Piece } from "../../protocol";
import type { Point } from "./layout";
import { AXES, OUT_OF_BALL, PLATE, ROD } from "../drawing/outlines";

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
      above: project(x, y, balls.length - 1 + OUT_OF_BALL)[1],
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
