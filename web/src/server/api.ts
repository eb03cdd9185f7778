// What the server answers to plain requests.
import type {
  BalanceReport,
  Demo,
  Frames,
  GameInfo,
  Joined,
  JoinRequest,
  Lan,
  Language,
  Lesson,
  LineRequest,
  LineShown,
  Listed,
  Opening,
  Pictures,
  PicturesRequest,
  ReadGame,
  RecordFrames,
  PositionRequest,
  PositionShown,
  Puzzle,
  PuzzleCounts,
  Puzzles,
  Refutation,
  Rules,
  SetupRequest,
  SetupShown,
  Snapshot,
  TableMade,
  TableRequest,
  Words,
} from "../protocol";

/** The server said no, and why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly why: Words | null,
  ) {
    super(why?.en ?? `status ${status}`);
  }
}

const PAUSES = [300, 1200, 3000]; // milliseconds before asking again

/** Ask again where no answer came: for questions that may be asked twice. */
export async function persist<T>(question: () => Promise<T>, pauses = PAUSES): Promise<T> {
  for (const pause of pauses) {
    try {
      return await question();
    } catch (error) {
      if (error instanceof Refused) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return question();
}

async function ask<T>(path: string, body?: unknown, method = "POST"): Promise<T> {
  const post: RequestInit = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`/api${path}`, body === undefined ? {} : post);
  if (answer.ok) return (await answer.json()) as T;
  throw new Refused(answer.status, await reason(answer));
}

async function reason(answer: Response): Promise<Words | null> {
  const kind = answer.headers.get("content-type") ?? "";
  if (!kind.includes("json")) return null;
  const { detail } = (await answer.json()) as { detail?: { why?: Words } };
  return detail?.why ?? null;
}

let known: Promise<GameInfo[]> | null = null;

/** All games; asked for once. */
export function games(): Promise<GameInfo[]> {
  known ??= ask<{ games: GameInfo[] }>("/games").then(
    (answer) => answer.games,
    (error: unknown) => {
      known = null; // the next one may be luckier
      throw error;
    },
  );
  return known;
}

export const demo = (game: string): Promise<Demo> => ask(`/games/${game}/demo`);

/** Answers that never change, each asked for once. */
function onlyOnce<T>(): (path: string) => Promise<T> {
  const heard = new Map<string, Promise<T>>(); // by path
  return (path) => {
    const found =
      heard.get(path) ??
      ask<T>(path).catch((error: unknown) => {
        heard.delete(path); // the next one may be luckier
        throw error;
      });
    heard.set(path, found);
    return found;
  };
}

const readRules = onlyOnce<Rules>();
const readLesson = onlyOnce<Lesson>();
const readBalance = onlyOnce<BalanceReport>();

/** The rules of a game with its options. */
export const rules = (game: string): Promise<Rules> =>
  readRules(`/rules?game=${encodeURIComponent(game)}`);

/** The same with boards to try them on. */
export const lesson = (game: string, language: Language): Promise<Lesson> =>
  readLesson(`/lesson?game=${encodeURIComponent(game)}&language=${language}`);

/** How fair it is, and how often somebody wins. */
export const balance = (game: string): Promise<BalanceReport> =>
  readBalance(`/balance?game=${encodeURIComponent(game)}`);

/** Any position, at no table. */
export const position = (request: PositionRequest): Promise<PositionShown> =>
  ask("/positions", request);

/** All positions of a line, to be looked at. */
export const line = (request: LineRequest): Promise<PositionShown[]> =>
  ask<LineShown>("/positions/line", request).then(({ positions }) => positions);

/** What pieces put on a board by hand make of it. */
export const setup = (request: SetupRequest): Promise<SetupShown> => ask("/setup", request);

/** How many puzzles each game has, by name. */
export const puzzleCounts = (): Promise<Record<string, number>> =>
  ask<PuzzleCounts>("/puzzles").then((answer) => answer.games);

export const puzzles = (game: string): Promise<Puzzles> => ask(`/games/${game}/puzzles`);

/** Why an action is wrong in a puzzle; `place` counts the solver's actions of the main line. */
export const refutation = (
  { game, id }: Puzzle,
  place: number,
  action: string,
): Promise<Refutation> => {
  const query = new URLSearchParams({ place: String(place), action });
  return ask(`/games/${game.split("(")[0]}/puzzles/${id}/refutation?${query}`);
};

export const lobby = (): Promise<Listed[]> =>
  ask<{ tables: Listed[] }>("/tables").then((answer) => answer.tables);

const AT_ONCE = 20; // tables that the server is asked for in one request

/** These tables, in this order, as far as the hall has them. */
export async function tablesNamed(ids: string[]): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const query = ids.slice(i, i + AT_ONCE).map((id) => `id=${encodeURIComponent(id)}`);
    found.push(...(await ask<{ tables: Listed[] }>(`/tables?${query.join("&")}`)).tables);
  }
  return found;
}

const TOO_MANY = [429, 503];

/** The hall lets nobody in just now. */
export interface Refusal {
  why: Words;
  seconds: number; // until it is worth another try
}

/** Why a table's socket is refused, if that is so.  Browsers keep it from pages; so the same address
 * answers a plain question as well. */
export async function refusal(id: string): Promise<Refusal | null> {
  const answer = await fetch(`/api/tables/${id}/socket`).catch(() => null); // out of reach
  if (!answer || !TOO_MANY.includes(answer.status)) return null;
  const why = await reason(answer);
  return why && { why, seconds: Number(answer.headers.get("retry-after") ?? 0) };
}

export const table = (id: string): Promise<Snapshot> => ask(`/tables/${id}`);

export const frames = (id: string, first: number, last: number): Promise<Frames> =>
  ask(`/tables/${id}/frames?first=${first}&last=${last}`);

export const open = (request: TableRequest): Promise<TableMade> => ask("/tables", request);

export const join = (id: string, request: JoinRequest): Promise<Joined> =>
  ask(`/tables/${id}/join`, request);

export const lan = (): Promise<Lan> => ask("/lan");

export const changeLan = (open: boolean): Promise<Lan> => ask("/lan", { open }, "PUT");

export const recordPath = (id: string): string => `/api/tables/${id}/record`;

/** The record of a table as text. */
export async function recordText(id: string): Promise<string> {
  const answer = await fetch(recordPath(id));
  if (answer.ok) return answer.text();
  throw new Refused(answer.status, await reason(answer));
}

export const readRecords = (text: string): Promise<ReadGame[]> =>
  ask<{ games: ReadGame[] }>("/records", { text }).then((answer) => answer.games);

export const recordFrames = (text: string): Promise<RecordFrames> =>
  ask("/records/frames", { text });

export const recordPictures = (wanted: PicturesRequest): Promise<string[]> =>
  ask<Pictures>("/records/pictures", wanted).then((answer) => answer.pictures);

/** What can follow the first actions of a game. */
export function opening(game: string, line: string[]): Promise<Opening> {
  const query = [["game", game], ...line.map((action) => ["line", action])];
  return ask(`/openings?${new URLSearchParams(query as [string, string][]).toString()}`);
}
