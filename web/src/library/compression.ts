// Compressed texts for storage and for links, and files for download.

/** Compress a text by gzip, or only encode it as UTF-8 if the browser has no gzip. */
export async function compress(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const plain = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return plain;
  return readAll(new Blob([plain]).stream().pipeThrough(new CompressionStream("gzip")));
}

/** Decompress a text; throw `RangeError` if it has more than `maxBytes` bytes. */
export async function decompress(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes = Infinity,
): Promise<string> {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b; // gzip magic number; no JSON starts like this
  const stream = new Blob([bytes]).stream();
  const plain = isCompressed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
  return new TextDecoder().decode(await readAll(plain, maxBytes));
}

/** Return the text in a link; null if it is truncated, invalid, or longer than `maxBytes`. */
export async function decompressFromLink(base64: string, maxBytes: number): Promise<string | null> {
  try {
    return await decompress(fromBase64Url(base64), maxBytes);
  } catch {
    return null; // invalid base64 or gzip, or too many bytes
  }
}

/** Encode bytes as base64url, which needs no escaping in addresses. */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Read a stream; throw `RangeError` after `maxBytes`, as few compressed bytes may expand to millions. */
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

// Files for download

/** Offer a file for download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // browsers may start the download late
}

export const textFile = (text: string): Blob =>
  new Blob([text], { type: "text/plain;charset=utf-8" });

export const jsonFile = (text: string): Blob => new Blob([text], { type: "application/json" });
