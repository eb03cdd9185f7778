// How far somebody has come who tries what a text asks for.  Pure.

export type Stage = "open" | "done" | "other";

const ANY = "*"; // in a goal: whatever is legal

/** Whether actions do what one of the goals asks for, may still do it, or do something else. */
export function stage(goals: string[][], actions: string[]): Stage {
  const fitting = goals.filter((goal) =>
    actions.every((action, i) => goal[i] === ANY || goal[i] === action),
  );
  if (fitting.some((goal) => goal.length === actions.length)) return "done";
  return fitting.length ? "open" : "other";
}
