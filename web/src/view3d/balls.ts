// The balls on the rods: painted by colour and mark, dropped when new, dimmed beside a won line.

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
import { type Surroundings, ballTexture, discardMaterial } from "./materials";
import { HOLE, type Layout, RADIUS } from "./layout";
import { type Motion, type Ticker, dropping, height, pulse } from "./motion";

type Finish = "solid" | "dim" | "ghost";

const OPACITY: Record<Finish, number> = { solid: 1, dim: 0.13, ghost: 0.66 };
const LET_GO = 0.5; // above the rod's end
const LINE = 0.075; // radius of the line through a won row
const SHELLS = { last: 1.11, lit: 1.13, litEdge: 1.2 }; // sizes around a ball of size 1

export class Balls {
  readonly group = new Group();
  moved = true; // shadows are out of date

  private readonly bead = beadGeometry();
  private readonly shell = new SphereGeometry(RADIUS, 32, 24);
  private readonly hoop = new TorusGeometry(RADIUS * 1.12, 0.028, 12, 48).rotateX(Math.PI / 2);
  private readonly rail = new CylinderGeometry(LINE, LINE, 1, 16);
  private readonly paints = new Map<string, MeshStandardMaterial>();
  private readonly outlines = {
    last: new MeshBasicMaterial({ side: BackSide }),
    lit: new MeshBasicMaterial({ side: BackSide }),
    litEdge: new MeshBasicMaterial({ side: BackSide }),
  };
  private readonly glow = new MeshBasicMaterial();
  private readonly accent = new MeshBasicMaterial();
  private readonly ghost: Mesh;
  private meshes = new Map<number, Mesh>(); // by cell
  private lines: Mesh[] = [];
  private motions = new Map<number | "lit", Motion>();

  constructor(
    private readonly layout: Layout,
    private readonly ticker: Ticker,
    private colours: Surroundings,
  ) {
    this.ghost = new Mesh(this.bead);
    this.painted(this.ghost, { colour: "wood", mark: "plain" }, "ghost");
    this.ghost.add(new Mesh(this.hoop, this.accent));
    this.ghost.visible = false;
    this.group.add(this.ghost);
  }

  // The cells where something is to be seen: balls and the ghost.
  get cells(): number[] {
    const ghost = this.ghost.visible ? [this.ghost.userData.cell as number] : [];
    return [...this.meshes.keys(), ...ghost];
  }

  dress(colours: Surroundings): void {
    this.repaint(colours);
    this.outlines.last.color = new Color(colours.accent);
    this.outlines.lit.color = new Color(colours.lit);
    this.outlines.litEdge.color = new Color(colours.litEdge);
    this.glow.color = new Color(colours.lit);
    this.accent.color = new Color(colours.accent);
  }

  show(frame: Frame, before: Frame | null, motion: boolean): void {
    const fresh = dropping(before, frame).filter((cell) => !this.meshes.has(cell));
    const lit = new Set(frame.winning_lines.flat());
    const marked = lit.size === 0 ? frame.last.flatMap(({ cells }) => cells) : [];
    this.keepOnly(new Set(frame.pieces.map((piece) => piece.cell)));
    for (const { cell, colour, mark } of frame.pieces) {
      const finish = lit.size > 0 && !lit.has(cell) ? "dim" : "solid";
      const mesh = this.ballOn(cell);
      this.painted(mesh, { colour, mark }, finish);
      mesh.castShadow = finish === "solid";
      mesh.clear();
      if (lit.has(cell)) mesh.add(this.outline("lit"), this.outline("litEdge"));
      if (marked.includes(cell)) mesh.add(this.outline("last"));
    }
    this.drawLines(frame.winning_lines);
    if (motion) for (const cell of fresh) this.move(cell, (seconds) => this.drop(cell, seconds));
    if (motion && lit.size > 0) this.move("lit", (seconds) => this.pulse(lit, seconds));
    this.moved = true;
    this.ticker.wake();
  }

  // A ball that is not there yet, or none.
  showGhost(ghost: { cell: number; look: Look } | null): void {
    this.ghost.visible = ghost !== null;
    if (ghost) {
      this.painted(this.ghost, ghost.look, "ghost");
      this.ghost.position.set(...this.layout.places[ghost.cell]!);
      this.ghost.userData.cell = ghost.cell;
    }
    this.ticker.wake();
  }

