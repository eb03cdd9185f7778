import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../browser/settings.svelte";
import { getErrorText } from "../words";
import { RequestRefused, fetchLobby, fetchPosition } from "./api";

afterEach(() => {
  settings.language = "en";
  vi.unstubAllGlobals();
});

/** Answer every request with the same response; return the headers of the requests. */
function stubAnswer(status: number, body: unknown): Headers[] {
  const headers: Headers[] = [];
  vi.stubGlobal("fetch", (_: string, options: RequestInit) => {
    headers.push(new Headers(options.headers));
    const type = { "content-type": "application/json" };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: type }));
  });
  return headers;
}

test("requests ask for the language of the settings", async () => {
  const headers = stubAnswer(200, { tables: [] });
  await fetchLobby();
  settings.language = "de";
  await fetchPosition({ game: "vier3d" });
  expect(headers.map((sent) => sent.get("accept-language"))).toEqual(["en", "de"]);
  expect(headers[1]?.get("content-type")).toBe("application/json");
});

test("a refused request has the reason of the server, or a general one", async () => {
  stubAnswer(404, { detail: { why: "There is no such table." } });
  const error = await fetchLobby().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RequestRefused);
  expect(getErrorText(error)).toBe("There is no such table.");
  stubAnswer(422, { detail: [{ msg: "not a number" }] });
  expect(getErrorText(await fetchLobby().catch((reason: unknown) => reason))).toMatch(
    /^That did not work/,
  );
  expect(getErrorText(new TypeError("offline"))).not.toBe("");
});
