// Compressed texts, for storage and for links; files for the user to save.
/** A text as bytes, compress where the browser can do that. */
export async function compress(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const plain = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return plain;
  return readAll(new Blob([plain]).stream().pipeThrough(new CompressionStream("gzip")));
}

/** The text again; a `RangeError` where it has more bytes than that. */
export async function decompress(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes = Infinity,
): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // as gzip begins, and JSON never does
  const stream = new Blob([bytes]).stream();
  const plain = isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
  return new TextDecoder().decode(await readAll(plain, maxBytes));
}

/** The text in a link; null where it was cut, is no text, or has more bytes than that. */
export async function decompressFromLink(
  letters: string,
  maxBytes: number,
): Promise<string | null> {
  try {
    return await decompress(fromBase64Url(letters), maxBytes);
  } catch {
    return null; // letters that mean no bytes, bytes that cannot be decompress, or too many
  }
}

/** Bytes in letters that addresses leave as they are. */
export function toBase64Url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

/** All bytes of a stream.  A few compress bytes may stand for millions: it stops at too many. */
async function readAll(
  stream: ReadableStream<Uint8Array>,
  maxBytes = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RangeError(`more than ${maxBytes} bytes`);
    }
    parts.push(new Uint8Array(part.value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Files that the page makes, for the user to save.

/** Offer something for download; a link of the page does that everywhere. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // browsers may begin late
}

export const textFile = (text: string): Blob =>
  new Blob([text], { type: "text/plain;charset=utf-8" });

export const jsonFile = (text: string): Blob => new Blob([text], { type: "application/json" });
