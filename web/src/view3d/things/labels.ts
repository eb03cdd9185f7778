// The names of columns and rows on all four sides of the plate.  They turn with the view, so that
// they stand upright for the eye from wherever one looks.

import { Group, Mesh, MeshBasicMaterial, PlaneGeometry } from "three";
import type { Surroundings } from "./colours";
import type { Layout } from "../layout";
import { labelTexture } from "./textures";

const SIZE = 0.5;

export function labels(layout: Layout, margin: number, colours: Surroundings): Group {
  const group = new Group();
  const geometry = new PlaneGeometry(SIZE, SIZE).rotateX(-Math.PI / 2);
  const [x, z] = [layout.width / 2 + margin * 0.6, layout.depth / 2 + margin * 0.6];
  const write = (text: string, ...places: [number, number][]) => {
    const map = labelTexture(text, colours);
    const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
    for (const [x, z] of places) {
      const mesh = new Mesh(geometry, material);
      mesh.position.set(x, 0.01, z);
      group.add(mesh);
    }
  };
  for (const column of layout.columns) write(column.text, [column.x, z], [column.x, -z]);
  for (const row of layout.rows) write(row.text, [x, row.z], [-x, row.z]);
  return group;
}

export function faceEye(labels: Group, turn: number): void {
  for (const label of labels.children) label.rotation.y = turn;
}
