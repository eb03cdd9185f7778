// Which way round the board of a table is seen.
import { save, saved } from "../browser/browserStorage";

const MOST = 60; // tables remembered

type Turns = [id: string, turned: boolean][];

/** What the user chose at this table; undefined: nothing yet. */
export function keptTurn(id: string): boolean | undefined {
  return new Map(saved<Turns>("turned", [])).get(id);
}

export function keepTurn(id: string, turned: boolean): void {
  const others = saved<Turns>("turned", []).filter(([other]) => other !== id);
  save("turned", [...others, [id, turned]].slice(-MOST));
}

/** Who has the second seat alone sits opposite the first, and sees the board from there. */
export function sitsOpposite(mine: readonly number[]): boolean {
  return mine.length === 1 && mine[0] === 1;
}
