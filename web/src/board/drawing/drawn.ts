// Shapes of boards and pieces, filled in: Python has drawn them.

import type { Colour, Mark } from "../../protocol";
import { COLOURS } from "./outlines";
import { DEFINITIONS, MARKS, STONE, WOODEN } from "./shapes";

/** A shape for the board with this id, whose own ids begin with it; with its outlines. */
export function drawn(shape: string, id: string, outlines: Record<string, string> = {}): string {
  return Object.entries(outlines).reduce(
    (text, [name, outline]) => text.replaceAll(`{${name}}`, outline),
    shape.replaceAll("~", `${id}-`),
  );
}

/** What is inlaid in a piece. */
export function inlay(mark: Mark, colour: Colour): string {
  return MARKS[mark].replaceAll("{colour}", colour);
}

/** Everything that a board draws several times: light, grain, squares, bodies and marks of pieces. */
export function definitions(id: string): string {
  const marks = Object.keys(MARKS) as Mark[];
  const pieces = COLOURS.map((colour) => {
    const body = colour === "wood" ? WOODEN : STONE.replaceAll("{colour}", colour);
    const inlays = marks.map((mark) => `<g id="~${colour}-${mark}">${inlay(mark, colour)}</g>`);
    return body + inlays.join("");
  });
  return drawn(DEFINITIONS + pieces.join(""), id);
}
