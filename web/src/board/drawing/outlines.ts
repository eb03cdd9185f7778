// Outlines of boards and pieces.
// Written by `python -m steinreich.draw.client`: change src/steinreich/draw.

export const UNIT = 100; // a board unit in the SVG's own units: browsers mistreat tiny fonts
export const RADIUS = 40; // of a stone
export const TILE = 47; // half the side of a tile's half
export const CORNER = 7; // of a tile's half, rounded
export const LAYER = 11; // how much of each lower piece of a stack is seen
export const MOST_LAYERS = 4; // higher stacks look like this; the number tells
export const BADGE = { x: 29, y: 23, radius: 20, letters: 31, narrow: 27 }; // the height of a stack
export const LETTERS = { least: 27, part: 0.034 }; // of labels: so large, or such a part of the width
export const POINT = 5; // radius of the dots where lines meet
export const BEGIN = 24; // radius of the ring where the last action began
export const TARGETS = { empty: 12, mover: 43, met: 46 }; // radius of the marks of what can be touched
export const DASHES = "12 24.13"; // notches around what can be met
export const AXES = {
  across: { x: 150, y: 22 },
  deep: { x: 52, y: -104 },
  up: 76,
}; // where the axes of space point to on paper
export const PLATE = {
  margin: 0.62,
  thickness: 34,
  fallen: { x: 8, y: 44 },
}; // below the rods
export const ROD = { width: 11, top: 0.35 }; // how far above the topmost place it ends
export const OUT_OF_BALL = 0.34; // where a rod comes out of a ball, above its middle
export const ARROW = { before: 10, after: 22, long: 34, wide: 25, ring: 44 }; // how far from the middles of cells it ends and begins, its head, and the radius of a ring
export const COLOURS = ["white", "black", "red", "blue", "yellow", "wood"] as const; // of pieces
