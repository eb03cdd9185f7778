// Colours and textures of the 3D view, and their disposal.
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
import { HOLE_RADIUS, type Layout, BALL_RADIUS, ROD_RADIUS } from "./layout";

// Colours, from the same palettes as the flat boards

export type Theme = "light" | "dark";

export interface ViewColours {
  wood: string; // of the upper side of the plate
  edge: string; // of the other sides
  grain: string;
  groove: string;
  label: string;
  rod: string;
  accent: string; // of the outline of the last ball
  lit: string; // of winning lines
  litEdge: string;
  balls: Record<Colour, { body: string; mark: string }>;
  annotations: Record<AnnotationKind, string>;
  annotationEdge: string;
  shadow: number; // opacity of shadows beside the plate
  sun: number; // brightness
  sky: number; // brightness
}

const LIGHTS: Record<Theme, Pick<ViewColours, "shadow" | "sun" | "sky">> = {
  light: { shadow: 0.26, sun: 2.3, sky: 1.9 },
  dark: { shadow: 0.5, sun: 2.0, sky: 1.5 },
};

export function getViewColours(style: Style, theme: Theme): ViewColours {
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
    balls: Object.fromEntries(balls) as ViewColours["balls"],
    annotations: {
      solid: colour("drawn-solid"),
      dashed: colour("drawn-dashed"),
      double: colour("drawn-double"),
      dotted: colour("drawn-dotted"),
      planned: colour("drawn-planned"),
    },
    annotationEdge: colour("drawn-edge"),
    ...LIGHTS[theme],
  };
}

// Textures, drawn at run time

const BALL_TEXTURE = { width: 512, height: 256 }; // pixels
const EQUATOR = BALL_TEXTURE.height / 2; // its position in the texture
const PLATE_TEXTURE_PIXELS = 1024; // on the longer side

// Pixels of a ball's texture per rod distance
const HORIZONTAL_SCALE = BALL_TEXTURE.width / (2 * Math.PI * BALL_RADIUS);
const VERTICAL_SCALE =
  BALL_TEXTURE.height / (2 * Math.acos(HOLE_RADIUS / BALL_RADIUS) * BALL_RADIUS);
const RING_HALF_WIDTH = 0.075;
const THIN_RING_LATITUDE = 0.95; // radians
const DOT_COUNT = 6; // around a ball, alternately above and below the equator
const DOT_RADIUS = 0.1;
const DOT_LATITUDE = 0.55; // radians
const SHADOW_COLOUR = "rgb(30 15 5 / 0.7)";
const TRANSPARENT = "rgb(30 15 5 / 0)";
const LABEL_FONT = '600 100px "Source Sans 3", system-ui, sans-serif'; // as in style/base.css

