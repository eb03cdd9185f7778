// Shapes of boards and pieces, filled in: Python has drawn them.
import type { Colour, Mark } from "../../protocol";
import {
  COLOURS,
  DEFINITIONS,
  LAYER_HEIGHT,
  MARKS,
  MAX_LAYERS,
  STONE_BODY,
  TILE_BODY,
} from "./shapes";

const PREFIX = "drawn"; // of all ids

/** A shape with its outlines. */
export function drawn(shape: string, outlines: Record<string, string> = {}): string {
  return Object.entries(outlines).reduce(
    (text, [name, outline]) => text.replaceAll(`{${name}}`, outline),
    shape.replaceAll("~", `${PREFIX}-`),
  );
}

/** What is inlaid in a piece. */
export function inlay(mark: Mark, colour: Colour): string {
  return MARKS[mark].replaceAll("{colour}", colour);
}

/** Everything that boards draw several times: light, grain, squares, bodies and marks of pieces. */
export function definitions(): string {
  const marks = Object.keys(MARKS) as Mark[];
  const pieces = COLOURS.map((colour) => {
    const body = colour === "wood" ? TILE_BODY : STONE_BODY.replaceAll("{colour}", colour);
    const inlays = marks.map((mark) => `<g id="~${colour}-${mark}">${inlay(mark, colour)}</g>`);
    return body + inlays.join("");
  });
  return drawn(DEFINITIONS + pieces.join(""));
}

/** Puts all of it into the page once: a lesson shows some twenty boards, each would have its own.
 * It is out of sight, yet not without display: browsers would leave out what refers to it. */
export function placeDefinitions(): void {
  if (document.getElementById(PREFIX)) return;
  const svg = `<svg id="${PREFIX}" class="unseen" aria-hidden="true"><defs>${definitions()}</defs></svg>`;
  document.body.insertAdjacentHTML("beforeend", svg);
}

/** How many pieces of a stack are drawn. */
export function layersOf(height: number): number {
  return Math.min(height, MAX_LAYERS);
}

/** How far below the middle the lowest one lies, so that the stack as a whole is centred. */
export function footOf(height: number): number {
  return (LAYER_HEIGHT * (layersOf(height) - 1)) / 2;
}
