// Export of games as PNG and animated GIF.  The server sends SVG; the browser converts it.
import type { Language } from "../protocol";
import { fetchRecordPictures } from "../server/api";
import type { SavedGame } from "./savedGames";

// SVG to pixels

/** Draw an SVG on a canvas of its size. */
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
  if (!blob) throw new Error("this browser cannot encode PNG");
  return blob;
}

// Encoding of animated GIFs (GIF89a): all images share a palette; each is stored as the smallest
// rectangle that has changed, compressed by LZW.  The output is deterministic.

export interface GifImage {
  pixels: Uint8ClampedArray; // red, green, blue, alpha of each pixel, row by row
  delayCentiseconds: number; // until the next image
}

const MAX_COLOURS = 256;

/** Return a colour as an integer with five bits per channel. */
const quantize = (r: number, g: number, b: number): number =>
  ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** The most frequent colours of some images, with a cache of nearest colours. */
export class Palette {
  readonly colours: [number, number, number][];
  private nearest = new Int16Array(1 << 15).fill(-1); // by quantized colour; -1: not computed yet

  constructor(images: readonly GifImage[]) {
    // By quantized colour: the number of pixels, and the sums of their channels
    const counts = new Map<number, [number, number, number, number]>();
    for (const { pixels } of images) {
      for (let i = 0; i < pixels.length; i += 4) {
        const [r, g, b] = [pixels[i]!, pixels[i + 1]!, pixels[i + 2]!];
        const key = quantize(r, g, b);
        const entry = counts.get(key);
        if (!entry) counts.set(key, [1, r, g, b]);
        else {
          entry[0] += 1;
          entry[1] += r;
          entry[2] += g;
          entry[3] += b;
        }
      }
    }
    const mostFrequent = [...counts]
      .sort(([a, [m]], [b, [n]]) => n - m || a - b)
      .slice(0, MAX_COLOURS);
    this.colours = mostFrequent.map(([, [n, r, g, b]]) => [
      Math.round(r / n),
      Math.round(g / n),
      Math.round(b / n),
    ]);
  }

  /** Return the index of the nearest colour. */
  findNearest(r: number, g: number, b: number): number {
    const key = quantize(r, g, b);
    if (this.nearest[key] === -1) this.nearest[key] = this.searchNearest(r, g, b);
    return this.nearest[key]!;
  }

  private searchNearest(r: number, g: number, b: number): number {
    let [nearest, minDistance] = [0, Infinity];
    this.colours.forEach(([x, y, z], i) => {
      const distance = 3 * (x - r) ** 2 + 4 * (y - g) ** 2 + 2 * (z - b) ** 2; // weighted by the sensitivity of the eye
      if (distance < minDistance) [nearest, minDistance] = [i, distance];
    });
    return nearest;
  }

  /** Return the palette index of each pixel. */
  toIndexes({ pixels }: GifImage): Uint8Array {
    const indexes = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indexes.length; i++)
      indexes[i] = this.findNearest(pixels[4 * i]!, pixels[4 * i + 1]!, pixels[4 * i + 2]!);
    return indexes;
  }
}

/** A rectangle of an image. */
export interface ImageArea {
  left: number;
  top: number;
  width: number;
  height: number;
  indexes: Uint8Array;
}

/** Return the smallest rectangle that contains all changes; a single pixel if there are none. */
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
  const [areaWidth, areaHeight] = [right - left + 1, bottom - top + 1];
  const indexes = new Uint8Array(areaWidth * areaHeight);
  for (let y = 0; y < areaHeight; y++) {
    const start = (top + y) * width + left;
    indexes.set(now.subarray(start, start + areaWidth), y * areaWidth);
  }
  return { left, top, width: areaWidth, height: areaHeight, indexes };
}

/** Writes codes of varying length, lowest bits first, as blocks of at most 255 bytes. */
class BitWriter {
  private bytes: number[] = [];
  private buffer = 0; // bits that do not fill a byte yet
  private bufferedBits = 0;

  write(code: number, size: number): void {
    this.buffer |= code << this.bufferedBits;
    this.bufferedBits += size;
    while (this.bufferedBits >= 8) {
      this.bytes.push(this.buffer & 255);
      this.buffer >>>= 8;
      this.bufferedBits -= 8;
    }
  }

  getBlocks(): number[] {
    if (this.bufferedBits) this.bytes.push(this.buffer & 255);
    const blocks: number[] = [];
    for (let i = 0; i < this.bytes.length; i += 255) {
      const block = this.bytes.slice(i, i + 255);
      blocks.push(block.length, ...block);
    }
    return [...blocks, 0];
  }
}

const INDEX_BITS = 8;
const CLEAR_CODE = 1 << INDEX_BITS; // empties the table of sequences
const END_CODE = CLEAR_CODE + 1; // the codes after it stand for sequences
const MAX_CODES = 4096;
const GIF_TRAILER = 0x3b; // the last byte of a file

