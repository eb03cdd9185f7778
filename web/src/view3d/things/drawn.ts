// Rings and arrows in space.  Each kind has a line of its own, as on paper; all are seen through
// whatever stands before them.

import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  type BufferGeometry,
  Mesh,
  MeshBasicMaterial,
  TorusGeometry,
  Vector3,
} from "three";
import type { Annotation, AnnotationKind } from "../../board";
import { type Layout, type Point, RADIUS } from "../layout";
import { spans } from "./spans";
import type { Surroundings } from "./colours";

const RING = RADIUS * 1.22;
const THICK = 0.038; // radius of a line,
const THIN = 0.017; // of each of two,
const APART = 0.045; // and how far these are from the middle
const HEAD = { long: 0.26, wide: 0.12 };
const BEFORE = 0.1; // how far from the middle of a place an arrow ends

export function drawnIn(
  { places }: Layout,
  annotations: readonly Annotation[],
  colours: Surroundings,
): Group {
  const group = new Group();
  for (const { kind, from, to } of annotations) {
    const material = new MeshBasicMaterial({ color: colours.drawn[kind], depthTest: false });
    const meshes =
      from === to ? ring(kind, material) : arrow(kind, places[from]!, places[to]!, material);
    const at = from === to ? places[from]! : ([0, 0, 0] as const);
    for (const mesh of meshes) {
      mesh.position.add(new Vector3(...at));
      mesh.renderOrder = 1;
      group.add(mesh);
    }
  }
  return group;
}

/** How thick each line of a kind is, and how far from the middle. */
function strands(kind: AnnotationKind): { thick: number; aside: number }[] {
  if (kind !== "double") return [{ thick: THICK, aside: 0 }];
  return [APART, -APART].map((aside) => ({ thick: THIN, aside }));
}

function ring(kind: AnnotationKind, material: MeshBasicMaterial): Mesh[] {
  return strands(kind).flatMap(({ thick, aside }) =>
    spans(kind, 2 * Math.PI * RING).map(([begin, end]) => {
      const arc = (end - begin) / RING;
      const part = new TorusGeometry(RING + aside, thick, 8, Math.ceil(arc * 10), arc);
      return new Mesh(part.rotateZ(begin / RING).rotateX(Math.PI / 2), material);
    }),
  );
}

function arrow(kind: AnnotationKind, from: Point, to: Point, material: MeshBasicMaterial): Mesh[] {
  const start = new Vector3(...from);
  const way = new Vector3(...to).sub(start);
  const tip = way.length() - BEFORE;
  way.normalize();
  const side = new Vector3(-way.z, 0, way.x); // level; of an upright arrow there is none
  if (side.lengthSq() === 0) side.set(1, 0, 0);
  side.normalize();
  const along = (geometry: BufferGeometry, distance: number, aside = 0) => {
    const mesh = new Mesh(geometry, material);
    mesh.position.copy(start).addScaledVector(way, distance).addScaledVector(side, aside);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way);
    return mesh;
  };
  const neck = tip - HEAD.long;
  const lines = strands(kind).flatMap(({ thick, aside }) =>
    spans(kind, neck).map(([begin, end]) =>
      along(new CylinderGeometry(thick, thick, end - begin, 12), (begin + end) / 2, aside),
    ),
  );
  return [...lines, along(new ConeGeometry(HEAD.wide, HEAD.long, 20), neck + HEAD.long / 2)];
}
