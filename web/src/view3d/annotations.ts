// Rings and arrows in space.  Each kind has a line of its own, as on paper, bright with a dark edge;
// all are seen through whatever stands before them.
import type { Annotation, AnnotationKind } from "../board";
import {
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
} from "three";
import { type Layout, type Point, RADIUS } from "./layout";
import type { Surroundings } from "./materials";

// Lines in space have no dashes of their own: the parts of them that are drawn.

const DASHES: Record<AnnotationKind, { dash: number; gap: number } | null> = {
  solid: null,
  dashed: { dash: 0.22, gap: 0.14 },
  double: null,
  dotted: { dash: 0.05, gap: 0.09 },
  planned: { dash: 0.1, gap: 0.07 },
};

/** Begins and ends along a line of some length, in distances of rods. */
export function spans(kind: AnnotationKind, length: number): [begin: number, end: number][] {
  const dashes = DASHES[kind];
  if (!dashes) return [[0, length]];
  const { dash, gap } = dashes;
  const number = Math.max(1, Math.round((length + gap) / (dash + gap)));
  const step = length / number; // so that the last one is as long as the first
  return Array.from({ length: number }, (_, i) => [
    i * step,
    i * step + (step * dash) / (dash + gap),
  ]);
}

const RING = RADIUS * 1.22;
const THICK = 0.038; // radius of a line,
const THIN = 0.017; // of each of two,
const APART = 0.045; // and how far these are from the middle
const EDGE = 0.016;
const HEAD = { long: 0.26, wide: 0.12 };
const BEFORE = 0.1; // how far from the middle of a place an arrow ends

export function drawnIn(
  { places }: Layout,
  annotations: readonly Annotation[],
  colours: Surroundings,
): Group {
  const group = new Group();
  annotations.forEach(({ kind, from, to }, number) => {
    const shapes =
      from === to ? ring(kind, places[from]!) : arrow(kind, places[from]!, places[to]!);
    const [edge, ink] = [colours.drawnEdge, colours.drawn[kind]].map(
      (color) => new MeshBasicMaterial({ color, depthTest: false }),
    );
    for (const { geometry, bright } of shapes) {
      const mesh = new Mesh(geometry, bright ? ink : edge);
      mesh.renderOrder = 2 * number + (bright ? 2 : 1); // above all edges of its own
      group.add(mesh);
    }
  });
  return group;
}

interface Shape {
  geometry: BufferGeometry;
  bright: boolean; // or else an edge
}

/** The lines of a kind, one edge below all of them: how thick each is, and how far from the middle. */
function strands(kind: AnnotationKind): { thick: number; aside: number; bright: boolean }[] {
  const edge = { aside: 0, bright: false };
  if (kind !== "double")
    return [
      { ...edge, thick: THICK + EDGE },
      { thick: THICK, aside: 0, bright: true },
    ];
  const lines = [APART, -APART].map((aside) => ({ thick: THIN, aside, bright: true }));
  return [{ ...edge, thick: APART + THIN + EDGE }, ...lines];
}

/** Where a strand is drawn: dashes lie on an edge without gaps. */
function parts(kind: AnnotationKind, bright: boolean, length: number): [number, number][] {
  return bright ? spans(kind, length) : [[0, length]];
}

function ring(kind: AnnotationKind, at: Point): Shape[] {
  return strands(kind).flatMap(({ thick, aside, bright }) =>
    parts(kind, bright, 2 * Math.PI * RING).map(([begin, end]) => {
      const arc = (end - begin) / RING;
      const part = new TorusGeometry(RING + aside, thick, 8, Math.ceil(arc * 10), arc);
      const geometry = part.rotateZ(begin / RING).rotateX(Math.PI / 2);
      return { geometry: geometry.translate(...at), bright };
    }),
  );
}

function arrow(kind: AnnotationKind, from: Point, to: Point): Shape[] {
  const start = new Vector3(...from);
  const way = new Vector3(...to).sub(start);
  const tip = way.length() - BEFORE;
  way.normalize();
  const upright = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way);
  const side = new Vector3(-way.z, 0, way.x); // level; of an upright arrow there is none
  if (side.lengthSq() === 0) side.set(1, 0, 0);
  side.normalize();
  const along = (shape: BufferGeometry, distance: number, aside = 0) => {
    const middle = start.clone().addScaledVector(way, distance).addScaledVector(side, aside);
    return shape.applyQuaternion(upright).translate(middle.x, middle.y, middle.z);
  };
  const neck = tip - HEAD.long;
  const lines = strands(kind).flatMap(({ thick, aside, bright }) =>
    parts(kind, bright, neck).map(([begin, end]) => ({
      geometry: along(
        new CylinderGeometry(thick, thick, end - begin, 12),
        (begin + end) / 2,
        aside,
      ),
      bright,
    })),
  );
  const heads = [EDGE, 0].map((edge) => ({
    geometry: along(
      new ConeGeometry(HEAD.wide + 1.5 * edge, HEAD.long + 4 * edge, 20),
      neck + HEAD.long / 2 + edge,
    ),
    bright: edge === 0,
  }));
  return [...lines, ...heads];
}
