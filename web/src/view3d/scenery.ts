// What stands still: the plate with its rods and labels, and the ground that its shadow falls on.
import {
  type BufferGeometry,
  ExtrudeGeometry,
  Group,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  ShadowMaterial,
  Shape,
  Vector2,
} from "three";
import { type Surroundings, labelTexture, plateTexture } from "./materials";
import { type Layout, ROD } from "./layout";

export const MARGIN = 0.92; // of the plate, around the outermost rods
export const THICKNESS = 0.34;
const BEVEL = 0.06;
const CORNER = 0.22;

export interface Furniture {
  group: Group;
  labels: Group;
}

export function furniture(layout: Layout, colours: Surroundings): Furniture {
  const names = labels(layout, MARGIN, colours);
  const group = new Group().add(
    plate(layout, colours),
    surface(layout, colours),
    names,
    rods(layout, colours),
    ground(layout, colours),
  );
  return { group, labels: names };
}

function plate(layout: Layout, colours: Surroundings): Mesh {
  const geometry = new ExtrudeGeometry(outline(layout), {
    depth: THICKNESS - 2 * BEVEL,
    bevelThickness: BEVEL,
    bevelSize: BEVEL,
    bevelOffset: -BEVEL,
    bevelSegments: 4,
    curveSegments: 8,
  });
  geometry.rotateX(-Math.PI / 2).translate(0, BEVEL - THICKNESS, 0);
  const mesh = new Mesh(
    geometry,
    new MeshStandardMaterial({ color: colours.edge, roughness: 0.55 }),
  );
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function outline(layout: Layout): Shape {
  const [x, y] = [layout.width / 2 + MARGIN, layout.depth / 2 + MARGIN];
  const turn = Math.PI / 2;
  return new Shape()
    .absarc(x - CORNER, y - CORNER, CORNER, 0, turn)
    .absarc(CORNER - x, y - CORNER, CORNER, turn, 2 * turn)
    .absarc(CORNER - x, CORNER - y, CORNER, 2 * turn, 3 * turn)
    .absarc(x - CORNER, CORNER - y, CORNER, 3 * turn, 4 * turn);
}

// The upper side lies on the plate like a veneer, since it alone carries names.
function surface(layout: Layout, colours: Surroundings): Mesh {
  const inner = MARGIN - BEVEL - 0.05;
  const geometry = new PlaneGeometry(layout.width + 2 * inner, layout.depth + 2 * inner);
  geometry.rotateX(-Math.PI / 2).translate(0, 0.002, 0);
  const map = plateTexture(layout, inner, colours);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ map, roughness: 0.6 }));
  mesh.receiveShadow = true;
  return mesh;
}

function rods(layout: Layout, colours: Surroundings): InstancedMesh {
  const material = new MeshStandardMaterial({ color: colours.rod, roughness: 0.45 });
  const mesh = new InstancedMesh(rodGeometry(layout.top), material, layout.rods.length);
  layout.rods.forEach(({ x, z }, rod) => {
    mesh.setMatrixAt(rod, new Matrix4().makeTranslation(x, 0, z));
  });
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function rodGeometry(top: number): BufferGeometry {
  const cap = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const angle = (part * Math.PI) / 2;
    return new Vector2(ROD * Math.cos(angle), top - ROD + ROD * Math.sin(angle));
  });
  return new LatheGeometry([new Vector2(ROD, 0), ...cap], 16);
}

function ground(layout: Layout, colours: Surroundings): Mesh {
  const reach = 4 * Math.max(layout.width, layout.depth);
  const geometry = new PlaneGeometry(reach, reach);
  geometry.rotateX(-Math.PI / 2).translate(0, -THICKNESS, 0);
  const mesh = new Mesh(geometry, new ShadowMaterial({ opacity: colours.shadow }));
  mesh.receiveShadow = true;
  return mesh;
}

// The names of columns and rows on all four sides of the plate.  They turn with the view, so that
// they stand upright for the eye from wherever one looks.

const SIZE = 0.5;

function labels(layout: Layout, margin: number, colours: Surroundings): Group {
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
