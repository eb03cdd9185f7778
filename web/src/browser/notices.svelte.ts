// Notices for the user: announcements by screen readers, on the page, and as notifications.
import { untrack } from "svelte";
import type { TableEvent } from "../table/changes";
import { seatName, w } from "../words";
import type { OfferKind, TableState } from "../protocol";

// Announcements by screen readers

const MAX_ANNOUNCEMENTS = 3; // so that an announcement does not replace one just before it

export interface Announcement {
  id: number;
  words: string;
}

let current = $state.raw<Announcement[]>([]);
let lastId = 0;

export function getAnnouncements(): readonly Announcement[] {
  return current;
}

export function announce(words: string): void {
  // Untracked: an effect that announces must not run again for it.
  current = [...untrack(() => current), { id: ++lastId, words }].slice(-MAX_ANNOUNCEMENTS);
}

// The latest event that is not seen on the board, shown for a while.
const NOTICE_MS = 8000; // while the page is visible

let text = $state("");
let timer: ReturnType<typeof setTimeout> | undefined;

export function getNotice(): string {
  return text;
}

export function showNotice(words: string): void {
  text = words;
  hideNoticeLater();
}

export function hideNotice(): void {
  clearTimeout(timer);
  text = "";
}

/** Hide the notice after a while in which the page is visible. */
export function hideNoticeLater(): void {
  clearTimeout(timer);
  if (text && !document.hidden) timer = setTimeout(hideNotice, NOTICE_MS);
}

// Notifications by the browser, "your turn", while the page is hidden and if the user wants them

/** Whether this browser can show notifications; pages of other machines need https for it. */
export const canNotify = (): boolean => "Notification" in globalThis && isSecureContext;

/** Ask the user for permission; browsers allow this on a click only. */
export async function requestNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Show a notification, which replaces an older one for the same table; return how to close it. */
export function notify(title: string, body: string, table: string): (() => void) | null {
  if (!canNotify() || Notification.permission !== "granted") return null;
  try {
    const notification = new Notification(title, { body, tag: table, icon: "/icon-192.png" });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    return () => notification.close();
  } catch (error) {
    if (error instanceof TypeError) return null; // phones notify from service workers only
    throw error;
  }
}

// Texts of notices.  Pure.

/** Return a sentence about an event for the owner of these seats (as they are after the event), or
 * null. */
export function getNoticeText(
  before: TableState,
  event: TableEvent,
  ownSeats: readonly number[],
): string | null {
  const { state, seat } = event;
  const own = seat !== null && ownSeats.includes(seat);
  switch (event.kind) {
    case "joined":
      return [joinText(event, ownSeats), lotText(before, state, ownSeats)]
        .filter(Boolean)
        .join(" ");
    case "undone":
      return w().undone;
    case "declined":
      return own ? null : declineText(before, state, seat);
    case "offered":
      return own || !before.offers.undo || !state.offers.undo
        ? null
        : w().agrees(getName(state, seat));
    default:
      return null;
  }
}

function joinText({ state, seat }: TableEvent, ownSeats: readonly number[]): string {
  const now = state.order.indexOf(seat ?? -1); // drawing lots may have moved the player
  return ownSeats.includes(now) ? "" : w().hasJoined(getName(state, now));
}

/** Return which sides were drawn, or an empty text where the titles of the seats have not changed. */
function lotText(before: TableState, after: TableState, ownSeats: readonly number[]): string {
  const oldTitles = before.seats.map((seat) => seat.title);
  const newTitles = after.seats.map((seat) => seat.title);
  if (newTitles.every((title, i) => title === oldTitles[i])) return "";
  return drawnSidesText(after, ownSeats);
}

export function drawnSidesText(state: TableState, ownSeats: readonly number[]): string {
  return sidesText(w().lotDecided, state, ownSeats);
}

/** Return the sides of all players, after the reason. */
export function sidesText(why: string, state: TableState, ownSeats: readonly number[]): string {
  const [own] = ownSeats.length === 1 ? ownSeats : [];
  const others = state.seats.flatMap((seat, i) => {
    const [called, title] = [seatName(seat), seat.title];
    return i === own || called === title ? [] : [w().plays(called, title)];
  });
  const title = own === undefined ? undefined : state.seats[own]?.title;
  const parts = title ? [w().youPlay(title), ...others] : others;
  return parts.length ? `${why} ${parts.join(", ")}.` : "";
}

/** Return the text for a declined offer, which its owner withdraws and others decline. */
function declineText(before: TableState, after: TableState, seat: number | null): string | null {
  const [what] = (["undo", "draw", "rematch"] as const).filter(
    (one) => getOfferingSeats(before, one).length > getOfferingSeats(after, one).length,
  );
  if (what === undefined) return null;
  const withdrawn = seat !== null && getOfferingSeats(before, what).includes(seat);
  const text = withdrawn ? w().withdraws : w().declines;
  return text[what](getName(before, seat));
}

function getOfferingSeats({ offers }: TableState, what: OfferKind): number[] {
  return what === "undo" ? (offers.undo ? [offers.undo.seat] : []) : offers[what];
}

function getName(state: TableState, seat: number | null): string {
  const one = seat === null ? undefined : state.seats[seat];
  return one ? seatName(one) : "";
}
