// How the page shows in the browser's bar of tabs.

/** "Your turn – TZAAR – Steinreich" */
export function titleOf(...parts: (string | null | undefined)[]): string {
  return [...parts.filter(Boolean), "Steinreich"].join(" – ");
}

/** The icon of the page bears a mark while somebody waits for the user. */
export function markTab(marked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = marked ? "/icon-turn.svg" : "/icon.svg";
}
