// Texts made small, to keep many of them or to carry one in a link.

/** A text as bytes, packed where the browser can do that. */
export async function packed(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const plain = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return plain;
  return through(plain, new CompressionStream("gzip"));
}

export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // as gzip begins, and JSON never does
  const plain = isPacked ? await through(bytes, new DecompressionStream("gzip")) : bytes;
  return new TextDecoder().decode(plain);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
