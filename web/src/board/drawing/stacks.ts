import { LAYER, MOST_LAYERS } from "./outlines";

/** How many pieces of a stack are drawn. */
export function layersOf(height: number): number {
  return Math.min(height, MOST_LAYERS);
}

/** How far below the middle the lowest one lies, so that the stack as a whole is centred. */
export function footOf(height: number): number {
  return (LAYER * (layersOf(height) - 1)) / 2;
}
