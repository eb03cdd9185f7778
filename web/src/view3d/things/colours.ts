// Colours of the view in 3D, from the same palettes as the drawn boards.

import { COLOURS } from "../../board/drawing/outlines";
import { PALETTES, SCENES } from "../../board/drawing/scenes";
import type { Style } from "../../browser/settings.svelte";
import type { AnnotationKind } from "../../board";
import type { Colour } from "../../protocol";

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
  balls: Record<Colour, { body: string; mark: string }>;
  drawn: Record<AnnotationKind, string>; // rings and arrows
  drawnEdge: string;
  shadow: number; // how dark shadows beside the plate are
  sun: number; // brightness of the lamp and of the sky
  sky: number;
}

const LIGHTS: Record<Theme, Pick<Surroundings, "shadow" | "sun" | "sky">> = {
  light: { shadow: 0.26, sun: 2.3, sky: 1.9 },
  dark: { shadow: 0.5, sun: 2.0, sky: 1.5 },
};

export function surroundings(style: Style, theme: Theme): Surroundings {
  const palette = PALETTES.indexOf(`${style} ${theme}`);
  const colour = (role: keyof typeof SCENES) => SCENES[role][palette] ?? "";
  const balls = COLOURS.map((name) => {
    const look = { body: colour(`${name}-body`), mark: colour(`${name}-mark`) };
    return [name, look] as const;
  });
  return {
    wood: colour("frame-high"),
    edge: colour("frame-deep"),
    grain: colour("grain"),
    groove: colour("groove"),
    label: colour("lamp-label"),
    rod: colour("lamp-rod"),
    accent: colour("accent"),
    lit: colour("lit"),
    litEdge: colour("lamp-lit-edge"),
    balls: Object.fromEntries(balls) as Surroundings["balls"],
    drawn: {
      solid: colour("drawn-solid"),
      dashed: colour("drawn-dashed"),
      double: colour("drawn-double"),
      dotted: colour("drawn-dotted"),
      planned: colour("drawn-planned"),
    },
    drawnEdge: colour("drawn-edge"),
    ...LIGHTS[theme],
  };
}