function createTexture(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser has no 2D canvas");
  draw(context);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** Return the texture of a ball: longitude from left to right, latitude from the lower hole to the upper. */
export function createBallTexture({ colour, mark }: Look, colours: ViewColours): CanvasTexture {
  const ballColours = colours.balls[colour];
  const { width, height } = BALL_TEXTURE;
  return createTexture(width, height, (context) => {
    context.fillStyle = ballColours.body;
    context.fillRect(0, 0, width, height);
    const rim = context.createLinearGradient(0, 0, 0, height); // dark inside the hole
    rim.addColorStop(0, SHADOW_COLOUR);
    rim.addColorStop(0.035, TRANSPARENT);
    rim.addColorStop(0.965, TRANSPARENT);
    rim.addColorStop(1, SHADOW_COLOUR);
    context.fillStyle = rim;
    context.fillRect(0, 0, width, height);
    context.fillStyle = ballColours.mark;
    if (mark === "ring" || mark === "crown") drawRings(context);
    if (mark === "dot" || mark === "holes") drawDots(context);
  });
}

// Marks are visible from the side and from above.
function drawRings(context: CanvasRenderingContext2D): void {
  context.fillRect(
    0,
    EQUATOR - RING_HALF_WIDTH * VERTICAL_SCALE,
    BALL_TEXTURE.width,
    2 * RING_HALF_WIDTH * VERTICAL_SCALE,
  );
  for (const side of [-1, 1]) {
    const middle = EQUATOR + side * THIN_RING_LATITUDE * BALL_RADIUS * VERTICAL_SCALE;
    context.fillRect(
      0,
      middle - 0.4 * RING_HALF_WIDTH * VERTICAL_SCALE,
      BALL_TEXTURE.width,
      0.8 * RING_HALF_WIDTH * VERTICAL_SCALE,
    );
  }
}

function drawDots(context: CanvasRenderingContext2D): void {
  for (let dot = 0; dot < DOT_COUNT; dot++) {
    const [x, side] = [(BALL_TEXTURE.width * (dot + 0.5)) / DOT_COUNT, dot % 2 ? 1 : -1];
    const wide = (DOT_RADIUS * HORIZONTAL_SCALE) / Math.cos(DOT_LATITUDE); // corrects the projection at this latitude
    context.beginPath();
    context.ellipse(
      x,
      EQUATOR + side * DOT_LATITUDE * BALL_RADIUS * VERTICAL_SCALE,
      wide,
      DOT_RADIUS * VERTICAL_SCALE,
      0,
      0,
      2 * Math.PI,
    );
    context.fill();
  }
}

/** Return the texture of the upper side of the plate, with a margin around the outermost rods. */
export function createPlateTexture(
  layout: Layout,
  margin: number,
  colours: ViewColours,
): CanvasTexture {
  const width = layout.width + 2 * margin;
  const depth = layout.depth + 2 * margin;
  const scale = PLATE_TEXTURE_PIXELS / Math.max(width, depth);
  return createTexture(width * scale, depth * scale, (context) => {
    context.fillStyle = colours.wood;
    context.fillRect(0, 0, width * scale, depth * scale);
    context.scale(scale, scale);
    drawGrain(context, width, depth, colours);
    context.translate(width / 2, depth / 2); // from here on in the coordinates of the layout
    drawGroove(context, layout, margin, colours);
    drawRodShadows(context, layout);
  });
}

/** Draw wavy fibres; the seed is fixed, so that the wood is always the same. */
function drawGrain(
  context: CanvasRenderingContext2D,
  width: number,
  depth: number,
  colours: ViewColours,
): void {
  const random = createRandom(7);
  context.strokeStyle = colours.grain;
  for (let fibre = 0; fibre < 150; fibre++) {
    const [y, bow, phase] = [random() * depth, (random() - 0.5) * 0.22, random() * 6];
    context.globalAlpha = 0.04 + random() * 0.12;
    context.lineWidth = 0.006 + random() * 0.03;
    context.beginPath();
    for (let x = 0; x <= width; x += width / 24)
      context.lineTo(x, y + bow * Math.sin(x * 0.7 + phase));
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawGroove(
  context: CanvasRenderingContext2D,
  layout: Layout,
  margin: number,
  colours: ViewColours,
): void {
  const inset = margin * 0.32;
  const [x, z] = [layout.width / 2 + inset, layout.depth / 2 + inset];
  context.strokeStyle = colours.groove;
  context.globalAlpha = 0.45;
  context.lineWidth = 0.025;
  context.beginPath();
  context.roundRect(-x, -z, 2 * x, 2 * z, 0.2);
  context.stroke();
  context.globalAlpha = 1;
}

/** Draw shadows at the bottom of the rods. */
function drawRodShadows(context: CanvasRenderingContext2D, layout: Layout): void {
  for (const { x, z } of layout.rods) {
    const shade = context.createRadialGradient(x, z, ROD_RADIUS, x, z, ROD_RADIUS * 3);
    shade.addColorStop(0, SHADOW_COLOUR);
    shade.addColorStop(1, TRANSPARENT);
    context.fillStyle = shade;
    context.fillRect(x - 0.3, z - 0.3, 0.6, 0.6);
  }
}

/** Return the texture of a label. */
export function createLabelTexture(text: string, colours: ViewColours): CanvasTexture {
  return createTexture(128, 128, (context) => {
    context.font = LABEL_FONT;
    context.fillStyle = colours.label;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, 64, 68); // centred; digits and capitals are above the middle of the line
  });
}

/** Return a generator of random numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

/** Remove an object from the scene and free its memory on the graphics card. */
export function disposeObject(object: Object3D): void {
  object.removeFromParent();
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat() as Material[]) disposeMaterial(material);
    if (part instanceof InstancedMesh) part.dispose();
  });
}

export function disposeMaterial(material: Material): void {
  if ("map" in material && material.map instanceof Texture) material.map.dispose();
  material.dispose();
}
