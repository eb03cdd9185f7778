// What a screen reader says without being asked.

let text = $state("");

export function announcement(): string {
  return text;
}

/** The same words twice are said twice: a space makes them differ. */
export function announce(words: string): void {
  text = words === text ? `${words} ` : words;
}
