// Outlines and colours of boards and pieces.
// Written by `python -m steinreich.draw.client`: change src/steinreich/draw.

export const RADIUS = 40; // of a stone
export const EDGE = 6; // of a stone, up to the gleam on it
export const TILE = 47; // half the side of a tile's half
export const CORNER = 7; // of a tile's half, rounded
export const BEVEL = 4; // of a tile
export const LAYER = 11; // how much of each lower piece of a stack is seen
export const MOST_LAYERS = 4; // higher stacks look like this; the number tells
export const RING = { radius: 19, width: 7 };
export const DOT = 11; // radius
export const CROWN = "M-18 13L-24 -9L-13 2L-13 -17L-5 -1L0 -21L5 -1L13 -17L13 2L24 -9L18 13Z";
export const BAND = { x: -18, y: 16, width: 36, height: 6, rx: 2 }; // below a crown
export const PEARLS = [
  { x: -24, y: -9 },
  { x: -13, y: -17 },
  { x: 0, y: -21 },
  { x: 13, y: -17 },
  { x: 24, y: -9 },
]; // on its prongs
export const PEARL = 3.6; // radius
export const HOLES = [
  { x: -25, y: -25 },
  { x: 0, y: -25 },
  { x: 25, y: -25 },
  { x: -25, y: 0 },
  { x: 0, y: 0 },
  { x: 25, y: 0 },
  { x: -25, y: 25 },
  { x: 0, y: 25 },
  { x: 25, y: 25 },
];
export const HOLE = 7; // radius
export const HOLE_LIGHT = { below: 1.6, radius: 7.6 }; // on the lower edge of a hole
export const SQUARE = 96; // side of a square let into the plank
export const GROOVE = 3.4; // width of lines
export const VEINS = [
  "M0 6c95 5 205 -5 300 0s215 5 300 0",
  "M0 19c86 -4 214 4 300 0s206 -4 300 0",
  "M0 27c97 7 203 -7 300 0s217 7 300 0",
  "M0 41c93 3 207 -3 300 0s213 3 300 0",
  "M0 58c84 -6 216 6 300 0s204 -6 300 0",
  "M0 66c94 4 206 -4 300 0s214 4 300 0",
  "M0 83c87 -3 213 3 300 0s207 -3 300 0",
  "M0 92c96 6 204 -6 300 0s216 6 300 0",
]; // of wood, in a pattern of 600 by 100
export const PANEL_MARGIN = 0.5; // from the outermost points to the edge of their panel
export const AROUND_SQUARES = 0.2; // wood around squares
export const AROUND_POINTS = 0.72; // wood around points: stones reach over those

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
