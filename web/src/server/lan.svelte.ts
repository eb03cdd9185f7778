// Access from the local network: whether other devices can reach a server on this machine.
import { RequestRefused, changeLan, fetchLan } from "./api";
import type { LanAccess } from "../protocol";

/** Whether a host name means this machine: links with it do not work on other devices. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** Return the origin for links to share: that of the page, or the server's in the local network. */
export function getShareOrigin(
  here: { hostname: string; origin: string },
  lanUrl: string | null,
): string {
  return isLoopback(here.hostname) && lanUrl ? new URL(lanUrl).origin : here.origin;
}

let lanAnswer = $state.raw<LanAccess | null>(null);
let isRequested = false;

export const isOnLoopback = (): boolean => isLoopback(location.hostname);

export function getLan(): LanAccess | null {
  if (!isRequested && isOnLoopback()) {
    isRequested = true;
    fetchLan().then(
      (answer) => (lanAnswer = answer),
      (error: unknown) => {
        if (!(error instanceof RequestRefused)) isRequested = false; // unreachable: try again later
      },
    );
  }
  return lanAnswer;
}

export async function setLanOpen(open: boolean): Promise<void> {
  lanAnswer = await changeLan(open);
}

/** Whether links can be opened on other devices. */
export function canShareLinks(): boolean {
  return !isOnLoopback() || !!getLan()?.url;
}

/** Return the origin for links to share. */
export function shareOrigin(): string {
  return getShareOrigin(location, getLan()?.url ?? null);
}
