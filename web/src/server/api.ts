// Requests to the HTTP API of the server.
import { settings } from "../browser/settings.svelte";
import type {
  BalanceReport,
  Demo,
  Frames,
  GameInfo,
  TakenSeat,
  JoinRequest,
  LanAccess,
  Lesson,
  LineRequest,
  LineResponse,
  LobbyEntry,
  Opening,
  Pictures,
  PicturesRequest,
  ReadGame,
  RecordFrames,
  PositionRequest,
  PositionResponse,
  Puzzle,
  PuzzleCounts,
  Puzzles,
  Refutation,
  Rules,
  SetupRequest,
  SetupResponse,
  Snapshot,
  OpenedTable,
  TableRequest,
} from "../protocol";

/** An error response of the server, with its reason if it gives one. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly why: string | null,
  ) {
    super(why ?? `status ${status}`);
  }
}

const RETRY_DELAYS_MS = [300, 1200, 3000]; // before each further attempt

/** Repeat an idempotent request until there is an answer, or all attempts have failed. */
export async function retry<T>(request: () => Promise<T>, delaysMs = RETRY_DELAYS_MS): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof RequestRefused) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return request();
}

/** Like `fetch`, for an answer in the language of the settings. */
function fetchTranslated(
  path: string,
  { headers, ...options }: RequestInit = {},
): Promise<Response> {
  return fetch(path, { ...options, headers: { ...headers, "accept-language": settings.language } });
}

async function requestJson<T>(path: string, body?: unknown, method = "POST"): Promise<T> {
  const post: RequestInit = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetchTranslated(`/api${path}`, body === undefined ? {} : post);
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

/** Return all games; they are requested once. */
export function fetchGames(): Promise<GameInfo[]> {
  gamesAnswer ??= requestJson<{ games: GameInfo[] }>("/games").then(
    (answer) => answer.games,
    (error: unknown) => {
      gamesAnswer = null; // the next call tries again
      throw error;
    },
  );
  return gamesAnswer;
}

export const fetchDemo = (game: string): Promise<Demo> => requestJson(`/games/${game}/demo`);

/** Return a function like `requestJson` that requests each path only once, as the answers never change. */
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

const getCachedRules = createCache<Rules>();
const getCachedLesson = createCache<Lesson>();
const getCachedBalance = createCache<BalanceReport>();

/** Return the rules of a game with its options. */
export const fetchRules = (game: string): Promise<Rules> =>
  getCachedRules(`/rules?game=${encodeURIComponent(game)}`);

/** Return the rules of a game with interactive boards. */
export const fetchLesson = (game: string): Promise<Lesson> =>
  getCachedLesson(`/lesson?game=${encodeURIComponent(game)}`);

/** Return statistics on how fair and how decisive a game is. */
export const fetchBalance = (game: string): Promise<BalanceReport> =>
  getCachedBalance(`/balance?game=${encodeURIComponent(game)}`);

/** Return a position of any game. */
export const fetchPosition = (request: PositionRequest): Promise<PositionResponse> =>
  requestJson("/positions", request);

/** Return all positions of a line, without legal actions. */
export const fetchLine = (request: LineRequest): Promise<PositionResponse[]> =>
  requestJson<LineResponse>("/positions/line", request).then(({ positions }) => positions);

/** Return the position with the given pieces, or what is wrong with it. */
export const fetchSetup = (request: SetupRequest): Promise<SetupResponse> =>
  requestJson("/setup", request);

/** Return the number of puzzles of each game, by its name. */
export const fetchPuzzleCounts = (): Promise<Record<string, number>> =>
  requestJson<PuzzleCounts>("/puzzles").then((answer) => answer.games);

export const fetchPuzzles = (game: string): Promise<Puzzles> =>
  requestJson(`/games/${game}/puzzles`);

/** Return why an action is wrong in a puzzle; `step` is the index of the solver's action in the main
 * line. */
export const fetchRefutation = (
  { game, id }: Puzzle,
  step: number,
  action: string,
): Promise<Refutation> => {
  const query = new URLSearchParams({ step: String(step), action });
  return requestJson(`/games/${game.split("(")[0]}/puzzles/${id}/refutation?${query}`);
};

export const fetchLobby = (): Promise<LobbyEntry[]> =>
  requestJson<{ tables: LobbyEntry[] }>("/tables").then((answer) => answer.tables);

const MAX_TABLES_PER_REQUEST = 20; // as the server allows

/** Return these tables, in this order, without those that do not exist. */
export async function fetchTables(ids: string[]): Promise<LobbyEntry[]> {
  const found: LobbyEntry[] = [];
  for (let i = 0; i < ids.length; i += MAX_TABLES_PER_REQUEST) {
    const query = ids
      .slice(i, i + MAX_TABLES_PER_REQUEST)
      .map((id) => `id=${encodeURIComponent(id)}`);
    found.push(
      ...(await requestJson<{ tables: LobbyEntry[] }>(`/tables?${query.join("&")}`)).tables,
    );
  }
  return found;
}

const OVERLOAD_STATUSES = [429, 503]; // HTTP

/** A temporary refusal of connections. */
export interface ConnectionRefusal {
  why: string;
  seconds: number; // to wait before the next attempt
}

/** Return why the server refuses the WebSocket of a table, or null.  Browsers hide this answer from
 * scripts; therefore the same address also answers a plain GET request. */
export async function fetchConnectionRefusal(id: string): Promise<ConnectionRefusal | null> {
  const answer = await fetchTranslated(`/api/tables/${id}/socket`).catch(() => null); // unreachable
  if (!answer || !OVERLOAD_STATUSES.includes(answer.status)) return null;
  const why = await readReason(answer);
  return why === null ? null : { why, seconds: Number(answer.headers.get("retry-after") ?? 0) };
}

export const fetchTable = (id: string): Promise<Snapshot> => requestJson(`/tables/${id}`);

export const fetchFrames = (id: string, first: number, last: number): Promise<Frames> =>
  requestJson(`/tables/${id}/frames?first=${first}&last=${last}`);

export const createTable = (request: TableRequest): Promise<OpenedTable> =>
  requestJson("/tables", request);

export const joinTable = (id: string, request: JoinRequest): Promise<TakenSeat> =>
  requestJson(`/tables/${id}/join`, request);

export const fetchLan = (): Promise<LanAccess> => requestJson("/lan");

export const changeLan = (open: boolean): Promise<LanAccess> =>
  requestJson("/lan", { open }, "PUT");

export const getRecordPath = (id: string): string => `/api/tables/${id}/record`;

/** Return the record of a table as text. */
export async function fetchRecordText(id: string): Promise<string> {
  const answer = await fetchTranslated(getRecordPath(id));
  if (answer.ok) return answer.text();
  throw new RequestRefused(answer.status, await readReason(answer));
}

/** Return the games of a text with records. */
export const readRecords = (text: string): Promise<ReadGame[]> =>
  requestJson<{ games: ReadGame[] }>("/records", { text }).then((answer) => answer.games);

export const fetchRecordFrames = (text: string): Promise<RecordFrames> =>
  requestJson("/records/frames", { text });

export const fetchRecordPictures = (request: PicturesRequest): Promise<string[]> =>
  requestJson<Pictures>("/records/pictures", request).then((answer) => answer.pictures);

/** Return the moves that can follow the first actions of a game. */
export function fetchOpening(game: string, line: string[]): Promise<Opening> {
  const query = [["game", game], ...line.map((action) => ["line", action])];
  return requestJson(`/openings?${new URLSearchParams(query as [string, string][]).toString()}`);
}
