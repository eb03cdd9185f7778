// A whole game as an animated GIF.
import type { Language } from "../../protocol";
import { recordPictures } from "../../server/api";
import type { KeptGame } from "../keptGames";
import { gif, type Shot } from "./gif";
import { drawn } from "./raster";

const AT_ONCE = 20; // pictures asked for in one request
const PACE = 90; // hundredths of a second that a position is seen
const REST = 400; // the last one

export interface Shown {
  theme: "light" | "dark";
  language: Language;
  width: number; // pixels
}

export async function gifOf(
  game: Pick<KeptGame, "text" | "actions">,
  shown: Shown,
  progress: (done: number, all: number) => void,
): Promise<Blob> {
  const all = game.actions + 1;
  const shots: Shot[] = [];
  let size: { width: number; height: number } | null = null;
  for (let first = 0; first < all; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE, all) - 1;
    for (const svg of await recordPictures({ text: game.text, first, last, ...shown })) {
      const { canvas, pixels } = await pixelsOf(svg, size);
      size ??= { width: canvas.width, height: canvas.height };
      shots.push({ pixels, hundredths: shots.length === all - 1 ? REST : PACE });
      progress(shots.length, all);
    }
  }
  if (!size) throw new Error("there is no position to show");
  return new Blob([gif(size.width, size.height, shots)], { type: "image/gif" });
}

/** The pixels of a picture, on paper of the first one's size: captions differ in height. */
async function pixelsOf(
  svg: string,
  size: { width: number; height: number } | null,
): Promise<{ canvas: HTMLCanvasElement; pixels: Uint8ClampedArray }> {
  const context = await drawn(svg);
  const { width, height } = size ?? context.canvas;
  return { canvas: context.canvas, pixels: context.getImageData(0, 0, width, height).data };
}
