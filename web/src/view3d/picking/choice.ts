// What pointing at a rod means, read from the frame's targets alone.

import type { Frame } from "../../protocol";
import type { Rod } from "../layout";

export type Answer = { play: string } | { show: string | null };

// Where the ball of an action would come to rest.
export function landing(frame: Frame, action: string | null): number | null {
  return action === null ? null : (frame.targets[action]?.cells.at(-1) ?? null);
}

// The actions that put a ball on a rod, those with a ball of one's own first.
export function actionsOn(frame: Frame, rod: Rod): string[] {
  const here = Object.keys(frame.targets).filter((action) => {
    const cell = landing(frame, action);
    return cell !== null && rod.cells.includes(cell);
  });
  const isNeutral = (action: string) =>
    (frame.to_put[frame.targets[action]?.puts ?? ""]?.owner ?? null) === null;
  return here.sort((one, other) => Number(isNeutral(one)) - Number(isNeutral(other)));
}

// The action that pointing at a rod means: the one shown there, or else the plain one.
export function meant(frame: Frame, rod: Rod, hover: string | null): string | null {
  const actions = actionsOn(frame, rod);
  return hover !== null && actions.includes(hover) ? hover : (actions[0] ?? null);
}

// A mouse shows where the ball will land before its button goes down, so a click plays at once; a
// finger has to ask first: its tap plays what is shown already, and shows it otherwise.
export function tapped(
  frame: Frame,
  rod: Rod | null,
  hover: string | null,
  pointer: string,
): Answer {
  const action = rod && meant(frame, rod, hover);
  if (action === null) return { show: null };
  return pointer === "mouse" || action === hover ? { play: action } : { show: action };
}
