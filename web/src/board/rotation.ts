// Rotation of boards: by which angles a board can be rotated, the rotated board with its letters
// upright, and the angle that the user has chosen for a game.
import { writeItem, readItem } from "../browser/storage";
import type { Board } from "../protocol";

const ANGLES_DEGREES = [60, 90, 120]; // symmetries of hexagons, squares and triangles
const TOLERANCE = 0.05; // of a square: games round the coordinates of their cells

/** Return by which angles a board can be rotated.  A board that stands upright, so that pieces fall,
 * stays as it is; any other can be seen from the opposite side. */
export function getRotations(board: Board): number[] {
  if (board.pillars.length && !board.scene.length) return [0];
  const angle = ANGLES_DEGREES.find((degrees) => isSymmetric(board, degrees)) ?? 180;
  return Array.from({ length: 360 / angle }, (_, i) => i * angle);
}

/** Whether a rotation maps each cell on a cell. */
function isSymmetric({ cells }: Board, degrees: number): boolean {
  const middle = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [middle(cells.map((cell) => cell.x)), middle(cells.map((cell) => cell.y))];
  const spots = cells.map((cell): [number, number] => [cell.x - x, cell.y - y]);
  return spots.every((spot) => {
    const [toX, toY] = rotatePoint(spot, degrees);
    return spots.some(([otherX, otherY]) => Math.hypot(otherX - toX, otherY - toY) < TOLERANCE);
  });
}

/** Return the next angle, clockwise or counterclockwise. */
export function nextRotation(board: Board, degrees: number, clockwise = true): number {
  const rotations = getRotations(board);
  const at = rotations.indexOf(degrees) + (clockwise ? 1 : -1);
  return rotations[(at + rotations.length) % rotations.length] ?? 0;
}

/** Return the board, rotated clockwise around the origin. */
export function rotateBoard(board: Board, degrees: number): Board {
  if (degrees === 0) return board;
  const point = (at: readonly [number, number]) => rotatePoint(at, degrees);
  const placed = <T extends { x: number; y: number }>(one: T): T => {
    const [x, y] = point([one.x, one.y]);
    return { ...one, x, y };
  };
  return {
    ...board,
    cells: board.cells.map(placed),
    lines: board.lines.map(([ax, ay, bx, by]) => [...point([ax, ay]), ...point([bx, by])]),
    outline: board.outline.map(point),
    panel: board.panel.map(point),
    labels: board.labels.map(placed),
  };
}

function rotatePoint([x, y]: readonly [number, number], degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [roundCoordinate(x * cos + y * sin), roundCoordinate(y * cos - x * sin)];
}

/** Round away errors of floating point; never -0. */
function roundCoordinate(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** By game: degrees clockwise from the view of the own seat. */
type Rotations = Record<string, number>;

/** Return the rotation that the user chose last for a game. */
export function loadRotation(game: string): number {
  return readItem<Rotations>("turns", {})[game] ?? 0;
}

export function saveRotation(game: string, degrees: number): void {
  writeItem("turns", { ...readItem<Rotations>("turns", {}), [game]: degrees });
}

/** Return the rotation of the own seat: the second seat alone sees the board from the opposite side. */
export function getOwnSide(ownSeats: readonly number[]): number {
  return ownSeats.length === 1 && ownSeats[0] === 1 ? 180 : 0;
}

/** Return the rotation for the owner of these seats: the preferred one, counted from the own side, or
 * the own side where the board does not allow it. */
export function chooseRotation(
  rotations: readonly number[],
  ownSeats: readonly number[],
  preferred: number,
): number {
  const side = getOwnSide(ownSeats);
  return [(side + preferred) % 360, side].find((degrees) => rotations.includes(degrees)) ?? 0;
}
