// Links to a moment of a game.  A game of the hall is named by its id; a record that no hall keeps
// travels in the link itself, behind the #, which browsers never send to a server.
import { inLink, packed, unpackedLink } from "../own/packing";

const MAX_RECORD_BYTES = 240_000; // the server reads no longer ones

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

/** The record in a link; null where it was cut, is none, or is too large. */
export async function recordIn(link: string): Promise<string | null> {
  return (await unpackedLink(link, MAX_RECORD_BYTES)) || null;
}
