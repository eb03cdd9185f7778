// Rotation of boards: the possible angles, the rotated board with upright labels, and the angle that the
// user has chosen for a game.
import { writeItem, readItem } from "../browser/storage";
import type { Board } from "../protocol";

const ANGLES_DEGREES = [60, 90, 120]; // symmetries of hexagons, squares and triangles
const TOLERANCE = 0.05; // in units of cells; games round the coordinates of their cells

/** Return the angles by which a board can be rotated: multiples of 180 degrees, or less if the board is
 * symmetric; only 0 for an upright board, on which pieces fall. */
export function getRotations(board: Board): number[] {
  if (board.pillars.length && !board.scene.length) return [0];
  const angle = ANGLES_DEGREES.find((degrees) => isSymmetric(board, degrees)) ?? 180;
  return Array.from({ length: 360 / angle }, (_, i) => i * angle);
}

/** Whether a rotation maps each cell to a cell. */
function isSymmetric({ cells }: Board, degrees: number): boolean {
  const middle = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [x, y] = [middle(cells.map((cell) => cell.x)), middle(cells.map((cell) => cell.y))];
  const centres = cells.map((cell): [number, number] => [cell.x - x, cell.y - y]);
  return centres.every((centre) => {
    const [toX, toY] = rotatePoint(centre, degrees);
    return centres.some(([otherX, otherY]) => Math.hypot(otherX - toX, otherY - toY) < TOLERANCE);
  });
}

/** Return the next angle, clockwise or counterclockwise. */
export function getNextRotation(board: Board, degrees: number, clockwise = true): number {
  const rotations = getRotations(board);
  const index = rotations.indexOf(degrees) + (clockwise ? 1 : -1);
  return rotations[(index + rotations.length) % rotations.length] ?? 0;
}

/** Return the board, rotated clockwise around the origin. */
export function rotateBoard(board: Board, degrees: number): Board {
  if (degrees === 0) return board;
  const rotate = (at: readonly [number, number]) => rotatePoint(at, degrees);
  const rotateItem = <T extends { x: number; y: number }>(item: T): T => {
    const [x, y] = rotate([item.x, item.y]);
    return { ...item, x, y };
  };
  return {
    ...board,
    cells: board.cells.map(rotateItem),
    lines: board.lines.map(([ax, ay, bx, by]) => [...rotate([ax, ay]), ...rotate([bx, by])]),
    outline: board.outline.map(rotate),
    panel: board.panel.map(rotate),
    labels: board.labels.map(rotateItem),
  };
}

function rotatePoint([x, y]: readonly [number, number], degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [roundCoordinate(x * cos + y * sin), roundCoordinate(y * cos - x * sin)];
}

/** Round floating-point errors away; never return -0. */
function roundCoordinate(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** Degrees clockwise from the view of the user's seat, by game. */
type Rotations = Record<string, number>;

/** Return the rotation that the user last chose for a game. */
export function loadRotation(game: string): number {
  return readItem<Rotations>("turns", {})[game] ?? 0;
}

export function saveRotation(game: string, degrees: number): void {
  writeItem("turns", { ...readItem<Rotations>("turns", {}), [game]: degrees });
}

/** Return the rotation for the owner of certain seats: a single second seat has the opposite side. */
export function getOwnSide(ownSeats: readonly number[]): number {
  return ownSeats.length === 1 && ownSeats[0] === 1 ? 180 : 0;
}

/** Return the rotation for the owner of certain seats: the preferred one relative to their side, or
 * only their side if the board does not allow it. */
export function chooseRotation(
  rotations: readonly number[],
  ownSeats: readonly number[],
  preferred: number,
): number {
  const side = getOwnSide(ownSeats);
  return [(side + preferred) % 360, side].find((degrees) => rotations.includes(degrees)) ?? 0;
}
