// Colours of the view in 3D, from the same palette as the drawn boards.

import { DARK, LIGHT } from "../../board/drawing/outlines";

export type Theme = "light" | "dark";

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

const coloured = (roles: typeof LIGHT) => ({
  wood: roles["frame-high"],
  edge: roles["frame-deep"],
  grain: roles.grain,
  groove: roles.groove,
  label: roles["lamp-label"],
  rod: roles["lamp-rod"],
  accent: roles.accent,
  lit: roles.lit,
  litEdge: roles["lamp-lit-edge"],
});

export const SURROUNDINGS: Record<Theme, Surroundings> = {
  light: { ...coloured(LIGHT), shadow: 0.26, sun: 2.3, sky: 1.9 },
  dark: { ...coloured(DARK), shadow: 0.5, sun: 2.0, sky: 1.5 },
};
