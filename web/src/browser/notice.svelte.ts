// The last thing that happened beside the board, shown for a while.
const WHILE = 8000; // milliseconds that somebody looks at the page

let text = $state("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function currentNotice(): string {
  return text;
}

export function showNotice(words: string): void {
  text = words;
  waitForEyes();
}

export function dropNotice(): void {
  clearTimeout(timer);
  text = "";
}

/** Who looks elsewhere finds it on coming back. */
export function waitForEyes(): void {
  clearTimeout(timer);
  if (text && !document.hidden) timer = setTimeout(dropNotice, WHILE);
}
