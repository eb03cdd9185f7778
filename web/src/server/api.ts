// Requests to the HTTP API of the server.
import { settings } from "../browser/settings.svelte";
import type {
  BalanceReport,
  Demo,
  Frames,
  GameInfo,
  Joined,
  JoinRequest,
  Lan,
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
} from "../protocol";

/** An error answer of the server, with its reason. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly why: string | null,
  ) {
    super(why ?? `status ${status}`);
  }
}

const RETRY_DELAYS_MS = [300, 1200, 3000]; // before each further attempt

/** Repeat an idempotent request that got no answer. */
export async function retry<T>(request: () => Promise<T>, delays = RETRY_DELAYS_MS): Promise<T> {
  for (const delay of delays) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof RequestRefused) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return request();
}

/** Request an answer in the language that is set. */
function fetchText(path: string, { headers, ...options }: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...options, headers: { ...headers, "accept-language": settings.language } });
}

async function requestJson<T>(path: string, body?: unknown, method = "POST"): Promise<T> {
  const post: RequestInit = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetchText(`/api${path}`, body === undefined ? {} : post);
  if (answer.ok) return (await answer.json()) as T;
  throw new RequestRefused(answer.status, await readReason(answer));
}

async function readReason(answer: Response): Promise<string | null> {
  const kind = answer.headers.get("content-type") ?? "";
  if (!kind.includes("json")) return null;
  const { detail } = (await answer.json()) as { detail?: { why?: string } };
  return detail?.why ?? null;
}

let gamesAnswer: Promise<GameInfo[]> | null = null;

/** Return all games; requested once. */
export function games(): Promise<GameInfo[]> {
  gamesAnswer ??= requestJson<{ games: GameInfo[] }>("/games").then(
    (answer) => answer.games,
    (error: unknown) => {
      gamesAnswer = null; // the next call tries again
      throw error;
    },
  );
  return gamesAnswer;
}

export const demo = (game: string): Promise<Demo> => requestJson(`/games/${game}/demo`);

/** Return a function that requests each path once: the answers never change. */
function createCache<T>(): (path: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>(); // by path
  return (path) => {
    const found =
      answers.get(path) ??
      requestJson<T>(path).catch((error: unknown) => {
        answers.delete(path); // the next call tries again
        throw error;
      });
    answers.set(path, found);
    return found;
  };
}

const readRules = createCache<Rules>();
const readLesson = createCache<Lesson>();
const readBalance = createCache<BalanceReport>();

/** The rules of a game with its options. */
export const rules = (game: string): Promise<Rules> =>
  readRules(`/rules?game=${encodeURIComponent(game)}`);

/** The rules of a game with boards to try them on. */
export const lesson = (game: string): Promise<Lesson> =>
  readLesson(`/lesson?game=${encodeURIComponent(game)}`);

/** How fair and how decisive a game is. */
export const balance = (game: string): Promise<BalanceReport> =>
  readBalance(`/balance?game=${encodeURIComponent(game)}`);

/** Any position of a game. */
export const position = (request: PositionRequest): Promise<PositionShown> =>
  requestJson("/positions", request);

/** All positions of a line, without legal actions. */
export const line = (request: LineRequest): Promise<PositionShown[]> =>
  requestJson<LineShown>("/positions/line", request).then(({ positions }) => positions);

/** The position that pieces on a board make, or its faults. */
export const setup = (request: SetupRequest): Promise<SetupShown> => requestJson("/setup", request);

/** How many puzzles each game has, by name. */
export const puzzleCounts = (): Promise<Record<string, number>> =>
  requestJson<PuzzleCounts>("/puzzles").then((answer) => answer.games);

export const puzzles = (game: string): Promise<Puzzles> => requestJson(`/games/${game}/puzzles`);

/** Why an action is wrong in a puzzle; `step` is the index of the solver's action in the main line. */
export const refutation = (
  { game, id }: Puzzle,
  step: number,
  action: string,
): Promise<Refutation> => {
  const query = new URLSearchParams({ step: String(step), action });
  return requestJson(`/games/${game.split("(")[0]}/puzzles/${id}/refutation?${query}`);
};

export const lobby = (): Promise<Listed[]> =>
  requestJson<{ tables: Listed[] }>("/tables").then((answer) => answer.tables);

const MAX_TABLES_PER_REQUEST = 20; // as the server allows

/** Return these tables, in this order, without those that do not exist. */
export async function getTables(ids: string[]): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let i = 0; i < ids.length; i += MAX_TABLES_PER_REQUEST) {
    const query = ids
      .slice(i, i + MAX_TABLES_PER_REQUEST)
      .map((id) => `id=${encodeURIComponent(id)}`);
    found.push(...(await requestJson<{ tables: Listed[] }>(`/tables?${query.join("&")}`)).tables);
  }
  return found;
}

const OVERLOAD_STATUSES = [429, 503];

/** The server refuses connections for now. */
export interface Refusal {
  why: string;
  seconds: number; // to wait before the next attempt
}

/** Return why the socket of a table is refused, or null.  Browsers hide that from pages, so the same
 * address answers a plain GET, too. */
export async function refusal(id: string): Promise<Refusal | null> {
  const answer = await fetchText(`/api/tables/${id}/socket`).catch(() => null); // out of reach
  if (!answer || !OVERLOAD_STATUSES.includes(answer.status)) return null;
  const why = await readReason(answer);
  return why === null ? null : { why, seconds: Number(answer.headers.get("retry-after") ?? 0) };
}

export const table = (id: string): Promise<Snapshot> => requestJson(`/tables/${id}`);

export const frames = (id: string, first: number, last: number): Promise<Frames> =>
  requestJson(`/tables/${id}/frames?first=${first}&last=${last}`);

export const open = (request: TableRequest): Promise<TableMade> => requestJson("/tables", request);

export const join = (id: string, request: JoinRequest): Promise<Joined> =>
  requestJson(`/tables/${id}/join`, request);

export const lan = (): Promise<Lan> => requestJson("/lan");

export const changeLan = (open: boolean): Promise<Lan> => requestJson("/lan", { open }, "PUT");

export const recordPath = (id: string): string => `/api/tables/${id}/record`;

/** Return the record of a table as text. */
export async function recordText(id: string): Promise<string> {
  const answer = await fetchText(recordPath(id));
  if (answer.ok) return answer.text();
  throw new RequestRefused(answer.status, await readReason(answer));
}

export const readRecords = (text: string): Promise<ReadGame[]> =>
  requestJson<{ games: ReadGame[] }>("/records", { text }).then((answer) => answer.games);

export const recordFrames = (text: string): Promise<RecordFrames> =>
  requestJson("/records/frames", { text });

export const recordPictures = (wanted: PicturesRequest): Promise<string[]> =>
  requestJson<Pictures>("/records/pictures", wanted).then((answer) => answer.pictures);

/** Return the moves that can follow the first actions of a game. */
export function opening(game: string, line: string[]): Promise<Opening> {
  const query = [["game", game], ...line.map((action) => ["line", action])];
  return requestJson(`/openings?${new URLSearchParams(query as [string, string][]).toString()}`);
}
