// Outlines and colours of boards and pieces.
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

export const TONES = {
  white: {
    high: "#fffdf6",
    body: "#f1e8d4",
    deep: "#cdbf9f",
    rim: "#6d604a",
    mark: "#2c2620",
  },
  black: {
    high: "#6a6560",
    body: "#2d2a28",
    deep: "#121110",
    rim: "#565049",
    mark: "#f3ead6",
  },
  red: {
    high: "#ee8a63",
    body: "#c8451b",
    deep: "#8a2708",
    rim: "#5e1a05",
    mark: "#fff1e6",
  },
  blue: {
    high: "#6db6e6",
    body: "#0f6fae",
    deep: "#07406b",
    rim: "#042c4b",
    mark: "#f2f9ff",
  },
  yellow: {
    high: "#fff6b0",
    body: "#f2d43a",
    deep: "#c39a12",
    rim: "#75590a",
    mark: "#3a2c05",
  },
  wood: {
    high: "#fbeccb",
    body: "#efd5a3",
    deep: "#d9b579",
    rim: "#7b5327",
    mark: "#3d2814",
  },
};

export const LIGHT = {
  paper: "#fbf8f1",
  ink: "#33291f",
  faint: "#6b5f50",
  shadow: "#2a1a0c",
  "frame-high": "#c99b66",
  frame: "#b88652",
  "frame-deep": "#9c6c3d",
  "frame-edge": "#6f4826",
  "field-high": "#e2bf8d",
  field: "#d6ae78",
  "field-other": "#d0a66f",
  grain: "#7a4d22",
  groove: "#53351b",
  gleam: "#fff1d4",
  label: "#4a2f17",
  accent: "#006b5b",
  "accent-soft": "#19a38b",
  lit: "#fff7c9",
  "lit-edge": "#1d1a12",
  "rod-high": "#fdf6e6",
  rod: "#c9b38c",
  "rod-deep": "#7c6440",
  line: "#cbb99c",
  focus: "#10357a",
  "focus-halo": "#ffffff",
  "lamp-label": "#3d2612",
  "lamp-rod": "#e6d6b4",
  "lamp-lit-edge": "#1d1a12",
};

export const DARK = {
  paper: "#2a2521",
  ink: "#efe6d6",
  faint: "#b3a48f",
  shadow: "#000000",
  "frame-high": "#7a5838",
  frame: "#694a2e",
  "frame-deep": "#553a22",
  "frame-edge": "#33210f",
  "field-high": "#a98057",
  field: "#99724b",
  "field-other": "#916a44",
  grain: "#3f260f",
  groove: "#2b1a0b",
  gleam: "#dcb98a",
  label: "#ecd7b4",
  accent: "#7ff0d6",
  "accent-soft": "#4fd8bb",
  lit: "#fff7c9",
  "lit-edge": "#1d1a12",
  "rod-high": "#efe2c6",
  rod: "#b59d74",
  "rod-deep": "#64502f",
  line: "#5b4c3a",
  focus: "#ffffff",
  "focus-halo": "#12244a",
  "lamp-label": "#f3dfbd",
  "lamp-rod": "#cdb78f",
  "lamp-lit-edge": "#000000",
};
