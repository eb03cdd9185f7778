// The 3D picture: renderer, camera, light, and what they show.

import {
  DirectionalLight,
  Group,
  HemisphereLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  WebGLRenderer,
} from "three";
import { Balls } from "./balls";
import type { Annotation } from "../board";
import type { Style } from "../browser/settings.svelte";
import { type Surroundings, type Theme, discard, surroundings } from "./materials";
import { drawnIn } from "./annotations";
import { type Furniture, MARGIN, THICKNESS, faceEye, furniture } from "./scenery";
import type { Layout } from "./layout";
import type { Ray } from "./rodPicking";
import { Ticker } from "./motion";
import { Turntable, type View, eye } from "./view";

const FIELD_OF_VIEW_DEGREES = 17; // vertical; a long lens keeps rods almost parallel
const MAX_PIXEL_RATIO = 2; // device pixels per CSS pixel
export const CONTEXT: WebGLContextAttributes = { antialias: true, alpha: true, stencil: false };
const SHADOW_MAP_PIXELS = 1024;

/** What the user has chosen to see. */
export interface Choice {
  style: Style;
  theme: Theme;
  coordinates: boolean;
}

export class Stage {
  readonly ticker = new Ticker(() => this.draw());
  readonly table: Turntable;
  readonly balls: Balls;

  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 1, 120);
  private readonly sun = new DirectionalLight("#fff0d8");
  private readonly sky = new HemisphereLight("#fff8ec", "#b98f66");
  private still: Furniture;
  private drawn = new Group();
  private annotations: readonly Annotation[] = [];
  private colours: Surroundings;

  constructor(
    context: WebGL2RenderingContext,
    readonly layout: Layout,
    choice: Choice,
    view: View,
  ) {
    const colours = surroundings(choice.style, choice.theme);
    this.colours = colours;
    const canvas = context.canvas as HTMLCanvasElement;
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false; // turning the view moves no shadow
    this.table = new Turntable(this.ticker, () => this.aim(), view);
    this.balls = new Balls(layout, this.ticker, colours);
    this.still = furniture(layout, colours);
    this.hangLamp();
    this.scene.add(this.sky, this.sun, this.balls.group);
    this.dress(choice);
  }

  dress({ style, theme, coordinates }: Choice): void {
    const colours = surroundings(style, theme);
    discard(this.still.group);
    this.still = furniture(this.layout, colours);
    this.scene.add(this.still.group);
    this.still.labels.visible = coordinates;
    faceEye(this.still.labels, this.table.view.turn);
    this.balls.dress(colours);
    this.colours = colours;
    this.annotate(this.annotations);
    this.sun.intensity = colours.sun;
    this.sky.intensity = colours.sky;
    this.balls.moved = true;
    this.ticker.wake();
  }

  /** Rings and arrows. */
  annotate(annotations: readonly Annotation[]): void {
    discard(this.drawn);
    this.annotations = annotations;
    this.drawn = drawnIn(this.layout, annotations, this.colours);
    this.scene.add(this.drawn);
    this.ticker.wake();
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.aim();
    this.ticker.wake();
  }

  // The ray through a point of the picture, from (-1, -1) at the lower left to (1, 1).
  rayThrough(x: number, y: number): Ray {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.camera);
    return { from: caster.ray.origin.toArray(), along: caster.ray.direction.toArray() };
  }

  dispose(): void {
    this.ticker.dispose();
    this.balls.dispose();
    discard(this.still.group);
    discard(this.drawn);
    this.sun.dispose();
    this.renderer.dispose();
  }

  private aim(): void {
    const { width, depth, top } = this.layout;
    const [across, middle] = [Math.hypot(width, depth) / 2 + MARGIN, (top - THICKNESS) / 2];
    const upright = Math.tan((FIELD_OF_VIEW_DEGREES / 2) * (Math.PI / 180));
    const distance = across / (upright * Math.min(this.camera.aspect, 1));
    const [x, y, z] = eye(this.table.view, distance * 1.12);
    this.camera.position.set(x, y + middle, z);
    this.camera.lookAt(0, middle, 0);
    this.camera.updateMatrixWorld();
    faceEye(this.still.labels, this.table.view.turn);
  }

  private hangLamp(): void {
    const { width, depth } = this.layout;
    const reach = Math.hypot(width, depth) / 2 + MARGIN + 1.6;
    this.sun.position.set(-0.8 * reach, 1.6 * reach, 0.2 * reach);
    this.sun.castShadow = true;
    const { shadow } = this.sun;
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    shadow.camera.far = 4 * reach;
    shadow.mapSize.set(SHADOW_MAP_PIXELS, SHADOW_MAP_PIXELS);
    shadow.radius = 5;
    shadow.normalBias = 0.03;
  }

  private draw(): void {
    this.renderer.shadowMap.needsUpdate = this.balls.moved;
    this.balls.moved = false;
    this.renderer.render(this.scene, this.camera);
  }
}
