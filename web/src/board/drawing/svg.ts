// Completion of the generated shapes of boards and pieces, which have placeholders.
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

const ID_PREFIX = "drawn";

/** Return a shape with its placeholders replaced by outlines. */
export function fillShape(shape: string, outlines: Record<string, string> = {}): string {
  return Object.entries(outlines).reduce(
    (text, [name, outline]) => text.replaceAll(`{${name}}`, outline),
    shape.replaceAll("~", `${ID_PREFIX}-`),
  );
}

/** Return the shape of a mark on a piece. */
export function getMarkShape(mark: Mark, colour: Colour): string {
  return MARKS[mark].replaceAll("{colour}", colour);
}

/** Return all shapes that boards use repeatedly: gradients, patterns, fields, pieces and their marks. */
export function getDefinitions(): string {
  const marks = Object.keys(MARKS) as Mark[];
  const pieces = COLOURS.map((colour) => {
    const body = colour === "wood" ? TILE_BODY : STONE_BODY.replaceAll("{colour}", colour);
    const markShapes = marks.map(
      (mark) => `<g id="~${colour}-${mark}">${getMarkShape(mark, colour)}</g>`,
    );
    return body + markShapes.join("");
  });
  return fillShape(DEFINITIONS + pieces.join(""));
}

/** Insert the definitions into the page once, for all its boards.  They are hidden visually, not by
 * `display: none`, because browsers would not draw what refers to them. */
export function insertDefinitions(): void {
  if (document.getElementById(ID_PREFIX)) return;
  const svg = `<svg id="${ID_PREFIX}" class="visually-hidden" aria-hidden="true"><defs>${getDefinitions()}</defs></svg>`;
  document.body.insertAdjacentHTML("beforeend", svg);
}

/** Return how many pieces of a stack are drawn. */
export function countLayers(height: number): number {
  return Math.min(height, MAX_LAYERS);
}

/** Return the distance of the lowest piece of a stack below the centre of the cell: the stack is centred. */
export function getStackFoot(height: number): number {
  return (LAYER_HEIGHT * (countLayers(height) - 1)) / 2;
}
