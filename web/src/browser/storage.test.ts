import { expect, test } from "vitest";
import { FallbackStorage, getStorageProblem } from "./storage";

test("without storage, data are kept until the page is closed, and a problem is reported", () => {
  const stored = new Map<string, string>();
  let room = true;
  const storage = new FallbackStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      if (!room) throw new DOMException("full", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key) => void stored.delete(key),
  });
  storage.setItem("a", "1");
  room = false;
  storage.setItem("a", "2");
  expect(storage.getItem("a")).toBe("2");
  expect(stored.get("a")).toBe("1");
  expect(["full", "forbidden"]).toContain(getStorageProblem()); // here there is no localStorage at all
  room = true;
  storage.setItem("a", "3");
  expect(stored.get("a")).toBe("3");
  expect(storage.getItem("a")).toBe("3");
  storage.removeItem("a");
  expect(storage.getItem("a")).toBeNull();
});
