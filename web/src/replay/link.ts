// Links to a moment of a game.  A game of the hall is named by its id; a record that no hall keeps
// travels in the link itself, behind the #, which browsers never send to a server.
import { packed, unpacked } from "../own/packing";

export interface Fragment {
  at: number | null; // after so many actions; null: at the end
  record: string; // packed; "" where the address names the game
}

/** `#12`, `#12.H4sI…` or nothing. */
export function fragmentOf(fragment: string): Fragment {
  const match = /^#?(\d{0,5})(?:\.([\w-]*))?$/.exec(fragment);
  return { at: match?.[1] ? Number(match[1]) : null, record: match?.[2] ?? "" };
}

export const pathOfTable = (id: string, at: number): string => `/game/${id}#${at}`;

export async function pathOfRecord(text: string, at: number): Promise<string> {
  return `/replay#${at}.${inLink(await packed(text))}`;
}

/** The record in a link; null where it was cut or is none. */
export async function recordIn(link: string): Promise<string | null> {
  try {
    return (await unpacked(fromLink(link))) || null;
  } catch {
    return null; // letters that mean no bytes, or bytes that cannot be unpacked
  }
}

/** Bytes in letters that addresses leave as they are. */
function inLink(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromLink(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}
