// Keys of pages that show a game.  Off its board, keys leaf through it.  On the board, arrow keys go
// from cell to cell for who has come there by Tab; who has come there with a pointer leafs.

interface Page {
  leaf?(event: KeyboardEvent): void; // does what the key means, and prevents the browser's own answer
  leafsOnBoard?(): boolean; // whether who uses a pointer leafs on the board, too; left out: always
  turnBoard?(clockwise: boolean): void;
}

export class Leafing {
  private pointed = false; // the user touched the page with a pointer last, and not by Tab

  constructor(private page: Page) {}

  /** A pointer comes down anywhere. */
  readonly touched = (): void => {
    this.pointed = true;
  };

  /** Before the board hears of a key. */
  readonly first = (event: KeyboardEvent): void => {
    if (event.key === "Tab") this.pointed = false;
    if (!this.pointed || !isOn(event, "[data-board]") || isMeantElsewhere(event)) return;
    if (this.page.leafsOnBoard?.() === false) return;
    this.page.leaf?.(event);
    if (event.defaultPrevented) event.stopPropagation();
  };

  /** After the board has heard of it. */
  readonly then = (event: KeyboardEvent): void => {
    if (isMeantElsewhere(event)) return;
    if (this.page.turnBoard && event.key.toLowerCase() === "b")
      this.page.turnBoard(!event.shiftKey);
    else if (!isOn(event, "[data-board]")) this.page.leaf?.(event);
  };
}

/** Somebody has answered it, or the user types or chooses something. */
export function isMeantElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  return isOn(event, "input, select, textarea, dialog");
}

/** Whether something happened on a part of the page. */
export function isOn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
