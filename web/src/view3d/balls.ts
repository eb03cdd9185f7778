// The balls on the rods: new ones drop, and those outside a winning line are dimmed.

import {
  BackSide,
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Group,
  LatheGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from "three";
import type { Frame, Look } from "../protocol";
import { type ViewColours, createBallTexture, disposeMaterial } from "./materials";
import { HOLE_RADIUS, type Layout, BALL_RADIUS } from "./layout";
import {
  type Motion,
  type Ticker,
  getDroppedCells,
  getFallingHeight,
  getPulseScale,
} from "./motion";

type Finish = "solid" | "dim" | "ghost";

const OPACITY: Record<Finish, number> = { solid: 1, dim: 0.13, ghost: 0.66 };
const DROP_HEIGHT = 0.5; // above the end of the rod
const LINE_RADIUS = 0.075; // of the line through winning balls
const OUTLINE_SCALES = { last: 1.11, lit: 1.13, litEdge: 1.2 }; // relative to the ball

export class Balls {
  readonly group = new Group();
  shadowsOutdated = true;

  private readonly ballGeometry = createBallGeometry();
  private readonly outlineGeometry = new SphereGeometry(BALL_RADIUS, 32, 24);
  private readonly ghostRingGeometry = new TorusGeometry(BALL_RADIUS * 1.12, 0.028, 12, 48).rotateX(
    Math.PI / 2,
  );
  private readonly lineGeometry = new CylinderGeometry(LINE_RADIUS, LINE_RADIUS, 1, 16);
  private readonly materials = new Map<string, MeshStandardMaterial>();
  private readonly outlines = {
    last: new MeshBasicMaterial({ side: BackSide }),
    lit: new MeshBasicMaterial({ side: BackSide }),
    litEdge: new MeshBasicMaterial({ side: BackSide }),
  };
  private readonly lineMaterial = new MeshBasicMaterial();
  private readonly accent = new MeshBasicMaterial();
  private readonly ghost: Mesh;
  private meshes = new Map<number, Mesh>(); // by cell
  private lines: Mesh[] = [];
  private motions = new Map<number | "lit", Motion>();

  constructor(
    private readonly layout: Layout,
    private readonly ticker: Ticker,
    private colours: ViewColours,
  ) {
    this.ghost = new Mesh(this.ballGeometry);
    this.applyMaterial(this.ghost, { colour: "wood", mark: "plain" }, "ghost");
    this.ghost.add(new Mesh(this.ghostRingGeometry, this.accent));
    this.ghost.visible = false;
    this.group.add(this.ghost);
  }

  /** The cells with visible balls, including the ghost. */
  get cells(): number[] {
    const ghost = this.ghost.visible ? [this.ghost.userData.cell as number] : [];
    return [...this.meshes.keys(), ...ghost];
  }

  applyColours(colours: ViewColours): void {
    this.repaint(colours);
    this.outlines.last.color = new Color(colours.accent);
    this.outlines.lit.color = new Color(colours.lit);
    this.outlines.litEdge.color = new Color(colours.litEdge);
    this.lineMaterial.color = new Color(colours.lit);
    this.accent.color = new Color(colours.accent);
  }

  /** Show the balls of a frame; with motion, new balls drop and those of winning lines pulse. */
  show(frame: Frame, previousFrame: Frame | null, motion: boolean): void {
    const dropped = getDroppedCells(previousFrame, frame).filter((cell) => !this.meshes.has(cell));
    const winningCells = new Set(frame.winning_lines.flat());
    const lastCells = winningCells.size === 0 ? frame.last.flatMap(({ cells }) => cells) : [];
    this.removeOthers(new Set(frame.pieces.map((piece) => piece.cell)));
    for (const { cell, colour, mark } of frame.pieces) {
      const finish = winningCells.size > 0 && !winningCells.has(cell) ? "dim" : "solid";
      const mesh = this.getBall(cell);
      this.applyMaterial(mesh, { colour, mark }, finish);
      mesh.castShadow = finish === "solid";
      mesh.clear();
      if (winningCells.has(cell))
        mesh.add(this.createOutline("lit"), this.createOutline("litEdge"));
      if (lastCells.includes(cell)) mesh.add(this.createOutline("last"));
    }
    this.drawLines(frame.winning_lines);
    if (motion)
      for (const cell of dropped) this.startMotion(cell, (seconds) => this.dropBall(cell, seconds));
    if (motion && winningCells.size > 0)
      this.startMotion("lit", (seconds) => this.pulseBalls(winningCells, seconds));
    this.shadowsOutdated = true;
    this.ticker.requestDraw();
  }

  /** Show a preview of a ball, or none. */
  showGhost(ghost: { cell: number; look: Look } | null): void {
    this.ghost.visible = ghost !== null;
    if (ghost) {
      this.applyMaterial(this.ghost, ghost.look, "ghost");
      this.ghost.position.set(...this.layout.centres[ghost.cell]!);
      this.ghost.userData.cell = ghost.cell;
    }
    this.ticker.requestDraw();
  }

  dispose(): void {
    for (const geometry of [
      this.ballGeometry,
      this.outlineGeometry,
      this.ghostRingGeometry,
      this.lineGeometry,
    ])
      geometry.dispose();
    for (const material of this.materials.values()) disposeMaterial(material);
    const plainMaterials = [...Object.values(this.outlines), this.lineMaterial, this.accent];
    for (const material of plainMaterials) material.dispose();
  }

  private getBall(cell: number): Mesh {
    const known = this.meshes.get(cell);
    if (known) return known;
    const mesh = new Mesh(this.ballGeometry);
    mesh.position.set(...this.layout.centres[cell]!);
    mesh.receiveShadow = true;
    this.meshes.set(cell, mesh);
    this.group.add(mesh);
    return mesh;
  }

  /** Remove the balls on all other cells, and stop their motions. */
  private removeOthers(cells: Set<number>): void {
    this.stopMotion("lit");
    for (const [cell, mesh] of this.meshes) {
      mesh.scale.setScalar(1);
      if (cells.has(cell)) continue;
      this.stopMotion(cell);
      mesh.removeFromParent();
      this.meshes.delete(cell);
    }
  }

  private drawLines(lines: number[][]): void {
    this.group.remove(...this.lines);
    this.lines = lines.map((cells) => this.createLine(cells));
    for (const line of this.lines) this.group.add(line);
  }

  /** Start the motion of the ball on a cell, or of all balls of winning lines ("lit"). */
  private startMotion(key: number | "lit", step: (seconds: number) => boolean): void {
    const motion: Motion = (elapsed) => {
      this.shadowsOutdated = true;
      return step(elapsed / 1000);
    };
    this.motions.set(key, motion);
    this.ticker.start(motion);
  }

  private stopMotion(key: number | "lit"): void {
    const motion = this.motions.get(key);
    if (motion) this.ticker.stop(motion);
    this.motions.delete(key);
  }

  private dropBall(cell: number, seconds: number): boolean {
    const finalHeight = this.layout.centres[cell]![1];
    const above = getFallingHeight(this.layout.top + DROP_HEIGHT - finalHeight, seconds);
    this.meshes.get(cell)!.position.y = finalHeight + (above ?? 0);
    return above !== null;
  }

  private pulseBalls(cells: Set<number>, seconds: number): boolean {
    const size = getPulseScale(seconds);
    for (const cell of cells) this.meshes.get(cell)?.scale.setScalar(size ?? 1);
    return size !== null;
  }

  /** Return an outline: a larger ball of which only the far inside is drawn. */
  private createOutline(kind: keyof typeof OUTLINE_SCALES): Mesh {
    const mesh = new Mesh(this.outlineGeometry, this.outlines[kind]);
    mesh.scale.setScalar(OUTLINE_SCALES[kind]);
    return mesh;
  }

  private createLine(cells: number[]): Mesh {
    const points = cells.map((cell) => new Vector3(...this.layout.centres[cell]!));
    const [first, last] = [points[0]!, points.at(-1)!];
    const direction = last.clone().sub(first);
    const mesh = new Mesh(this.lineGeometry, this.lineMaterial);
    mesh.position.copy(first).addScaledVector(direction, 0.5);
    mesh.scale.y = direction.length();
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction.normalize());
    return mesh;
  }

  private repaint(colours: ViewColours): void {
    const oldMaterials = [...this.materials.values()];
    this.colours = colours;
    this.materials.clear();
    for (const mesh of [this.ghost, ...this.meshes.values()]) {
      const { look, finish } = mesh.userData as { look: Look; finish: Finish };
      this.applyMaterial(mesh, look, finish);
    }
    for (const material of oldMaterials) disposeMaterial(material);
  }

  private applyMaterial(mesh: Mesh, look: Look, finish: Finish): void {
    Object.assign(mesh.userData, { look, finish });
    mesh.material = this.getMaterial(look, finish);
  }

  private getMaterial(look: Look, finish: Finish): MeshStandardMaterial {
    const key = `${look.colour} ${look.mark} ${finish}`;
    const known = this.materials.get(key);
    if (known) return known;
    const material = new MeshStandardMaterial({
      map: createBallTexture(look, this.colours),
      roughness: 0.3,
      transparent: finish !== "solid",
      opacity: OPACITY[finish],
      depthWrite: finish !== "dim", // the winning line is visible through other balls
    });
    this.materials.set(key, material);
    return material;
  }
}

/** Return the geometry of a ball with a hole for the rod. */
function createBallGeometry(): BufferGeometry {
  const steps = 24;
  const maxAngle = Math.acos(HOLE_RADIUS / BALL_RADIUS); // from the equator to the rim of the hole
  const profile = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = -maxAngle + (2 * maxAngle * step) / steps;
    return new Vector2(BALL_RADIUS * Math.cos(angle), BALL_RADIUS * Math.sin(angle));
  });
  return new LatheGeometry(profile, 40);
}
