// The page that is shown, by the address in the browser.
import { tick } from "svelte";
import { routeOf, type Route } from "./route";

let route: Route = $state(here());

function here(): Route {
  if (typeof location === "undefined") return { page: "front" };
  return routeOf(location.pathname, location.hash);
}

export function currentRoute(): Route {
  return route;
}

export function go(path: string, how: "push" | "replace" = "push"): void {
  history[how === "push" ? "pushState" : "replaceState"](null, "", path);
  void arrive();
}

/** The page stays where it is, and has another address. */
export function readdress(path: string): void {
  history.replaceState(null, "", path);
  route = here();
}

/** Keyboards and screen readers start anew at the heading of the new page. */
async function arrive(): Promise<void> {
  route = here();
  await tick();
  scrollTo(0, 0);
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname === location.pathname && url.hash) return; // within the page
  event.preventDefault();
  go(url.pathname + url.hash);
}

/** Links within the hall change the page without loading it again. */
export function followLinks(): void {
  addEventListener("popstate", () => void arrive());
  document.addEventListener("click", follow);
}
