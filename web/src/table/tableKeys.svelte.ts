// Keys and touches on the page of a table, wherever the focus is, and zen mode.
import { w } from "../words";
import { announce } from "../browser/notices.svelte";
import { writeItem, readItem } from "../browser/storage";
import { BrowseKeys, isHandledElsewhere, isInside } from "../browser/browseKeys";
import { type Advice, CLUE_STAGE } from "./advice.svelte";
import type { Table } from "./table.svelte";

// Zen mode: only the board and the players are shown, until the tab is closed

let isZenOn = $state(readItem("zen", false, "tab"));

export function isZen(): boolean {
  return isZenOn;
}

export function setZen(isOn: boolean): void {
  isZenOn = isOn;
  writeItem("zen", isOn || null, "tab");
  announce(isOn ? w().zenBegins : w().zenEnds);
}

/** Apply zen mode to the document; an effect for pages that support it. */
export function applyZen(): () => void {
  const root = document.documentElement;
  root.toggleAttribute("data-zen", isZenOn);
  return () => root.removeAttribute("data-zen");
}

// Keys and touches

/** What keys can do on the page of a table. */
export interface PageActions {
  rotateBoard(clockwise: boolean): void;
  stopDrawing(): boolean; // returns whether drawing was on
}

export class TableKeys {
  private browseKeys = new BrowseKeys({
    browse: (event) => this.browse(event),
    browsesOnBoard: () => this.table.isOver,
    rotateBoard: (clockwise) => this.page.rotateBoard(clockwise),
  });

  constructor(
    private table: Table,
    private advice: Advice,
    private page: PageActions,
  ) {}

  /** Handle a key before the board does.  On the board of a finished game, arrow keys browse after a
   * click, and move from cell to cell after Tab. */
  readonly onKeyDownCapture = (event: KeyboardEvent): void => {
    this.confirm(event);
    this.browseKeys.onKeyDownCapture(event);
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (isHandledElsewhere(event)) return;
    if (event.key === "Escape") return this.onEscape();
    if (event.key.toLowerCase() === "z") return setZen(!isZen());
    if (event.key.toLowerCase() === "h" && this.advice.canRequestHint)
      return this.advice.requestHint(CLUE_STAGE);
    this.browseKeys.onKeyDown(event);
  };

  /** Skip the playback of turns when the board is touched. */
  readonly onPointerDown = (event: PointerEvent): void => {
    this.browseKeys.onPointerDown();
    if (isInside(event, "[data-board]") && this.table.isPlayingBack) this.table.skipPlayback();
  };

  private onEscape(): void {
    if (this.table.draft) this.table.takeBack();
    else if (!this.page.stopDrawing() && isZen()) setZen(false);
  }

  /** Confirm a complete turn by Enter on the board. */
  private confirm(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.repeat || !this.table.draft?.complete) return;
    if (!isInside(event, "[data-board] svg")) return;
    event.preventDefault();
    event.stopPropagation();
    this.table.confirm();
  }

  private browse(event: KeyboardEvent): void {
    const at = this.table.cursor ?? this.table.state?.actions ?? 0;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    void this.table.browse(to);
  }
}
