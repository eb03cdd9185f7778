// Pictures of the hall, which are SVG, as pixels.  The browser draws them; nothing leaves it.

/** An SVG on a canvas of its own size. */
export async function drawn(svg: string): Promise<CanvasRenderingContext2D> {
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

export async function pngOf(svg: string): Promise<Blob> {
  const { canvas } = await drawn(svg);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("this browser makes no PNG");
  return blob;
}
