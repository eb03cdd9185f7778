// The room that glossy balls mirror: warm walls, a window and a lamp.  Rendered once.

import {
  BackSide,
  BoxGeometry,
  Color,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";
import { discard } from "./discard";

type Box = { size: [number, number, number]; at: [number, number, number]; light: number };

const WALLS = new Color("#8a7a68");
const WINDOW = new Color("#fff4e0");
const LIGHTS: Box[] = [
  { size: [6, 0.2, 4], at: [0, 7.5, 0], light: 6 }, // above
  { size: [0.2, 5, 4], at: [-7.5, 3, 3], light: 9 }, // a window to the left
  { size: [4, 3, 0.2], at: [4, 3, 7.5], light: 3 }, // a weak one behind the viewer
];

export function mirroredRoom(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const walls = new MeshBasicMaterial({ color: WALLS, side: BackSide });
  room.add(new Mesh(new BoxGeometry(16, 16, 16), walls));
  for (const { size, at, light } of LIGHTS) {
    const color = WINDOW.clone().multiplyScalar(light);
    const lamp = new Mesh(new BoxGeometry(...size), new MeshBasicMaterial({ color }));
    lamp.position.set(...at);
    room.add(lamp);
  }
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.03);
  generator.dispose();
  discard(room);
  return texture;
}
