// Pictures of games as files: PNG and animated GIF.  The hall sends SVG; everything else happens in
// the browser.
import type { Language } from "../protocol";
import { fetchRecordPictures } from "../server/api";
import type { SavedGame } from "./savedGames";

// Pictures of the hall, which are SVG, as pixels.  The browser draws them; nothing leaves it.

/** An SVG on a canvas of its own size. */
export async function renderSvg(svg: string): Promise<CanvasRenderingContext2D> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("this browser has no canvas");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export async function toPng(svg: string): Promise<Blob> {
  const { canvas } = await renderSvg(svg);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser makes no PNG");
  return blob;
}

// Animated GIFs: a palette for all pictures, each picture as the smallest part that has changed, packed
// by LZW as the standard (GIF89a) tells.  The same pictures make the same bytes.

export interface GifImage {
  pixels: Uint8ClampedArray; // red, green, blue, alpha of each pixel, row by row
  delayCentiseconds: number; // how long it is seen
}

const COLOURS = 256;

/** A colour with five bits for each part: nearly alike ones are one. */
const quantize = (r: number, g: number, b: number): number =>
  ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** The colours that are seen most, and to which of them every quantize colour is nearest. */
export class Palette {
  readonly colours: [number, number, number][];
  private nearest = new Int16Array(1 << 15).fill(-1);

  constructor(shots: readonly GifImage[]) {
    const counts = new Map<number, [number, number, number, number]>(); // how many, and their sums
    for (const { pixels } of shots) {
      for (let i = 0; i < pixels.length; i += 4) {
        const [r, g, b] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!];
        const key = quantize(r, g, b);
        const sum = counts.get(key);
        if (!sum) counts.set(key, [1, r, g, b]);
        else {
          sum[0] += 1;
          sum[1] += r;
          sum[2] += g;
          sum[3] += b;
        }
      }
    }
    const most = [...counts].sort(([a, [m]], [b, [n]]) => n - m || a - b).slice(0, COLOURS);
    this.colours = most.map(([, [n, r, g, b]]) => [
      Math.round(r / n),
      Math.round(g / n),
      Math.round(b / n),
    ]);
  }

  of(r: number, g: number, b: number): number {
    const key = quantize(r, g, b);
    if (this.nearest[key] === -1) this.nearest[key] = this.search(r, g, b);
    return this.nearest[key]!;
  }

  private search(r: number, g: number, b: number): number {
    let [best, least] = [0, Infinity];
    this.colours.forEach(([x, y, z], i) => {
      const far = 3 * (x - r) ** 2 + 4 * (y - g) ** 2 + 2 * (z - b) ** 2; // as eyes weigh them
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }

  toIndexes({ pixels }: GifImage): Uint8Array {
    const found = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < found.length; i++)
      found[i] = this.of(pixels[4 * i]!, pixels[4 * i + 1]!, pixels[4 * i + 2]!);
    return found;
  }
}

export interface ImageArea {
  left: number;
  top: number;
  width: number;
  height: number;
  indexes: Uint8Array;
}

/** The smallest rectangle in which toUint16Bytes pictures differ; a single pixel where they do not. */
export function findChangedArea(
  before: Uint8Array | null,
  now: Uint8Array,
  width: number,
): ImageArea {
  const height = now.length / width;
  if (!before) return { left: 0, top: 0, width, height, indexes: now };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < now.length; i++) {
    if (now[i] === before[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) return { left: 0, top: 0, width: 1, height: 1, indexes: now.slice(0, 1) };
  const [wide, high] = [right - left + 1, bottom - top + 1];
  const indexes = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const begin = (top + y) * width + left;
    indexes.set(now.subarray(begin, begin + wide), y * wide);
  }
  return { left, top, width: wide, height: high, indexes };
}

/** Codes of growing length, the lowest bits first, in blocks of at most 255 bytes. */
class BitWriter {
  private bytes: number[] = [];
  private open = 0;
  private filled = 0;

  add(code: number, size: number): void {
    this.open |= code << this.filled;
    this.filled += size;
    while (this.filled >= 8) {
      this.bytes.push(this.open & 255);
      this.open >>>= 8;
      this.filled -= 8;
    }
  }

  blocks(): number[] {
    if (this.filled) this.bytes.push(this.open & 255);
    const found: number[] = [];
    for (let i = 0; i < this.bytes.length; i += 255) {
      const some = this.bytes.slice(i, i + 255);
      found.push(some.length, ...some);
    }
    return [...found, 0];
  }
}

