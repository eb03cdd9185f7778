// Names by which a machine calls itself: a link that begins with one leads nowhere else.

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** What links for others begin with: here, or where others in the network find the same hall. */
export function originFor(
  here: { hostname: string; origin: string },
  found: string | null,
): string {
  return isLoopback(here.hostname) && found ? new URL(found).origin : here.origin;
}
