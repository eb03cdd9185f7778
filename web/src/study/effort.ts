// How many lines the computer shows, and how deep it looks: this browser remembers it.
import { save, saved } from "../browser/browserStorage";

export const MAX_LINES = 5; // as the server's messages allow
export const DEPTHS = [2, 4, 6, 8, 12, 16] as const; // actions ahead

const DEFAULT_LINES = 3;

export interface Effort {
  lines: number;
  depth: number | null; // null: as deep as there is time for
}

export function keptEffort(): Effort {
  const kept = saved<Partial<Effort> | null>("analysis.effort", null);
  const lines = Number(kept?.lines);
  const depth = DEPTHS.find((one) => one === kept?.depth) ?? null;
  const isCount = Number.isInteger(lines) && lines >= 1 && lines <= MAX_LINES;
  return { lines: isCount ? lines : DEFAULT_LINES, depth };
}

export function keepEffort(effort: Effort): void {
  save("analysis.effort", effort);
}
