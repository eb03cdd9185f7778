// What keys do at a table, wherever the focus is, and touches of its board while turns are shown.
import { isMeantElsewhere, isOn, Leafing } from "../browser/leafing";
import { isZen, setZen } from "../browser/zen.svelte";
import { type Advice, CLUE } from "./advice.svelte";
import type { Table } from "./table.svelte";

/** What else the page can do. */
export interface PageActions {
  turnBoard(clockwise: boolean): void;
  stopDrawing(): boolean; // tells whether there was anything to stop
}

export class TableKeys {
  private leafing = new Leafing({
    leaf: (event) => this.leaf(event),
    leafsOnBoard: () => this.table.isOver,
    turnBoard: (clockwise) => this.page.turnBoard(clockwise),
  });

  constructor(
    private table: Table,
    private advice: Advice,
    private page: PageActions,
  ) {}

  /** Before the board hears of a key.  A finished game is leafed through even by who has clicked on
   * its board; who has come there by Tab goes from cell to cell. */
  readonly first = (event: KeyboardEvent): void => {
    this.confirm(event);
    this.leafing.first(event);
  };

  readonly pressed = (event: KeyboardEvent): void => {
    if (isMeantElsewhere(event)) return;
    if (event.key === "Escape") return this.escape();
    if (event.key.toLowerCase() === "z") return setZen(!isZen());
    if (event.key.toLowerCase() === "h" && this.advice.canHint) return this.advice.ask(CLUE);
    this.leafing.then(event);
  };

  /** Who touches the board while turns are being shown has seen enough of them. */
  readonly touched = (event: PointerEvent): void => {
    this.leafing.touched();
    if (isOn(event, "[data-board]") && this.table.telling) this.table.skip();
  };

  private escape(): void {
    if (this.table.draft) this.table.takeBack();
    else if (!this.page.stopDrawing() && isZen()) setZen(false);
  }

  /** Enter on the board says yes to the turn just made; the board itself has nothing to do then. */
  private confirm(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.repeat || !this.table.draft?.complete) return;
    if (!isOn(event, "[data-board] svg")) return;
    event.preventDefault();
    event.stopPropagation();
    this.table.confirm();
  }

  private leaf(event: KeyboardEvent): void {
    const at = this.table.cursor ?? this.table.state?.actions ?? 0;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    void this.table.browse(to);
  }
}
