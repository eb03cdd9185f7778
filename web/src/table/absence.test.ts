import { expect, test, vi } from "vitest";
import { getAnnouncements } from "../browser/notices.svelte";
import { FakeEnvironment, frame, snapshot, welcome } from "../fixtures";
import { Absence, awayAt } from "./absence.svelte";
import { Table } from "./table.svelte";
import { type TableView, apply } from "./tableView";

const MINUTE = 60_000;

/** Seat 0 is ours; `turn` is whose turn it is. */
function view(turn: number, present: boolean[], since: (number | null)[]): TableView | null {
  const shown = snapshot(1, [], { frame: frame("x", turn) });
  const welcomed = apply(null, { type: "welcome", mine: [0], snapshot: shown }, 0);
  return apply(welcomed, { type: "presence", seats: present, since, watching: 0 }, 0);
}

function away(tableView: TableView | null, now: number) {
  return tableView && awayAt(tableView, now);
}

test("a player at the table is not away, nor during a reload of the page", () => {
  expect(away(view(1, [true, true], [0, 0]), MINUTE)).toBeNull();
  expect(away(view(1, [true, false], [0, MINUTE]), MINUTE + 5000)).toBeNull();
  expect(away(null, 0)).toBeNull();
});

test("after a fair time of waiting at the other's turn the win can be claimed", () => {
  const left = { seat: 1, ms: 4 * MINUTE, claimable: false };
  const waits = view(1, [true, false], [0, MINUTE]);
  expect(away(waits, 5 * MINUTE)).toEqual(left);
  expect(away(waits, 6 * MINUTE)).toMatchObject({ claimable: true });
  expect(away(view(0, [true, false], [0, MINUTE]), 9 * MINUTE)?.claimable).toBe(false);
  expect(away(view(1, [true, false], [5 * MINUTE, 0]), 9 * MINUTE)?.claimable).toBe(false);
});

test("the absence of others is not announced right after sitting down", () => {
  expect(away(view(1, [true, false], [MINUTE, null]), MINUTE + 5000)).toBeNull();
  expect(away(view(1, [true, false], [MINUTE, null]), 2 * MINUTE)).not.toBeNull();
});

test("an unknown duration is not told", () => {
  const waits = view(1, [true, false], [0, null]);
  expect(away(waits, 5 * MINUTE)).toEqual({ seat: 1, ms: null, claimable: true });
});

test("an absence is announced once, however often the clock ticks", () => {
  vi.useFakeTimers({ now: 0 });
  const world = new FakeEnvironment();
  const table = new Table("x7", "token", () => {}, world);
  world.socket().onopen?.();
  world.socket().hear(welcome(1, [], { frame: frame("x", 1) }));
  const absence = new Absence(table);
  const before = getAnnouncements().at(-1)?.id ?? 0;
  const announced = () => getAnnouncements().filter(({ id }) => id > before).length;
  const hear = (isPresent: boolean) =>
    world.socket().hear({
      type: "presence",
      seats: [true, isPresent],
      since: [0, Date.now()],
      watching: 0,
    });
  const tick = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      absence.tick();
    }
  };
  hear(false);
  tick(10);
  expect(announced()).toBe(0);
  tick(180);
  expect(absence.text).toContain("3 minutes");
  expect(announced()).toBe(1);
  hear(true);
  tick(1);
  hear(false);
  tick(20);
  expect(announced()).toBe(2);
  vi.useRealTimers();
});
