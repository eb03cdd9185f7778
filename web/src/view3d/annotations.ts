// Rings and arrows in 3D: bright lines with a dark edge, visible even behind other objects.
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
import { type Layout, type Point, BALL_RADIUS } from "./layout";
import type { ViewColours } from "./materials";

const DASHES: Record<AnnotationKind, { dash: number; gap: number } | null> = {
  solid: null,
  dashed: { dash: 0.22, gap: 0.14 },
  double: null,
  dotted: { dash: 0.05, gap: 0.09 },
  planned: { dash: 0.1, gap: 0.07 },
};

/** Return the beginnings and ends of the dashes of a line.  All lengths are in units of the distance
 * between rods. */
export function getDashes(kind: AnnotationKind, length: number): [begin: number, end: number][] {
  const dashes = DASHES[kind];
  if (!dashes) return [[0, length]];
  const { dash, gap } = dashes;
  const count = Math.max(1, Math.round((length + gap) / (dash + gap)));
  const step = length / count; // so that all dashes have the same length
  return Array.from({ length: count }, (_, i) => [
    i * step,
    i * step + (step * dash) / (dash + gap),
  ]);
}

const RING_RADIUS = BALL_RADIUS * 1.22;
const LINE_RADIUS = 0.038;
const DOUBLE_LINE_RADIUS = 0.017; // of each of two lines
const DOUBLE_LINE_OFFSET = 0.045; // of each line from the middle
const EDGE_WIDTH = 0.016;
const HEAD = { length: 0.26, radius: 0.12 };
const TIP_DISTANCE = 0.1; // of an arrow from the centre of a cell

export function createAnnotationGroup(
  { centres }: Layout,
  annotations: readonly Annotation[],
  colours: ViewColours,
): Group {
  const group = new Group();
  annotations.forEach(({ kind, from, to }, index) => {
    const shapes =
      from === to
        ? createRing(kind, centres[from]!)
        : createArrow(kind, centres[from]!, centres[to]!);
    const [edge, ink] = [colours.annotationEdge, colours.annotations[kind]].map(
      (color) => new MeshBasicMaterial({ color, depthTest: false }),
    );
    for (const { geometry, isEdge } of shapes) {
      const mesh = new Mesh(geometry, isEdge ? edge : ink);
      mesh.renderOrder = 2 * index + (isEdge ? 1 : 2); // above the edges of the same annotation
      group.add(mesh);
    }
  });
  return group;
}

interface Shape {
  geometry: BufferGeometry;
  isEdge: boolean;
}

/** A tube along the whole annotation: one of its lines, or the edge around them. */
interface Tube {
  radius: number;
  offset: number; // from the middle of the annotation
  isEdge: boolean;
}

/** Return the lines of a kind of annotation, and one edge around all of them. */
function getTubes(kind: AnnotationKind): Tube[] {
  if (kind !== "double")
    return [
      { radius: LINE_RADIUS + EDGE_WIDTH, offset: 0, isEdge: true },
      { radius: LINE_RADIUS, offset: 0, isEdge: false },
    ];
  const lines = [DOUBLE_LINE_OFFSET, -DOUBLE_LINE_OFFSET].map((offset) => ({
    radius: DOUBLE_LINE_RADIUS,
    offset,
    isEdge: false,
  }));
  const edgeRadius = DOUBLE_LINE_OFFSET + DOUBLE_LINE_RADIUS + EDGE_WIDTH;
  return [{ radius: edgeRadius, offset: 0, isEdge: true }, ...lines];
}

/** Return the beginnings and ends of the drawn parts of a tube; edges have no gaps. */
function getParts(kind: AnnotationKind, isEdge: boolean, length: number): [number, number][] {
  return isEdge ? [[0, length]] : getDashes(kind, length);
}

function createRing(kind: AnnotationKind, centre: Point): Shape[] {
  return getTubes(kind).flatMap(({ radius, offset, isEdge }) =>
    getParts(kind, isEdge, 2 * Math.PI * RING_RADIUS).map(([begin, end]) => {
      const arc = (end - begin) / RING_RADIUS;
      const part = new TorusGeometry(RING_RADIUS + offset, radius, 8, Math.ceil(arc * 10), arc);
      const geometry = part.rotateZ(begin / RING_RADIUS).rotateX(Math.PI / 2);
      return { geometry: geometry.translate(...centre), isEdge };
    }),
  );
}

function createArrow(kind: AnnotationKind, from: Point, to: Point): Shape[] {
  const start = new Vector3(...from);
  const direction = new Vector3(...to).sub(start);
  const tip = direction.length() - TIP_DISTANCE;
  direction.normalize();
  const rotation = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction);
  const side = new Vector3(-direction.z, 0, direction.x); // horizontal; zero for a vertical arrow
  if (side.lengthSq() === 0) side.set(1, 0, 0);
  side.normalize();
  const place = (shape: BufferGeometry, distance: number, offset = 0) => {
    const position = start
      .clone()
      .addScaledVector(direction, distance)
      .addScaledVector(side, offset);
    return shape.applyQuaternion(rotation).translate(position.x, position.y, position.z);
  };
  const neck = tip - HEAD.length;
  const lines = getTubes(kind).flatMap(({ radius, offset, isEdge }) =>
    getParts(kind, isEdge, neck).map(([begin, end]) => ({
      geometry: place(
        new CylinderGeometry(radius, radius, end - begin, 12),
        (begin + end) / 2,
        offset,
      ),
      isEdge,
    })),
  );
  // The edge is a larger cone below the head; its margin is about EDGE_WIDTH on all sides.
  const heads = [EDGE_WIDTH, 0].map((edgeWidth) => ({
    geometry: place(
      new ConeGeometry(HEAD.radius + 1.5 * edgeWidth, HEAD.length + 4 * edgeWidth, 20),
      neck + HEAD.length / 2 + edgeWidth,
    ),
    isEdge: edgeWidth > 0,
  }));
  return [...lines, ...heads];
}
