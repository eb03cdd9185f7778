// Addresses of the analysis board: the whole position, and the line to it, stand in the fragment,
// which browsers never send to a server.

export interface Studied {
  position: string | null; // where the line begins; null: the start of the game
  line: string[];
  at: number; // how far along the line one looks
}

/** `/analysis/vier3d#at=2&line=a1,b2,c3` */
export function analysisPath(game: string, studied: Partial<Studied> = {}): string {
  const { position = null, line = [], at = line.length } = studied;
  const parts = new URLSearchParams();
  if (position !== null) parts.set("position", position);
  if (line.length) parts.set("line", line.join(","));
  if (line.length && at !== line.length) parts.set("at", String(at));
  const fragment = parts.toString();
  return `/analysis/${encodeURIComponent(game)}${fragment ? `#${fragment}` : ""}`;
}

export function studiedIn(fragment: string): Studied {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const line = (parts.get("line") ?? "").split(",").filter(Boolean);
  const at = Number(parts.get("at") ?? line.length);
  const isWithin = Number.isInteger(at) && at >= 0 && at <= line.length;
  return { position: parts.get("position"), line, at: isWithin ? at : line.length };
}
