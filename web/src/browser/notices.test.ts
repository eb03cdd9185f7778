import { beforeEach, expect, test } from "vitest";
import { announce, getAnnouncements, drawnSidesText, getNoticeText } from "./notices.svelte";
import { playedEvent, state } from "../fixtures";
import type { TableEvent } from "../table/changes";
import type { Offers, Seat, TableState } from "../protocol";
import { settings } from "./settings.svelte";

test("the last three announcements are kept", () => {
  for (const text of ["one", "two", "three", "three"]) announce(text);
  expect(getAnnouncements().map(({ text }) => text)).toEqual(["two", "three", "three"]);
  expect(new Set(getAnnouncements().map(({ id }) => id)).size).toBe(3);
});

beforeEach(() => (settings.language = "en"));

function seat(title: string, displayName: string): Seat {
  const { seats } = state(1, 0);
  return { ...(seats[0] as Seat), title, display_name: displayName };
}

const table = (
  offers: Partial<Offers> = {},
  seats = [seat("White", "Ada"), seat("Black", "Ben")],
) => state(1, 2, { seats, offers: { draw: [], undo: null, rematch: [], ...offers } });

function noticeText(
  before: TableState,
  kind: TableEvent["kind"],
  after: TableState,
  seat: number,
  ownSeats: number[],
) {
  return getNoticeText(before, { ...playedEvent(after, seat, []), kind }, ownSeats);
}

test("the notice about a new player is for the others", () => {
  expect(noticeText(table(), "joined", table(), 1, [0])).toBe("Ben has joined.");
  expect(noticeText(table(), "joined", table(), 1, [1])).toBe("");
});

test("the notice about a declined offer is for all other players", () => {
  const offers = { draw: [0] };
  expect(noticeText(table(offers), "declined", table(), 1, [0])).toBe("Ben declines the draw.");
  expect(noticeText(table(offers), "declined", table(), 1, [1])).toBeNull();
  expect(noticeText(table(offers), "declined", table(), 0, [1])).toBe(
    "Ada no longer offers a draw.",
  );
  const undo = { undo: { seat: 0, to: 1, pending_seats: [1] } };
  expect(noticeText(table(undo), "declined", table(), 1, [0])).toBe(
    "Ben declines to take the turn back.",
  );
  const rematch = { rematch: [0] };
  expect(noticeText(table(rematch), "declined", table(), 1, [0])).toBe("Ben declines the rematch.");
});

test("the notice about an undo is for all players", () => {
  const undo = { undo: { seat: 0, to: 1, pending_seats: [1] } };
  expect(noticeText(table(undo), "undone", table(), 1, [0])).toBe("The turn has been taken back.");
  expect(noticeText(table(), "undone", table(), 0, [0])).toBe("The turn has been taken back.");
});

test("the notice about an agreement to an undo is for the other players", () => {
  const [before, after] = [table({ undo: { seat: 0, to: 1, pending_seats: [1, 2] } }), table()];
  after.offers.undo = { seat: 0, to: 1, pending_seats: [2] };
  expect(noticeText(before, "offered", after, 1, [0])).toBe("Ben agrees.");
  expect(noticeText(before, "offered", after, 1, [1])).toBeNull();
  expect(noticeText(table(), "offered", before, 0, [1])).toBeNull(); // the page shows the offer itself
});

test("the notice about drawn sides has names and sides", () => {
  const waiting = table({}, [seat("Seat 1", "Ada"), seat("Seat 2", "Seat 2")]);
  const after = { ...table({}, [seat("White", "Ben"), seat("Black", "Ada")]), order: [1, 0] };
  expect(noticeText(waiting, "joined", after, 1, [1])).toBe(
    "Ben has joined. Sides were drawn by lot: you are Black, Ben is White.",
  );
  expect(drawnSidesText(after, [])).toBe("Sides were drawn by lot: Ben is White, Ada is Black.");
  const unnamed = table({}, [seat("White", "White"), seat("Black", "Black")]);
  expect(drawnSidesText(unnamed, [0])).toBe("Sides were drawn by lot: you are White.");
  expect(drawnSidesText(unnamed, [0, 1])).toBe("");
});
