// Keys of pages that show a game.  Outside the board, arrow keys browse the game.  On the board, they
// move from cell to cell after Tab, and browse after a click or touch.

interface BrowseKeysOptions {
  browse?(event: KeyboardEvent): void; // handles the key and prevents the default action
  browsesOnBoard?(): boolean; // whether keys browse on the board after a click; by default always
  rotateBoard?(clockwise: boolean): void;
}

export class BrowseKeys {
  private usedPointer = false; // since the last Tab

  constructor(private options: BrowseKeysOptions) {}

  /** Handle a pointer that goes down anywhere on the page. */
  readonly onPointerDown = (): void => {
    this.usedPointer = true;
  };

  /** Handle a key before the board does. */
  readonly onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key === "Tab") this.usedPointer = false;
    if (!this.usedPointer || !isInside(event, "[data-board]") || isHandledElsewhere(event)) return;
    if (this.options.browsesOnBoard?.() === false) return;
    this.options.browse?.(event);
    if (event.defaultPrevented) event.stopPropagation();
  };

  /** Handle a key that the board has not handled. */
  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (isHandledElsewhere(event)) return;
    if (this.options.rotateBoard && event.key.toLowerCase() === "b")
      this.options.rotateBoard(!event.shiftKey);
    else if (!isInside(event, "[data-board]")) this.options.browse?.(event);
  };
}

/** Whether a key is handled already, or belongs to a form field or a dialog. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  return isInside(event, "input, select, textarea, dialog");
}

/** Whether the target of an event lies in an element. */
export function isInside({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
