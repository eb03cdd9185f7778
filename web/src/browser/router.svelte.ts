// Client-side routing: addresses, the page that is shown, and its title.
import { tick } from "svelte";

// Routes

export type Route =
  | { page: "front" }
  | { page: "new"; game: string; template: string } // game: an id with options; template: the table whose settings are copied, or ""
  | { page: "table"; id: string; watch: boolean }
  | { page: "join"; id: string; seat: number | null; invite: string | null }
  | { page: "learn"; game: string } // an id with options
  | { page: "puzzles" }
  | { page: "puzzle"; game: string; puzzle: string | null } // puzzle: an id; "day": the puzzle of the day
  | { page: "lobby" }
  | { page: "games" }
  | { page: "replay"; id: string; fragment: string } // id "": the fragment carries the game
  | { page: "openings"; game: string }
  | { page: "analysis"; game: string } // an id with options; the fragment names the position
  | { page: "not found" };

/** Return the route of an address.  The secret of an invitation is in the fragment, which browsers do
 * not send to servers. */
export function parseRoute(path: string, fragment = ""): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined) return { page: "front" };
  if (first === "replay" && parts.length === 1) return { page: "replay", id: "", fragment };
  if (first === "openings" && parts.length === 1) return { page: "openings", game: "" };
  if (parts.length === 1 && isPlainPage(first)) return { page: first };
  if (second === undefined || parts.length > 2) return { page: "not found" };
  switch (first) {
    case "puzzles":
      return { page: "puzzle", game: second, puzzle: fragment.replace("#", "") || null };
    case "new":
      return { page: "new", game: decodePart(second), template: fragment.replace("#", "") };
    case "learn":
      return { page: "learn", game: decodePart(second) };
    case "table":
      return { page: "table", id: second, watch: false };
    case "watch":
      return { page: "table", id: second, watch: true };
    case "game":
      return { page: "replay", id: second, fragment };
    case "analysis":
      return { page: "analysis", game: decodePart(second) };
    case "openings":
      return { page: "openings", game: decodePart(second) };
    case "join":
      return { page: "join", id: second, ...parseInvitation(fragment) };
    default:
      return { page: "not found" };
  }
}

/** Decode a part of a path: ids of games may have brackets and commas. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part; // the address has been truncated
    throw error;
  }
}

/** Whether a page has no id in its address. */
function isPlainPage(name: string): name is "lobby" | "games" | "puzzles" {
  return ["lobby", "games", "puzzles"].includes(name);
}

/** Parse the fragment of an invitation: `#1.secret`, or `#1` for a table of the lobby. */
function parseInvitation(fragment: string): { seat: number | null; invite: string | null } {
  const match = /^#?(\d)(?:\.(.+))?$/.exec(fragment);
  return { seat: match ? Number(match[1]) : null, invite: match?.[2] ?? null };
}

/** Return the path of the puzzles of a game or, if `puzzle` is an id or "day", of one of them. */
export function puzzlePath(game: string, puzzle = ""): string {
  return `/puzzles/${game}${puzzle && `#${puzzle}`}`;
}

export function joinPath(id: string, seat: number, invite?: string): string {
  return `/join/${id}#${seat}${invite === undefined ? "" : `.${invite}`}`;
}

/** Return the path of the form for a new game; `template` is a table whose settings are copied. */
export function setUpPath(game: string, template = ""): string {
  return `/new/${encodeURI(game)}${template && `#${template}`}`;
}

/** Return the path of the lesson of a game. */
export function learnPath(game: string): string {
  return `/learn/${encodeURI(game)}`;
}

// Addresses of the analysis board: the position and a line from it are in the fragment, which browsers
// do not send to servers.

export interface AnalysisAddress {
  position: string | null; // the position string where the line begins; null: the start of the game
  line: string[];
  at: number; // number of actions of the line before the position shown
}

/** Return a path such as `/analysis/vier3d#line=a1,b2,c3&at=2`. */
export function analysisPath(game: string, address: Partial<AnalysisAddress> = {}): string {
  const { position = null, line = [], at = line.length } = address;
  const parts = new URLSearchParams();
  if (position !== null) parts.set("position", position);
  if (line.length) parts.set("line", line.join(","));
  if (line.length && at !== line.length) parts.set("at", String(at));
  const fragment = parts.toString();
  return `/analysis/${encodeURIComponent(game)}${fragment ? `#${fragment}` : ""}`;
}

export function parseAnalysisFragment(fragment: string): AnalysisAddress {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const line = (parts.get("line") ?? "").split(",").filter(Boolean);
  const at = Number(parts.get("at") ?? line.length);
  const isOnLine = Number.isInteger(at) && at >= 0 && at <= line.length;
  return { position: parts.get("position"), line, at: isOnLine ? at : line.length };
}

// Title and icon of the tab

/** Return a title such as "Your turn – TZAAR – Steinreich". */
export function pageTitle(...parts: (string | null | undefined)[]): string {
  return [...parts.filter(Boolean), "Steinreich"].join(" – ");
}

/** Mark the icon of the tab while it is the turn of the user. */
export function setTurnIcon(isOwnTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = isOwnTurn ? "/icon-turn.svg" : "/icon.svg";
}

// The page that is shown

let route: Route = $state(parseCurrentAddress());

function parseCurrentAddress(): Route {
  if (typeof location === "undefined") return { page: "front" };
  return parseRoute(location.pathname, location.hash);
}

export function getRoute(): Route {
  return route;
}

/** Show another page of the site. */
export function navigate(path: string, mode: "push" | "replace" = "push"): void {
  history[mode === "push" ? "pushState" : "replaceState"](null, "", path);
  void showRoute();
}

/** Change the address without scrolling or moving the focus. */
export function replaceAddress(path: string): void {
  history.replaceState(null, "", path);
  route = parseCurrentAddress();
}

/** Show the page of the current address from its top, where the keyboard focus starts. */
async function showRoute(): Promise<void> {
  route = parseCurrentAddress();
  await tick();
  scrollTo(0, 0);
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

function onLinkClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname === location.pathname && url.hash) return; // within the page
  event.preventDefault();
  navigate(url.pathname + url.hash);
}

/** Make links within the site change the route without reloading the document. */
export function interceptLinks(): void {
  addEventListener("popstate", () => void showRoute());
  document.addEventListener("click", onLinkClick);
}
