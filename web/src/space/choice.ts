// What pointing at a rod means, read from the frame's targets alone.

import type { Colour, Frame, Mark } from "../protocol";
import type { Rod } from "./layout";

export interface Look {
  colour: Colour | "glass"; // glass: not known whose ball it will be
  mark: Mark;
}

export type Answer = { play: string } | { show: string | null };

// Where the ball of an action would come to rest.
export function landing(frame: Frame, action: string | null): number | null {
  return action === null ? null : (frame.targets[action]?.cells.at(-1) ?? null);
}

// The actions that put a ball on a rod, the plain one first: `b3` before `b3y`.
export function actionsOn(frame: Frame, rod: Rod): string[] {
  const here = Object.keys(frame.targets).filter((action) => {
    const cell = landing(frame, action);
    return cell !== null && rod.cells.includes(cell);
  });
  return here.sort((one, other) => one.length - other.length);
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

// How the ball of an action looks.  Frames do not say it; what is counted for the seat or for all
// tells, and so do the balls that the seat has played (`known`).
export function lookOf(
  frame: Frame,
  rod: Rod,
  action: string,
  known: ReadonlyMap<number, Look>,
): Look {
  const own = actionsOn(frame, rod)[0] === action;
  const counted = frame.counts.find((count) => count.seat === (own ? frame.turn : null));
  if (counted) return { colour: counted.colour, mark: counted.mark };
  const seen = own && frame.turn !== null ? known.get(frame.turn) : undefined;
  return seen ?? { colour: "glass", mark: "plain" };
}

// Who played last and with which ball.  An action named like its rod plays the seat's own ball.
export function playedBy(
  before: Frame,
  frame: Frame,
  rods: readonly Rod[],
): { seat: number; look: Look } | null {
  const ball = frame.pieces.find((piece) => piece.cell === frame.last?.cells.at(-1));
  const isOwn = rods.some((rod) => rod.name === frame.last?.action);
  if (!ball || !isOwn || before.turn === null) return null;
  return { seat: before.turn, look: { colour: ball.colour, mark: ball.mark } };
}
