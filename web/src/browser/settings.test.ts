import { afterEach, beforeEach, expect, test, vi } from "vitest";

const reload = vi.fn();

beforeEach(() => {
  vi.resetModules(); // storage is opened when its module is loaded
  vi.stubGlobal("location", { reload });
});

afterEach(() => {
  reload.mockClear();
  vi.unstubAllGlobals();
  vi.resetModules(); // other test files would share the changed settings
});

function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test("changing the language stores it and reloads the page", async () => {
  const local = createStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", createStorage());
  const { changeLanguage, settings } = await import("./settings.svelte");
  expect(settings.language).toBe("en");
  await changeLanguage("de");
  expect(JSON.parse(local.items.get("steinreich.settings") ?? "")).toMatchObject({
    language: "de",
    sound: true,
  });
  expect(reload).toHaveBeenCalledOnce();
});

test("without storage, the language changes without a reload", async () => {
  const { changeLanguage, settings } = await import("./settings.svelte");
  await changeLanguage("de");
  expect(settings.language).toBe("de");
  expect(reload).not.toHaveBeenCalled();
});
