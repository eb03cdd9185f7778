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
