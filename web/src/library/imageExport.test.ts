import { expect, test } from "vitest";
import { Palette, type GifImage, findChangedArea, encodeGif, compressLzw } from "./imageExport";

const [CLEAR_CODE, END_CODE] = [256, 257];

/** Decode the LZW blocks of an image, as viewers do. */
function decodeLzw(blocks: number[]): number[] {
  const bytes: number[] = [];
  for (let at = 0; blocks[at]; at += blocks[at]! + 1)
    bytes.push(...blocks.slice(at + 1, at + 1 + blocks[at]!));
  let [bit, size] = [0, 9];
  const readCode = (): number => {
    let value = 0;
    for (let i = 0; i < size; i++, bit++) value |= ((bytes[bit >> 3]! >> (bit & 7)) & 1) << i;
    return value;
  };
  const indexes: number[] = [];
  let sequences: number[][] = [];
  let last: number[] | null = null;
  for (let now = readCode(); now !== END_CODE; now = readCode()) {
    if (now === CLEAR_CODE) {
      sequences = Array.from({ length: 258 }, (_, i) => (i < 256 ? [i] : []));
      [last, size] = [null, 9];
      continue;
    }
    const sequence: number[] = sequences[now] ?? [...last!, last![0]!];
    if (last && sequences.length < 4096) sequences.push([...last, sequence[0]!]);
    if (sequences.length === 1 << size && size < 12) size += 1;
    indexes.push(...sequence);
    last = sequence;
  }
  return indexes;
}

function createImage(colours: [number, number, number][], delayCentiseconds = 50): GifImage {
  return { pixels: Uint8ClampedArray.from(colours.flatMap((c) => [...c, 255])), delayCentiseconds };
}

test.each([1, 2, 300, 5000, 60_000])("LZW compression is lossless: %i pixels", (length) => {
  let seed = 7;
  const noise = Uint8Array.from({ length }, () => (seed = (seed * 1103515245 + 12345) >>> 0) >> 24);
  expect(decodeLzw(compressLzw(noise))).toEqual([...noise]);
  const flat = new Uint8Array(length).fill(3);
  expect(decodeLzw(compressLzw(flat))).toEqual([...flat]);
});

test("colours are mapped to the nearest of the palette", () => {
  const palette = new Palette([
    createImage([
      [255, 0, 0],
      [255, 0, 0],
      [0, 0, 255],
    ]),
  ]);
  expect(palette.colours).toEqual([
    [255, 0, 0],
    [0, 0, 255],
  ]);
  expect(palette.findNearest(250, 10, 5)).toBe(0);
  expect(palette.findNearest(10, 10, 200)).toBe(1);
});

test("only the changed area is written", () => {
  const before = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const now = Uint8Array.from([0, 0, 0, 0, 1, 2, 0, 0, 0]);
  expect(findChangedArea(null, now, 3)).toMatchObject({ left: 0, top: 0, width: 3, height: 3 });
  const area = findChangedArea(before, now, 3);
  expect(area).toMatchObject({ left: 1, top: 1, width: 2, height: 1 });
  expect([...area.indexes]).toEqual([1, 2]);
  expect(findChangedArea(now, now, 3)).toMatchObject({ width: 1, height: 1 });
});

test("a GIF of two images is valid and deterministic", () => {
  const red = createImage([
    [255, 0, 0],
    [255, 0, 0],
  ]);
  const blue = createImage(
    [
      [255, 0, 0],
      [0, 0, 255],
    ],
    300,
  );
  const bytes = encodeGif(2, 1, [red, blue]);
  expect(new TextDecoder("latin1").decode(bytes.slice(0, 6))).toBe("GIF89a");
  expect([...bytes.slice(6, 10)]).toEqual([2, 0, 1, 0]);
  expect(bytes.at(-1)).toBe(0x3b);
  const last = bytes.lastIndexOf(0xf9);
  expect([...bytes.slice(last + 3, last + 5)]).toEqual([300 & 255, 300 >> 8]);
  expect(encodeGif(2, 1, [red, blue])).toEqual(bytes);
});
