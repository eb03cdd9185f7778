// Which page an address means.

export type Route =
  | { page: "front" }
  | { page: "new"; game: string; like: string } // with options: vier3d(players=3); as at a table
  | { page: "table"; id: string; watch: boolean }
  | { page: "join"; id: string; seat: number | null; invite: string | null }
  | { page: "learn"; game: string } // likewise
  | { page: "puzzles" }
  | { page: "puzzle"; game: string; puzzle: string | null } // by its id; "day": that of today
  | { page: "lobby" }
  | { page: "games" }
  | { page: "replay"; id: string; fragment: string } // id "": the fragment carries the game
  | { page: "openings"; game: string }
  | { page: "analysis"; game: string } // likewise; the fragment says of which position
  | { page: "lost" };

/** The secret of an invitation stands in the fragment, which browsers never send to a server. */
export function routeOf(path: string, fragment = ""): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined) return { page: "front" };
  if (first === "replay" && parts.length === 1) return { page: "replay", id: "", fragment };
  if (first === "openings" && parts.length === 1) return { page: "openings", game: "" };
  if (parts.length === 1 && isAlone(first)) return { page: first };
  if (second === undefined || parts.length > 2) return { page: "lost" };
  switch (first) {
    case "puzzles":
      return { page: "puzzle", game: second, puzzle: fragment.replace("#", "") || null };
    case "new":
      return { page: "new", game: unescaped(second), like: fragment.replace("#", "") };
    case "learn":
      return { page: "learn", game: unescaped(second) };
    case "table":
      return { page: "table", id: second, watch: false };
    case "watch":
      return { page: "table", id: second, watch: true };
    case "game":
      return { page: "replay", id: second, fragment };
    case "analysis":
      return { page: "analysis", game: unescaped(second) };
    case "openings":
      return { page: "openings", game: unescaped(second) };
    case "join":
      return { page: "join", id: second, ...invitation(fragment) };
    default:
      return { page: "lost" };
  }
}

/** The id of a game may have brackets and commas, which addresses write otherwise. */
function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part; // somebody has cut the address
    throw error;
  }
}

/** A page that is about nothing in particular. */
function isAlone(name: string): name is "lobby" | "games" | "puzzles" {
  return ["lobby", "games", "puzzles"].includes(name);
}

function invitation(fragment: string): { seat: number | null; invite: string | null } {
  const match = /^#?(\d)(?:\.(.+))?$/.exec(fragment);
  return { seat: match ? Number(match[1]) : null, invite: match?.[2] ?? null };
}

/** Where the puzzles of a game are solved; one of them by its id, or that of the day. */
export function puzzlePath(game: string, puzzle = ""): string {
  return `/puzzles/${game}${puzzle && `#${puzzle}`}`;
}

export function joinPath(id: string, seat: number, invite?: string): string {
  return `/join/${id}#${seat}${invite === undefined ? "" : `.${invite}`}`;
}

/** Where a game is set up with these options, `vier3d(players=3)`, and all else as at a table. */
export function setUpPath(game: string, like = ""): string {
  return `/new/${encodeURI(game)}${like && `#${like}`}`;
}

/** Where it is taught. */
export function learnPath(game: string): string {
  return `/learn/${encodeURI(game)}`;
}
