// Colours by role, the same as those of the drawn boards, for light and dark surroundings.

import type { Colour } from "../protocol";

export type Theme = "light" | "dark";

export interface Tones {
  body: string;
  mark: string; // what is inlaid
}

export const BALLS: Record<Colour, Tones> = {
  white: { body: "#f1e8d4", mark: "#2c2620" },
  black: { body: "#2d2a28", mark: "#f3ead6" },
  red: { body: "#c8451b", mark: "#fff1e6" },
  blue: { body: "#0f6fae", mark: "#f2f9ff" },
  yellow: { body: "#f2d43a", mark: "#3a2c05" },
  wood: { body: "#efd5a3", mark: "#3d2814" },
};

export interface Surroundings {
  wood: string; // the plate from above
  edge: string; // its sides
  grain: string;
  groove: string;
  label: string;
  rod: string;
  accent: string; // around the last ball
  lit: string; // around a won line, and its own edge
  litEdge: string;
  shadow: number; // how dark shadows beside the plate are
  sun: number; // brightness of the lamp and of the sky
  sky: number;
}

export const SURROUNDINGS: Record<Theme, Surroundings> = {
  light: {
    wood: "#c99b66",
    edge: "#9c6c3d",
    grain: "#7a4d22",
    groove: "#53351b",
    label: "#3d2612",
    rod: "#e6d6b4",
    accent: "#006b5b",
    lit: "#fff7c9",
    litEdge: "#1d1a12",
    shadow: 0.26,
    sun: 2.3,
    sky: 1.9,
  },
  dark: {
    wood: "#7a5838",
    edge: "#553a22",
    grain: "#3f260f",
    groove: "#2b1a0b",
    label: "#f3dfbd",
    rod: "#cdb78f",
    accent: "#7ff0d6",
    lit: "#fff7c9",
    litEdge: "#000000",
    shadow: 0.5,
    sun: 2.0,
    sky: 1.5,
  },
};
