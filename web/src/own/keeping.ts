// How games come to be kept: tables that are over, and records that people bring along.
import { ownTable, seatsNow } from "../browser/ownGames";
import type { Board, Frame, GameRecord, Listed, ReadGame, Words } from "../protocol";
import { readRecords, recordFrames, recordText, tablesNamed } from "../server/api";
import { framesOf, keepFrames, keepGames, keptGame, keptGames, type KeptGame } from "./keptGames";
import { portions } from "./portions";

/** The game of a table, as far as it has come. */
export interface TableGame {
  game: KeptGame;
  board: Board;
  isRunning: boolean;
}

/** What has been played at a table; null where the hall has no such table. */
export async function tableGame(id: string): Promise<TableGame | null> {
  const [listed] = await tablesNamed([id]);
  return listed ? readTable(listed, false) : null;
}

async function readTable(listed: Listed, hidden: boolean): Promise<TableGame | null> {
  const [read] = await readRecords(await recordText(listed.id));
  if (!read?.record) return null;
  const game = ofTable(listed, read.record, hidden);
  return { game, board: read.record.board, isRunning: listed.status !== "over" };
}

/** Keep the game of a table that is over; nothing where nothing was played. */
export async function keepTable(id: string): Promise<KeptGame | null> {
  const [listed] = await tablesNamed([id]);
  if (!listed || listed.status !== "over" || listed.actions === 0) return null;
  const known = await keptGame(id);
  const isKnown = known?.when === listed.last && known.actions === listed.actions;
  if (isKnown && (await framesOf(id))) return known;
  const read = await readTable(listed, known?.hidden ?? ownTable(id)?.hidden ?? false);
  if (!read) return null;
  const { game, board } = read;
  await keepFrames(id, (await recordFrames(game.text)).frames); // first: what is listed is whole
  await keepGames([{ game, board }]);
  return game;
}

function ofTable(listed: Listed, record: GameRecord, hidden: boolean): KeptGame {
  const game = ofRecord(listed.id, record, {
    players: listed.seats.map((seat) => seat.called),
    mine: seatsNow(ownTable(listed.id), listed.order),
    when: listed.last,
  });
  if (!listed.result) return { ...game, hidden };
  const { returns, why, text, reason } = listed.result;
  const isPlayed = reason !== "aborted" && reason !== "superseded";
  return { ...game, hidden, result: isPlayed ? returns : null, why: why.en ? why : text };
}

function ofRecord(
  id: string,
  record: GameRecord,
  more: { players: Words[]; mine: number[]; when: number },
): KeptGame {
  const { game, name, title, variant, result, why, start, actions, turns, frame } = record;
  const { opening, text, json } = record;
  return {
    id,
    game,
    name,
    title,
    variant,
    result,
    why,
    start,
    actions,
    turns,
    frame,
    opening,
    text,
    json,
    ...more,
  };
}

export interface Brought {
  kept: KeptGame[]; // new in the list
  known: KeptGame[]; // had been there before
  faults: Words[]; // of what could not be read at all
}

/** Read records of any form, and keep what can be read of them. */
export async function bring(
  text: string,
  now: number,
  progress: (done: number, all: number) => void = () => undefined,
): Promise<Brought> {
  const known = new Map((await keptGames()).map((game) => [game.text, game]));
  const brought: Brought = { kept: [], known: [], faults: [] };
  const parts = portions(text);
  for (const [i, part] of parts.entries()) {
    progress(i, parts.length);
    const fresh = [];
    for (const { record, fault } of await readRecords(part)) {
      const same = record && known.get(record.text);
      if (same) brought.known.push(same);
      else if (record) {
        const game = broughtGame(record, fault, now);
        known.set(record.text, game);
        fresh.push({ game, board: record.board });
        brought.kept.push(game);
      } else if (fault) brought.faults.push(fault);
    }
    await keepGames(fresh);
  }
  return brought;
}

/** A game that somebody brought along; a fault ends it early. */
export function broughtGame(record: GameRecord, fault: ReadGame["fault"], now: number): KeptGame {
  const more = { players: playersOf(record), mine: [], when: dateOf(record, now) };
  return { ...ofRecord(idOf(record.text), record, more), ...(fault ? { fault } : {}) };
}

function playersOf({ headers, seats }: GameRecord): Words[] {
  return seats.map((seat, i) => {
    const name = headers[`Player${i + 1}`];
    return name ? { en: name, de: name } : seat;
  });
}

/** When a record says that it was played: `2026.11.16`, perhaps without the day. */
export function dateOf({ headers }: Pick<GameRecord, "headers">, now: number): number {
  const match = /^(\d{4})(?:[.-](\d{2})(?:[.-](\d{2}))?)?/.exec(headers["Date"] ?? "");
  if (!match) return now;
  const [year, month, day] = match.slice(1).map((part) => Number(part ?? 1));
  return new Date(year ?? 1970, (month ?? 1) - 1, day ?? 1, 12).getTime();
}

/** The same for the same text: a record that is brought along twice is kept once. */
export function idOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, "0");
  return `record-${hex(a ^ (b >>> 13))}${hex(b ^ (a >>> 16))}`;
}

/** All moments of a kept game: from this browser, or else from the hall, and then kept here. */
export async function momentsOf(game: KeptGame): Promise<Frame[]> {
  const kept = await framesOf(game.id);
  if (kept && kept.length === game.actions + 1) return kept;
  const { frames } = await recordFrames(game.text);
  await keepFrames(game.id, frames);
  return frames;
}
