import { expect, test, vi } from "vitest";
import { getAnnouncements } from "../browser/notices.svelte";
import { FakeEnvironment, frame, snapshot, welcomeMessage } from "../fixtures";
import { Absence, findAwayPlayer } from "./absence.svelte";
import { Table } from "./table.svelte";
import { type TableView, applyMessage } from "./tableView";

const MINUTE = 60_000;

/** Return the view of a client with seat 0; `turn` is the seat to move. */
function makeView(turn: number, present: boolean[], since: (number | null)[]): TableView | null {
  const waiting = snapshot(1, [], { frame: frame("x", turn) });
  const welcomed = applyMessage(null, { type: "welcome", own_seats: [0], snapshot: waiting }, 0);
  return applyMessage(welcomed, { type: "presence", connected: present, since, spectators: 0 }, 0);
}

function findAway(tableView: TableView | null, now: number) {
  return tableView && findAwayPlayer(tableView, now);
}

test("a player is not away while connected, nor during a reload of the page", () => {
  expect(findAway(makeView(1, [true, true], [0, 0]), MINUTE)).toBeNull();
  expect(findAway(makeView(1, [true, false], [0, MINUTE]), MINUTE + 5000)).toBeNull();
  expect(findAway(null, 0)).toBeNull();
});

test("the win can be claimed after waiting for claim_delay_ms at the other player's turn", () => {
  const awayPlayer = { seat: 1, ms: 4 * MINUTE, claimable: false };
  const waiting = makeView(1, [true, false], [0, MINUTE]);
  expect(findAway(waiting, 5 * MINUTE)).toEqual(awayPlayer);
  expect(findAway(waiting, 6 * MINUTE)).toMatchObject({ claimable: true });
  expect(findAway(makeView(0, [true, false], [0, MINUTE]), 9 * MINUTE)?.claimable).toBe(false);
  expect(findAway(makeView(1, [true, false], [5 * MINUTE, 0]), 9 * MINUTE)?.claimable).toBe(false);
});

test("an absence of unknown duration counts from the user's arrival", () => {
  expect(findAway(makeView(1, [true, false], [MINUTE, null]), MINUTE + 5000)).toBeNull();
  expect(findAway(makeView(1, [true, false], [MINUTE, null]), 2 * MINUTE)).not.toBeNull();
});

test("the duration of an absence of unknown start is null", () => {
  const waiting = makeView(1, [true, false], [0, null]);
  expect(findAway(waiting, 5 * MINUTE)).toEqual({ seat: 1, ms: null, claimable: true });
});

test("each absence is announced once", () => {
  vi.useFakeTimers({ now: 0 });
  const environment = new FakeEnvironment();
  const table = new Table("x7", "token", () => {}, environment);
  environment.socket().onopen?.();
  environment.socket().receive(welcomeMessage(1, [], { frame: frame("x", 1) }));
  const absence = new Absence(table);
  const before = getAnnouncements().at(-1)?.id ?? 0;
  const countAnnouncements = () => getAnnouncements().filter(({ id }) => id > before).length;
  const setPresent = (isPresent: boolean) =>
    environment.socket().receive({
      type: "presence",
      connected: [true, isPresent],
      since: [0, Date.now()],
      spectators: 0,
    });
  const tickSeconds = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      absence.tick();
    }
  };
  setPresent(false);
  tickSeconds(10);
  expect(countAnnouncements()).toBe(0);
  tickSeconds(180);
  expect(absence.text).toContain("3 minutes");
  expect(countAnnouncements()).toBe(1);
  setPresent(true);
  tickSeconds(1);
  setPresent(false);
  tickSeconds(20);
  expect(countAnnouncements()).toBe(2);
  vi.useRealTimers();
});
