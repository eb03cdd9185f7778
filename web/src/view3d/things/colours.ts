// Colours of the view in 3D, from the same palettes as the drawn boards.

import { SCENES } from "../../board/drawing/scenes";
import type { AnnotationKind } from "../../board";
import type { Colour } from "../../protocol";

export type Theme = "light" | "dark";
export type Style = keyof typeof SCENES;

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
  balls: Record<Colour, { body: string; mark: string }>;
  drawn: Record<AnnotationKind, string>; // rings and arrows
  shadow: number; // how dark shadows beside the plate are
  sun: number; // brightness of the lamp and of the sky
  sky: number;
}

const LIGHTS: Record<Theme, Pick<Surroundings, "shadow" | "sun" | "sky">> = {
  light: { shadow: 0.26, sun: 2.3, sky: 1.9 },
  dark: { shadow: 0.5, sun: 2.0, sky: 1.5 },
};

export function surroundings(style: Style, theme: Theme): Surroundings {
  const { roles, pieces } = SCENES[style][theme];
  return {
    wood: roles["frame-high"],
    edge: roles["frame-deep"],
    grain: roles.grain,
    groove: roles.groove,
    label: roles["lamp-label"],
    rod: roles["lamp-rod"],
    accent: roles.accent,
    lit: roles.lit,
    litEdge: roles["lamp-lit-edge"],
    balls: pieces,
    drawn: {
      solid: roles["drawn-solid"],
      dashed: roles["drawn-dashed"],
      double: roles["drawn-double"],
      dotted: roles["drawn-dotted"],
      planned: roles["drawn-planned"],
    },
    ...LIGHTS[theme],
  };
}
