// A puzzle that is being solved: what is right, what the opponent replies, and when it is done.
//
// The solution is a list of lines that begin alike and part.  So nothing has to be searched.
import type { Puzzle } from "../protocol";

interface Step {
  action: string;
  reply: boolean; // an opponent's
}

/** The lines of a solution; replies stand in brackets. */
function lines(puzzle: Puzzle): Step[][] {
  return puzzle.solution.map((line) =>
    line.split(" ").map((name) => {
      const reply = name.startsWith("(");
      return { action: reply ? name.slice(1, -1) : name, reply };
    }),
  );
}

/** What comes next in the lines that begin with these actions. */
function following(puzzle: Puzzle, played: readonly string[]): Step[] {
  const begun = lines(puzzle).filter((line) => played.every((name, i) => line[i]?.action === name));
  return begun.flatMap((line) => line.slice(played.length, played.length + 1));
}

/** The actions that are right now; the first is the main line's. None: solved, or an opponent's turn. */
export function right(puzzle: Puzzle, played: readonly string[]): string[] {
  const next = following(puzzle, played).filter((step) => !step.reply);
  return [...new Set(next.map((step) => step.action))];
}

/** What the opponents do now, until the solver is to act again or the puzzle is solved. */
export function replies(puzzle: Puzzle, played: readonly string[]): string[] {
  const found: string[] = [];
  for (;;) {
    const next = following(puzzle, [...played, ...found])[0];
    if (!next?.reply) return found;
    found.push(next.action);
  }
}

/** Which of the solver's actions in the main line is due after these, counted from 0; null beside it. */
export function placeInMainLine(puzzle: Puzzle, played: readonly string[]): number | null {
  const main = lines(puzzle)[0] ?? [];
  if (played.some((name, i) => main[i]?.action !== name)) return null;
  return main.slice(0, played.length).filter(({ reply }) => !reply).length;
}

/** Whether these actions are a whole line of the solution. */
export function isSolved(puzzle: Puzzle, played: readonly string[]): boolean {
  return lines(puzzle).some(
    (line) => line.length === played.length && line.every((step, i) => step.action === played[i]),
  );
}
