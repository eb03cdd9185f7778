// Colours and textures of the view in 3D, and how they are disposed of.
import { COLOURS } from "../board/drawing/shapes";
import { PALETTES, ROLE_COLOURS } from "./palettes";
import type { Style } from "../browser/settings.svelte";
import type { AnnotationKind } from "../board";
import type { Colour, Look } from "../protocol";
import {
  CanvasTexture,
  InstancedMesh,
  type Material,
  Mesh,
  type Object3D,
  SRGBColorSpace,
  Texture,
} from "three";
import { HOLE, type Layout, RADIUS, ROD } from "./layout";

// Colours of the view in 3D, from the same palettes as the drawn boards.

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
  const colour = (role: keyof typeof ROLE_COLOURS) => ROLE_COLOURS[role][palette] ?? "";
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

// Pictures drawn at run time: painted balls, the plate's wood, letters.

type Brush = CanvasRenderingContext2D;

// Points of a ball's picture per rod distance
const AROUND = 512 / (2 * Math.PI * RADIUS);
const UPWARD = 256 / (2 * Math.acos(HOLE / RADIUS) * RADIUS);
const BAND = 0.075; // half the width of a ring
const COLLAR = 0.95; // how far from the equator thinner rings are, in radians
const DOTS = 6; // around a ball, up and down in turn
const DOT = 0.1; // radius
const SPREAD = 0.55; // how far from the equator, in radians
const SHADE = "rgb(30 15 5 / 0.7)";
const CLEAR = "rgb(30 15 5 / 0)";
const LETTERS = '600 100px "Source Sans 3", system-ui, sans-serif'; // as style/base.css

function painted(width: number, height: number, paint: (brush: Brush) => void): CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const brush = canvas.getContext("2d");
  if (brush === null) throw new Error("this browser paints on no canvas");
  paint(brush);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

// A ball unrolled: once around from left to right, from the lower hole to the upper one.
export function ballTexture({ colour, mark }: Look, colours: Surroundings): CanvasTexture {
  const tones = colours.balls[colour];
  return painted(512, 256, (brush) => {
    brush.fillStyle = tones.body;
    brush.fillRect(0, 0, 512, 256);
    const rim = brush.createLinearGradient(0, 0, 0, 256); // it is dark in the hole
    rim.addColorStop(0, SHADE);
    rim.addColorStop(0.035, CLEAR);
    rim.addColorStop(0.965, CLEAR);
    rim.addColorStop(1, SHADE);
    brush.fillStyle = rim;
    brush.fillRect(0, 0, 512, 256);
    brush.fillStyle = tones.mark;
    if (mark === "ring" || mark === "crown") bands(brush);
    if (mark === "dot" || mark === "holes") dots(brush);
  });
}

// Marks show from the side and from straight above.
function bands(brush: Brush): void {
  brush.fillRect(0, 128 - BAND * UPWARD, 512, 2 * BAND * UPWARD);
  for (const side of [-1, 1]) {
    const middle = 128 + side * COLLAR * RADIUS * UPWARD;
    brush.fillRect(0, middle - 0.4 * BAND * UPWARD, 512, 0.8 * BAND * UPWARD);
  }
}

function dots(brush: Brush): void {
  for (let dot = 0; dot < DOTS; dot++) {
    const [x, side] = [(512 * (dot + 0.5)) / DOTS, dot % 2 ? 1 : -1];
    const wide = (DOT * AROUND) / Math.cos(SPREAD); // the ball is thinner there
    brush.beginPath();
    brush.ellipse(x, 128 + side * SPREAD * RADIUS * UPWARD, wide, DOT * UPWARD, 0, 0, 2 * Math.PI);
    brush.fill();
  }
}

// The plate from above, with a margin around the outermost rods.
export function plateTexture(layout: Layout, margin: number, colours: Surroundings): CanvasTexture {
  const width = layout.width + 2 * margin;
  const depth = layout.depth + 2 * margin;
  const scale = 1024 / Math.max(width, depth);
  return painted(width * scale, depth * scale, (brush) => {
    brush.fillStyle = colours.wood;
    brush.fillRect(0, 0, width * scale, depth * scale);
    brush.scale(scale, scale);
    grain(brush, width, depth, colours);
    brush.translate(width / 2, depth / 2); // from here on in the coordinates of the layout
    groove(brush, layout, margin, colours);
    feet(brush, layout);
  });
}

// Long fibres that waver a little; drawn from a fixed seed, so that the wood is always the same.
function grain(brush: Brush, width: number, depth: number, colours: Surroundings): void {
  const random = dice(7);
  brush.strokeStyle = colours.grain;
  for (let fibre = 0; fibre < 150; fibre++) {
    const [y, bow, phase] = [random() * depth, (random() - 0.5) * 0.22, random() * 6];
    brush.globalAlpha = 0.04 + random() * 0.12;
    brush.lineWidth = 0.006 + random() * 0.03;
    brush.beginPath();
    for (let x = 0; x <= width; x += width / 24)
      brush.lineTo(x, y + bow * Math.sin(x * 0.7 + phase));
    brush.stroke();
  }
  brush.globalAlpha = 1;
}

function groove(brush: Brush, layout: Layout, margin: number, colours: Surroundings): void {
  const inset = margin * 0.32;
  const [x, z] = [layout.width / 2 + inset, layout.depth / 2 + inset];
  brush.strokeStyle = colours.groove;
  brush.globalAlpha = 0.45;
  brush.lineWidth = 0.025;
  brush.beginPath();
  brush.roundRect(-x, -z, 2 * x, 2 * z, 0.2);
  brush.stroke();
  brush.globalAlpha = 1;
}

// Where rod and plate meet it is dark.
function feet(brush: Brush, layout: Layout): void {
  for (const { x, z } of layout.rods) {
    const shade = brush.createRadialGradient(x, z, ROD, x, z, ROD * 3);
    shade.addColorStop(0, SHADE);
    shade.addColorStop(1, CLEAR);
    brush.fillStyle = shade;
    brush.fillRect(x - 0.3, z - 0.3, 0.6, 0.6);
  }
}

// A letter or number, to lie on the wood.
export function labelTexture(text: string, colours: Surroundings): CanvasTexture {
  return painted(128, 128, (brush) => {
    brush.font = LETTERS;
    brush.fillStyle = colours.label;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillText(text, 64, 68);
  });
}

// Numbers from 0 to 1, the same for the same seed.
function dice(seed: number): () => number {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

// Gives back what a part of the scene holds on the graphics card.

export function discard(object: Object3D): void {
  object.removeFromParent();
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat() as Material[]) discardMaterial(material);
    if (part instanceof InstancedMesh) part.dispose();
  });
}

export function discardMaterial(material: Material): void {
  if ("map" in material && material.map instanceof Texture) material.map.dispose();
  material.dispose();
}