  dispose(): void {
    for (const geometry of [this.bead, this.shell, this.hoop, this.rail]) geometry.dispose();
    for (const paint of this.paints.values()) discardMaterial(paint);
    const plain = [...Object.values(this.outlines), this.glow, this.accent];
    for (const material of plain) material.dispose();
  }

  private ballOn(cell: number): Mesh {
    const there = this.meshes.get(cell);
    if (there) return there;
    const mesh = new Mesh(this.bead);
    mesh.position.set(...this.layout.places[cell]!);
    mesh.receiveShadow = true;
    this.meshes.set(cell, mesh);
    this.group.add(mesh);
    return mesh;
  }

  // Balls that stay may still be falling; those that go stop whatever they do.
  private keepOnly(cells: Set<number>): void {
    this.halt("lit");
    for (const [cell, mesh] of this.meshes) {
      mesh.scale.setScalar(1);
      if (cells.has(cell)) continue;
      this.halt(cell);
      mesh.removeFromParent();
      this.meshes.delete(cell);
    }
  }

  private drawLines(lit: number[][]): void {
    this.group.remove(...this.lines);
    this.lines = lit.map((cells) => this.line(cells));
    for (const line of this.lines) this.group.add(line);
  }

  private move(what: number | "lit", step: (seconds: number) => boolean): void {
    const motion: Motion = (elapsed) => {
      this.moved = true;
      return step(elapsed / 1000);
    };
    this.motions.set(what, motion);
    this.ticker.start(motion);
  }

  private halt(what: number | "lit"): void {
    const motion = this.motions.get(what);
    if (motion) this.ticker.stop(motion);
    this.motions.delete(what);
  }

  private drop(cell: number, seconds: number): boolean {
    const rest = this.layout.places[cell]![1];
    const above = height(this.layout.top + LET_GO - rest, seconds);
    this.meshes.get(cell)!.position.y = rest + (above ?? 0);
    return above !== null;
  }

  private pulse(cells: Set<number>, seconds: number): boolean {
    const size = pulse(seconds);
    for (const cell of cells) this.meshes.get(cell)?.scale.setScalar(size ?? 1);
    return size !== null;
  }

  // A larger ball of which one sees the far inside only: a rim around the ball from every side.
  private outline(kind: keyof typeof SHELLS): Mesh {
    const mesh = new Mesh(this.shell, this.outlines[kind]);
    mesh.scale.setScalar(SHELLS[kind]);
    return mesh;
  }

  private line(cells: number[]): Mesh {
    const places = cells.map((cell) => new Vector3(...this.layout.places[cell]!));
    const [first, last] = [places[0]!, places.at(-1)!];
    const way = last.clone().sub(first);
    const mesh = new Mesh(this.rail, this.glow);
    mesh.position.copy(first).addScaledVector(way, 0.5);
    mesh.scale.y = way.length();
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.normalize());
    return mesh;
  }

  private repaint(colours: Surroundings): void {
    const old = [...this.paints.values()];
    this.colours = colours;
    this.paints.clear();
    for (const mesh of [this.ghost, ...this.meshes.values()]) {
      const { look, finish } = mesh.userData as { look: Look; finish: Finish };
      this.painted(mesh, look, finish);
    }
    for (const paint of old) discardMaterial(paint);
  }

  private painted(mesh: Mesh, look: Look, finish: Finish): void {
    Object.assign(mesh.userData, { look, finish });
    mesh.material = this.paint(look, finish);
  }

  private paint(look: Look, finish: Finish): MeshStandardMaterial {
    const key = `${look.colour} ${look.mark} ${finish}`;
    const known = this.paints.get(key);
    if (known) return known;
    const material = new MeshStandardMaterial({
      map: ballTexture(look, this.colours),
      roughness: 0.3,
      transparent: finish !== "solid",
      opacity: OPACITY[finish],
      depthWrite: finish !== "dim", // one sees a won line through the others
    });
    this.paints.set(key, material);
    return material;
  }
}

// A ball with a hole for the rod, turned on a lathe from below.
function beadGeometry(): BufferGeometry {
  const steps = 24;
  const pole = Math.acos(HOLE / RADIUS); // from the equator to the rim of the hole
  const profile = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = -pole + (2 * pole * step) / steps;
    return new Vector2(RADIUS * Math.cos(angle), RADIUS * Math.sin(angle));
  });
  return new LatheGeometry(profile, 40);
}