const DEPTH = 8; // bits of an index
const CLEAR = 1 << DEPTH; // the codes from here on: begin anew, the end, then sequences
const END = CLEAR + 1;
const MAX_CODES = 4096;

/** Sequences of indexes that have been seen before become single codes. */
export function compressLzw(indexes: Uint8Array): number[] {
  const bits = new BitWriter();
  let known = new Map<number, number>(); // by a code and the index that follows it
  let [next, size] = [END + 1, DEPTH + 1];
  bits.add(CLEAR, size);
  let code = indexes[0] ?? 0;
  for (let i = 1; i < indexes.length; i++) {
    const index = indexes[i]!;
    const longer = known.get((code << DEPTH) | index);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    bits.add(code, size);
    if (next < MAX_CODES) {
      known.set((code << DEPTH) | index, next);
      if (next === 1 << size) size += 1;
      next += 1;
    } else {
      bits.add(CLEAR, size);
      known = new Map();
      [next, size] = [END + 1, DEPTH + 1];
    }
    code = index;
  }
  bits.add(code, size);
  bits.add(END, size);
  return bits.blocks();
}

const toUint16Bytes = (n: number): [number, number] => [n & 255, n >> 8];

/** All shots one after the other, again and again. */
export function encodeGif(
  width: number,
  height: number,
  shots: readonly GifImage[],
): Uint8Array<ArrayBuffer> {
  const palette = new Palette(shots);
  const table = Array.from({ length: COLOURS }, (_, i) => palette.colours[i] ?? [0, 0, 0]).flat();
  const head = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
  const screen = [...toUint16Bytes(width), ...toUint16Bytes(height), 0xf7, 0, 0]; // with a table of 256 colours
  const loop = [0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((c) => c.charCodeAt(0)), 3, 1, 0, 0, 0];
  const parts = [Uint8Array.from([...head, ...screen, ...table, ...loop])];
  let before: Uint8Array | null = null;
  for (const shot of shots) {
    const now = palette.toIndexes(shot);
    const part = findChangedArea(before, now, width);
    const control = [0x21, 0xf9, 4, 0x04, ...toUint16Bytes(shot.delayCentiseconds), 0, 0]; // stays when the next comes
    const where = [part.left, part.top, part.width, part.height].flatMap(toUint16Bytes);
    parts.push(Uint8Array.from([...control, 0x2c, ...where, 0, DEPTH]));
    parts.push(Uint8Array.from(compressLzw(part.indexes)));
    before = now;
  }
  parts.push(Uint8Array.of(0x3b));
  return concatenate(parts);
}

function concatenate(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// A whole game as an animated GIF.

const MAX_PICTURES_PER_REQUEST = 20;
const POSITION_CENTISECONDS = 90; // that a position is shown
const LAST_POSITION_CENTISECONDS = 400;

export interface PictureOptions {
  theme: "light" | "dark";
  language: Language;
  width: number; // pixels
}

export async function makeGif(
  game: Pick<SavedGame, "text" | "actions">,
  shown: PictureOptions,
  progress: (done: number, all: number) => void,
): Promise<Blob> {
  const all = game.actions + 1;
  const shots: GifImage[] = [];
  let size: { width: number; height: number } | null = null;
  for (let first = 0; first < all; first += MAX_PICTURES_PER_REQUEST) {
    const last = Math.min(first + MAX_PICTURES_PER_REQUEST, all) - 1;
    for (const svg of await fetchRecordPictures({ text: game.text, first, last, ...shown })) {
      const { canvas, pixels } = await getPixels(svg, size);
      size ??= { width: canvas.width, height: canvas.height };
      shots.push({
        pixels,
        delayCentiseconds:
          shots.length === all - 1 ? LAST_POSITION_CENTISECONDS : POSITION_CENTISECONDS,
      });
      progress(shots.length, all);
    }
  }
  if (!size) throw new Error("there is no position to show");
  return new Blob([encodeGif(size.width, size.height, shots)], { type: "image/gif" });
}

/** The pixels of a picture, on paper of the first one's size: captions differ in height. */
async function getPixels(
  svg: string,
  size: { width: number; height: number } | null,
): Promise<{ canvas: HTMLCanvasElement; pixels: Uint8ClampedArray }> {
  const context = await renderSvg(svg);
  const { width, height } = size ?? context.canvas;
  return { canvas: context.canvas, pixels: context.getImageData(0, 0, width, height).data };
}