/** Compress palette indexes by LZW: repeated sequences become single codes. */
export function compressLzw(indexes: Uint8Array): number[] {
  const writer = new BitWriter();
  let codes = new Map<number, number>(); // of sequences, by the code of the prefix and the last index
  let [next, size] = [END_CODE + 1, INDEX_BITS + 1];
  writer.write(CLEAR_CODE, size);
  let code = indexes[0] ?? 0;
  for (let i = 1; i < indexes.length; i++) {
    const index = indexes[i]!;
    const longer = codes.get((code << INDEX_BITS) | index);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    writer.write(code, size);
    if (next < MAX_CODES) {
      codes.set((code << INDEX_BITS) | index, next);
      if (next === 1 << size) size += 1;
      next += 1;
    } else {
      writer.write(CLEAR_CODE, size);
      codes = new Map();
      [next, size] = [END_CODE + 1, INDEX_BITS + 1];
    }
    code = index;
  }
  writer.write(code, size);
  writer.write(END_CODE, size);
  return writer.getBlocks();
}

const toUint16Bytes = (n: number): [number, number] => [n & 255, n >> 8];

/** Encode images as a GIF that repeats forever. */
export function encodeGif(
  width: number,
  height: number,
  images: readonly GifImage[],
): Uint8Array<ArrayBuffer> {
  const palette = new Palette(images);
  const table = Array.from(
    { length: MAX_COLOURS },
    (_, i) => palette.colours[i] ?? [0, 0, 0],
  ).flat();
  const signature = [..."GIF89a"].map((letter) => letter.charCodeAt(0));
  const screen = [...toUint16Bytes(width), ...toUint16Bytes(height), 0xf7, 0, 0]; // 0xf7: with a palette of 256 colours
  // An application extension that repeats the animation forever
  const loop = [0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((c) => c.charCodeAt(0)), 3, 1, 0, 0, 0];
  const chunks = [Uint8Array.from([...signature, ...screen, ...table, ...loop])];
  let before: Uint8Array | null = null;
  for (const image of images) {
    const now = palette.toIndexes(image);
    const area = findChangedArea(before, now, width);
    // A graphic control extension with the delay, then the image descriptor (0x2c)
    const control = [0x21, 0xf9, 4, 0x04, ...toUint16Bytes(image.delayCentiseconds), 0, 0]; // 0x04: not cleared before the next image
    const rectangle = [area.left, area.top, area.width, area.height].flatMap(toUint16Bytes);
    chunks.push(Uint8Array.from([...control, 0x2c, ...rectangle, 0, INDEX_BITS]));
    chunks.push(Uint8Array.from(compressLzw(area.indexes)));
    before = now;
  }
  chunks.push(Uint8Array.of(GIF_TRAILER));
  return concatenate(chunks);
}

function concatenate(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

// Whole games

const MAX_PICTURES_PER_REQUEST = 20;
const POSITION_CENTISECONDS = 90; // for which a position is shown
const LAST_POSITION_CENTISECONDS = 400;

export interface PictureOptions {
  theme: "light" | "dark";
  language: Language;
  width: number; // pixels
}

/** Return a game as an animated GIF. */
export async function makeGif(
  game: Pick<SavedGame, "text" | "actions">,
  options: PictureOptions,
  progress: (done: number, all: number) => void,
): Promise<Blob> {
  const total = game.actions + 1;
  const images: GifImage[] = [];
  let size: { width: number; height: number } | null = null;
  for (let first = 0; first < total; first += MAX_PICTURES_PER_REQUEST) {
    const last = Math.min(first + MAX_PICTURES_PER_REQUEST, total) - 1;
    for (const svg of await fetchRecordPictures({ text: game.text, first, last, ...options })) {
      const { canvas, pixels } = await getPixels(svg, size);
      size ??= { width: canvas.width, height: canvas.height };
      images.push({
        pixels,
        delayCentiseconds:
          images.length === total - 1 ? LAST_POSITION_CENTISECONDS : POSITION_CENTISECONDS,
      });
      progress(images.length, total);
    }
  }
  if (!size) throw new Error("there is no position to show");
  return new Blob([encodeGif(size.width, size.height, images)], { type: "image/gif" });
}

/** Return the pixels of a picture, cropped or padded to `size`, as captions differ in height. */
async function getPixels(
  svg: string,
  size: { width: number; height: number } | null,
): Promise<{ canvas: HTMLCanvasElement; pixels: Uint8ClampedArray }> {
  const context = await renderSvg(svg);
  const { width, height } = size ?? context.canvas;
  return { canvas: context.canvas, pixels: context.getImageData(0, 0, width, height).data };
}
