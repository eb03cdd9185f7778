// The scenery: the plate with its rods and labels, and the ground with its shadow.
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
import { type ViewColours, createLabelTexture, createPlateTexture } from "./materials";
import { type Layout, ROD_RADIUS } from "./layout";

export const MARGIN = 0.92; // of the plate, around the outermost rods
export const THICKNESS = 0.34;
const BEVEL = 0.06;
const CORNER_RADIUS = 0.22;
// Heights above the plate, so that the objects on it are drawn over it
const SURFACE_HEIGHT = 0.002;
const LABEL_HEIGHT = 0.01;

export interface Scenery {
  group: Group;
  labels: Group;
}

export function createScenery(layout: Layout, colours: ViewColours): Scenery {
  const labels = createLabels(layout, MARGIN, colours);
  const group = new Group().add(
    createPlate(layout, colours),
    createSurface(layout, colours),
    labels,
    createRods(layout, colours),
    createGround(layout, colours),
  );
  return { group, labels };
}

function createPlate(layout: Layout, colours: ViewColours): Mesh {
  const geometry = new ExtrudeGeometry(createOutline(layout), {
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

function createOutline(layout: Layout): Shape {
  const [x, y] = [layout.width / 2 + MARGIN, layout.depth / 2 + MARGIN];
  const quarter = Math.PI / 2;
  return new Shape()
    .absarc(x - CORNER_RADIUS, y - CORNER_RADIUS, CORNER_RADIUS, 0, quarter)
    .absarc(CORNER_RADIUS - x, y - CORNER_RADIUS, CORNER_RADIUS, quarter, 2 * quarter)
    .absarc(CORNER_RADIUS - x, CORNER_RADIUS - y, CORNER_RADIUS, 2 * quarter, 3 * quarter)
    .absarc(x - CORNER_RADIUS, CORNER_RADIUS - y, CORNER_RADIUS, 3 * quarter, 4 * quarter);
}

/** Return the upper side of the plate, as a separate mesh with a texture. */
function createSurface(layout: Layout, colours: ViewColours): Mesh {
  const inner = MARGIN - BEVEL - 0.05; // margin around the outermost rods, within the bevel
  const geometry = new PlaneGeometry(layout.width + 2 * inner, layout.depth + 2 * inner);
  geometry.rotateX(-Math.PI / 2).translate(0, SURFACE_HEIGHT, 0);
  const map = createPlateTexture(layout, inner, colours);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ map, roughness: 0.6 }));
  mesh.receiveShadow = true;
  return mesh;
}

function createRods(layout: Layout, colours: ViewColours): InstancedMesh {
  const material = new MeshStandardMaterial({ color: colours.rod, roughness: 0.45 });
  const mesh = new InstancedMesh(createRodGeometry(layout.top), material, layout.rods.length);
  layout.rods.forEach(({ x, z }, rod) => {
    mesh.setMatrixAt(rod, new Matrix4().makeTranslation(x, 0, z));
  });
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

function createRodGeometry(top: number): BufferGeometry {
  const cap = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const angle = (part * Math.PI) / 2;
    return new Vector2(
      ROD_RADIUS * Math.cos(angle),
      top - ROD_RADIUS + ROD_RADIUS * Math.sin(angle),
    );
  });
  return new LatheGeometry([new Vector2(ROD_RADIUS, 0), ...cap], 16);
}

function createGround(layout: Layout, colours: ViewColours): Mesh {
  const size = 4 * Math.max(layout.width, layout.depth);
  const geometry = new PlaneGeometry(size, size);
  geometry.rotateX(-Math.PI / 2).translate(0, -THICKNESS, 0);
  const mesh = new Mesh(geometry, new ShadowMaterial({ opacity: colours.shadow }));
  mesh.receiveShadow = true;
  return mesh;
}

const LABEL_SIZE = 0.5;
const LABEL_POSITION = 0.6; // in the margin of the plate, from 0 at the outermost rods to 1 at its edge

/** Return the labels of columns and rows on all four sides of the plate. */
function createLabels(layout: Layout, margin: number, colours: ViewColours): Group {
  const group = new Group();
  const geometry = new PlaneGeometry(LABEL_SIZE, LABEL_SIZE).rotateX(-Math.PI / 2);
  const [x, z] = [
    layout.width / 2 + margin * LABEL_POSITION,
    layout.depth / 2 + margin * LABEL_POSITION,
  ];
  const addLabel = (text: string, ...positions: [number, number][]) => {
    const map = createLabelTexture(text, colours);
    const material = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
    for (const [x, z] of positions) {
      const mesh = new Mesh(geometry, material);
      mesh.position.set(x, LABEL_HEIGHT, z);
      group.add(mesh);
    }
  };
  for (const column of layout.columns) addLabel(column.text, [column.x, z], [column.x, -z]);
  for (const row of layout.rows) addLabel(row.text, [x, row.z], [-x, row.z]);
  return group;
}

/** Rotate the labels with the view, so that they are upright. */
export function turnLabels(labels: Group, turn: number): void {
  for (const label of labels.children) label.rotation.y = turn;
}
