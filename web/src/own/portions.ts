// Long texts of records in portions that the hall reads at once.

export const LARGEST = 20_000; // letters: the hall answers soon, and progress is seen

const BETWEEN_GAMES = /\n[ \t]*\n(?=[ \t]*(?:\[|\(\s*;))/; // before the headers of the next game

/** A text of several records, cut between games where it is too long. */
export function portions(text: string, largest = LARGEST): string[] {
  if (text.length <= largest) return [text];
  const listed = jsonList(text);
  const parts = listed
    ? listed.map((one) => JSON.stringify(one))
    : text.replaceAll("\r\n", "\n").split(BETWEEN_GAMES);
  const found: string[][] = [];
  let size = Infinity;
  for (const part of parts) {
    if (size + part.length > largest) {
      found.push([]);
      size = 0;
    }
    found.at(-1)?.push(part);
    size += part.length + 2;
  }
  return found.map((some) => (listed ? `[${some.join(",")}]` : some.join("\n\n")));
}

function jsonList(text: string): unknown[] | null {
  if (!/^\ufeff?\s*\[\s*\{/.test(text)) return null;
  try {
    const data: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return Array.isArray(data) ? data : null;
  } catch {
    return null; // the hall will say where it is wrong
  }
}
