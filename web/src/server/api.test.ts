import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../browser/settings.svelte";
import { getErrorText } from "../words";
import { RequestRefused, lobby, position } from "./api";

afterEach(() => {
  settings.language = "en";
  vi.unstubAllGlobals();
});

/** Answer every request with the same response; return the headers of the requests. */
function answer(status: number, body: unknown): Headers[] {
  const headers: Headers[] = [];
  vi.stubGlobal("fetch", (_: string, options: RequestInit) => {
    headers.push(new Headers(options.headers));
    const type = { "content-type": "application/json" };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: type }));
  });
  return headers;
}

test("requests ask for the language that is set", async () => {
  const headers = answer(200, { tables: [] });
  await lobby();
  settings.language = "de";
  await position({ game: "vier3d" });
  expect(headers.map((one) => one.get("accept-language"))).toEqual(["en", "de"]);
  expect(headers[1]?.get("content-type")).toBe("application/json");
});

test("a refused request has the reason of the server, or a general one", async () => {
  answer(404, { detail: { why: "There is no such table." } });
  const error = await lobby().catch((one: unknown) => one);
  expect(error).toBeInstanceOf(RequestRefused);
  expect(getErrorText(error)).toBe("There is no such table.");
  answer(422, { detail: [{ msg: "not a number" }] });
  expect(getErrorText(await lobby().catch((one: unknown) => one))).toMatch(/^That did not work/);
  expect(getErrorText(new TypeError("no line"))).not.toBe("");
});
