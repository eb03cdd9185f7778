// Colours of the view in 3D.
// Written by `python -m steinreich.draw.client`: change src/steinreich/draw.

export const PALETTES = [
  "wood light",
  "wood dark",
  "plain light",
  "plain dark",
  "contrast light",
  "contrast dark",
] as const;
export const SCENES = {
  "frame-high": ["#c99b66", "#7a5838", "#c9d0d5", "#3b4349", "#000000", "#1c1c1c"],
  "frame-deep": ["#9c6c3d", "#553a22", "#c9d0d5", "#3b4349", "#000000", "#1c1c1c"],
  grain: ["#7a4d22", "#3f260f", "#dae0e4", "#505a61", "#f2f2f2", "#101010"],
  groove: ["#53351b", "#2b1a0b", "#56626a", "#1a1f22", "#000000", "#ffffff"],
  accent: ["#006b5b", "#7ff0d6", "#006b5b", "#7ff0d6", "#00493d", "#7ff0d6"],
  lit: ["#fff7c9", "#fff7c9", "#fff7c9", "#fff7c9", "#fff7c9", "#fff7c9"],
  "drawn-solid": ["#4be38f", "#4be38f", "#4be38f", "#4be38f", "#4be38f", "#4be38f"],
  "drawn-dashed": ["#ff8d70", "#ff8d70", "#ff8d70", "#ff8d70", "#ff8d70", "#ff8d70"],
  "drawn-double": ["#7cc0ff", "#7cc0ff", "#7cc0ff", "#7cc0ff", "#7cc0ff", "#7cc0ff"],
  "drawn-dotted": ["#ffdd55", "#ffdd55", "#ffdd55", "#ffdd55", "#ffdd55", "#ffdd55"],
  "drawn-planned": ["#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#ffffff"],
  "lamp-label": ["#3d2612", "#f3dfbd", "#20282d", "#eef2f4", "#ffffff", "#ffffff"],
  "lamp-rod": ["#e6d6b4", "#cdb78f", "#dde3e7", "#b9c3ca", "#9a9a9a", "#cccccc"],
  "lamp-lit-edge": ["#1d1a12", "#000000", "#1d1a12", "#000000", "#1d1a12", "#000000"],
  "white-body": ["#f1e8d4", "#f1e8d4", "#ffffff", "#ffffff", "#ffffff", "#ffffff"],
  "white-mark": ["#2c2620", "#2c2620", "#23272a", "#23272a", "#000000", "#000000"],
  "black-body": ["#2d2a28", "#2d2a28", "#2a2d30", "#2a2d30", "#000000", "#000000"],
  "black-mark": ["#f3ead6", "#f3ead6", "#f2f4f5", "#f2f4f5", "#ffffff", "#ffffff"],
  "red-body": ["#c8451b", "#c8451b", "#c8451b", "#c8451b", "#7a0000", "#7a0000"],
  "red-mark": ["#fff1e6", "#fff1e6", "#fff1e6", "#fff1e6", "#ffffff", "#ffffff"],
  "blue-body": ["#0f6fae", "#0f6fae", "#0f6fae", "#0f6fae", "#a8dcff", "#a8dcff"],
  "blue-mark": ["#f2f9ff", "#f2f9ff", "#f2f9ff", "#f2f9ff", "#000000", "#000000"],
  "yellow-body": ["#f2d43a", "#f2d43a", "#f2d43a", "#f2d43a", "#ffe94d", "#ffe94d"],
  "yellow-mark": ["#3a2c05", "#3a2c05", "#3a2c05", "#3a2c05", "#000000", "#000000"],
  "wood-body": ["#efd5a3", "#efd5a3", "#efdfbf", "#efdfbf", "#ffe2ae", "#ffe2ae"],
  "wood-mark": ["#3d2814", "#3d2814", "#332c22", "#332c22", "#000000", "#000000"],
}; // by role: in each of these
