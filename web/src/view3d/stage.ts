// The 3D scene with its renderer, camera and lights.

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
import { type ViewColours, type Theme, disposeObject, getViewColours } from "./materials";
import { createAnnotationGroup } from "./annotations";
import { type Scenery, MARGIN, THICKNESS, turnLabels, createScenery } from "./scenery";
import type { Layout } from "./layout";
import type { Ray } from "./rodPicking";
import { Ticker } from "./motion";
import { ViewController, type View, getEyePosition } from "./view";

const FIELD_OF_VIEW_DEGREES = 17; // vertical; small, so that rods are almost parallel
const SHADOW_REACH = 1.6; // beyond the plate, in rod distances
const MAX_PIXEL_RATIO = 2; // device pixels per CSS pixel
export const CONTEXT_ATTRIBUTES: WebGLContextAttributes = {
  antialias: true,
  alpha: true,
  stencil: false,
};
const DISTANCE_MARGIN = 1.12; // of the eye, relative to the distance at which the plate fills the picture
const SHADOW_MAP_PIXELS = 1024;

/** The settings of the user that affect the view. */
export interface ViewStyle {
  style: Style;
  theme: Theme;
  coordinates: boolean;
}

export class Stage {
  readonly ticker = new Ticker(() => this.draw());
  readonly viewController: ViewController;
  readonly balls: Balls;

  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 1, 120);
  private readonly sun = new DirectionalLight("#fff0d8");
  private readonly sky = new HemisphereLight("#fff8ec", "#b98f66");
  private scenery: Scenery;
  private annotationGroup = new Group();
  private annotations: readonly Annotation[] = [];
  private colours: ViewColours;

  constructor(
    context: WebGL2RenderingContext,
    readonly layout: Layout,
    style: ViewStyle,
    view: View,
  ) {
    const colours = getViewColours(style.style, style.theme);
    this.colours = colours;
    const canvas = context.canvas as HTMLCanvasElement;
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false; // rotating the view does not change shadows
    this.viewController = new ViewController(this.ticker, () => this.updateCamera(), view);
    this.balls = new Balls(layout, this.ticker, colours);
    this.scenery = createScenery(layout, colours);
    this.placeSun();
    this.scene.add(this.sky, this.sun, this.balls.group);
    this.applyStyle(style);
  }

  applyStyle({ style, theme, coordinates }: ViewStyle): void {
    const colours = getViewColours(style, theme);
    disposeObject(this.scenery.group);
    this.scenery = createScenery(this.layout, colours);
    this.scene.add(this.scenery.group);
    this.scenery.labels.visible = coordinates;
    turnLabels(this.scenery.labels, this.viewController.view.turn);
    this.balls.applyColours(colours);
    this.colours = colours;
    this.annotate(this.annotations);
    this.sun.intensity = colours.sun;
    this.sky.intensity = colours.sky;
    this.balls.shadowsOutdated = true;
    this.ticker.requestDraw();
  }

  annotate(annotations: readonly Annotation[]): void {
    disposeObject(this.annotationGroup);
    this.annotations = annotations;
    this.annotationGroup = createAnnotationGroup(this.layout, annotations, this.colours);
    this.scene.add(this.annotationGroup);
    this.ticker.requestDraw();
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.updateCamera();
    this.ticker.requestDraw();
  }

  /** Return the ray through a point of the picture; (-1, -1) is the lower left corner, (1, 1) the upper right. */
  getRay(x: number, y: number): Ray {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(x, y), this.camera);
    return { origin: caster.ray.origin.toArray(), direction: caster.ray.direction.toArray() };
  }

  dispose(): void {
    this.ticker.dispose();
    this.balls.dispose();
    disposeObject(this.scenery.group);
    disposeObject(this.annotationGroup);
    this.sun.dispose();
    this.renderer.dispose();
  }

  private updateCamera(): void {
    const { width, depth, top } = this.layout;
    const [radius, middle] = [Math.hypot(width, depth) / 2 + MARGIN, (top - THICKNESS) / 2];
    const slope = Math.tan((FIELD_OF_VIEW_DEGREES / 2) * (Math.PI / 180));
    const distance = radius / (slope * Math.min(this.camera.aspect, 1));
    const [x, y, z] = getEyePosition(this.viewController.view, distance * DISTANCE_MARGIN);
    this.camera.position.set(x, y + middle, z);
    this.camera.lookAt(0, middle, 0);
    this.camera.updateMatrixWorld();
    turnLabels(this.scenery.labels, this.viewController.view.turn);
  }

  private placeSun(): void {
    const { width, depth } = this.layout;
    const reach = Math.hypot(width, depth) / 2 + MARGIN + SHADOW_REACH;
    this.sun.position.set(-0.8 * reach, 1.6 * reach, 0.2 * reach);
    this.sun.castShadow = true;
    const { shadow } = this.sun;
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    shadow.camera.far = 4 * reach;
    shadow.mapSize.set(SHADOW_MAP_PIXELS, SHADOW_MAP_PIXELS);
    shadow.radius = 5; // blur
    shadow.normalBias = 0.03; // against shadows of surfaces on themselves
  }

  private draw(): void {
    this.renderer.shadowMap.needsUpdate = this.balls.shadowsOutdated;
    this.balls.shadowsOutdated = false;
    this.renderer.render(this.scene, this.camera);
  }
}
