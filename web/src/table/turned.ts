// From which side the board of a table is seen.
import { save, saved } from "../browser/browserStorage";

/** By game: degrees clockwise from how the user's own seat sees the board. */
type Turns = Record<string, number>;

/** How the user turned the board of this game last. */
export function keptTurn(game: string): number {
  return saved<Turns>("turns", {})[game] ?? 0;
}

export function keepTurn(game: string, degrees: number): void {
  save("turns", { ...saved<Turns>("turns", {}), [game]: degrees });
}

/** Who has the second seat alone sits opposite the first, and sees the board from there. */
export function ownSide(mine: readonly number[]): number {
  return mine.length === 1 && mine[0] === 1 ? 180 : 0;
}

/** Of the turns that a board allows, the one that somebody with these seats sees: as the user likes
 * it, or else from the own side. */
export function seenFrom(turns: readonly number[], mine: readonly number[], kept: number): number {
  const side = ownSide(mine);
  return [(side + kept) % 360, side].find((degrees) => turns.includes(degrees)) ?? 0;
}
