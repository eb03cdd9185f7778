// Notices for the user: announcements by screen readers, on the page, and as notifications.
import { untrack } from "svelte";
import type { TableEvent } from "../table/changes";
import { seatName, w } from "../words";
import type { OfferKind, TableState } from "../protocol";

// Announcements by screen readers

const MAX_ANNOUNCEMENTS = 3; // several, so that an announcement does not replace the one before

export interface Announcement {
  id: number;
  text: string;
}

let announcements = $state.raw<Announcement[]>([]);
let lastId = 0;

export function getAnnouncements(): readonly Announcement[] {
  return announcements;
}

export function announce(text: string): void {
  // Untracked: an effect that announces something must not depend on the list.
  announcements = [...untrack(() => announcements), { id: ++lastId, text }].slice(
    -MAX_ANNOUNCEMENTS,
  );
}

// A notice on the page about the latest event that the board does not show

const NOTICE_MS = 8000; // while the page is visible

let notice = $state("");
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

export function getNotice(): string {
  return notice;
}

export function showNotice(text: string): void {
  notice = text;
  hideNoticeLater();
}

export function hideNotice(): void {
  clearTimeout(noticeTimer);
  notice = "";
}

/** Hide the notice after some seconds, unless the page is hidden. */
export function hideNoticeLater(): void {
  clearTimeout(noticeTimer);
  if (notice && !document.hidden) noticeTimer = setTimeout(hideNotice, NOTICE_MS);
}

// Notifications of the browser, such as "Your turn"

/** Whether this browser can show notifications; except on localhost, that needs HTTPS. */
export const canNotify = (): boolean => "Notification" in globalThis && isSecureContext;

/** Ask the user for permission; browsers allow this on a click only. */
export async function requestNotifications(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Show a notification instead of an older one for the same table; return a function that closes it, or
 * null. */
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
    if (error instanceof TypeError) return null; // on phones, only service workers can show notifications
    throw error;
  }
}

// Texts of notices.  Pure.

/** Return a sentence about an event for the owner of certain seats, or null; `ownSeats` are their indices
 * after the event. */
export function getNoticeText(
  before: TableState,
  event: TableEvent,
  ownSeats: readonly number[],
): string | null {
  const { state, seat } = event;
  const isOwn = seat !== null && ownSeats.includes(seat);
  switch (event.kind) {
    case "joined":
      return [joinText(event, ownSeats), changedSidesText(before, state, ownSeats)]
        .filter(Boolean)
        .join(" ");
    case "undone":
      return w().undone;
    case "declined":
      return isOwn ? null : declineText(before, state, seat);
    case "offered":
      return isOwn || !before.offers.undo || !state.offers.undo
        ? null
        : w().agrees(getName(state, seat));
    default:
      return null;
  }
}

function joinText({ state, seat }: TableEvent, ownSeats: readonly number[]): string {
  const newSeat = state.order.indexOf(seat ?? -1); // drawing lots may have moved the player
  return ownSeats.includes(newSeat) ? "" : w().hasJoined(getName(state, newSeat));
}

/** Return which sides were drawn by lot, or an empty text if the titles of the seats are unchanged. */
function changedSidesText(
  before: TableState,
  after: TableState,
  ownSeats: readonly number[],
): string {
  const oldTitles = before.seats.map((seat) => seat.title);
  const newTitles = after.seats.map((seat) => seat.title);
  if (newTitles.every((title, i) => title === oldTitles[i])) return "";
  return drawnSidesText(after, ownSeats);
}

export function drawnSidesText(state: TableState, ownSeats: readonly number[]): string {
  return sidesText(w().sidesDrawn, state, ownSeats);
}

/** Return the sides of all players, after an introduction: "Sides have changed: you are Black." */
export function sidesText(
  introduction: string,
  state: TableState,
  ownSeats: readonly number[],
): string {
  const [own] = ownSeats.length === 1 ? ownSeats : [];
  const others = state.seats.flatMap((seat, i) => {
    const [name, title] = [seatName(seat), seat.title];
    return i === own || name === title ? [] : [w().plays(name, title)];
  });
  const title = own === undefined ? undefined : state.seats[own]?.title;
  const parts = title ? [w().youPlay(title), ...others] : others;
  return parts.length ? `${introduction} ${parts.join(", ")}.` : "";
}

/** Return the text for an offer that its owner withdrew, or another player declined. */
function declineText(before: TableState, after: TableState, seat: number | null): string | null {
  const [kind] = (["undo", "draw", "rematch"] as const).filter(
    (offer) => getOfferingSeats(before, offer).length > getOfferingSeats(after, offer).length,
  );
  if (kind === undefined) return null;
  const withdrawn = seat !== null && getOfferingSeats(before, kind).includes(seat);
  const text = withdrawn ? w().withdraws : w().declines;
  return text[kind](getName(before, seat));
}

function getOfferingSeats({ offers }: TableState, kind: OfferKind): number[] {
  return kind === "undo" ? (offers.undo ? [offers.undo.seat] : []) : offers[kind];
}

function getName(state: TableState, index: number | null): string {
  const seat = index === null ? undefined : state.seats[index];
  return seat ? seatName(seat) : "";
}
