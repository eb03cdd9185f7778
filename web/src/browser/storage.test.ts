import { expect, test } from "vitest";
import { FallbackStorage, getStorageProblem } from "./storage";

test("items stay in memory while the storage is full, and the problem is reported", () => {
  const stored = new Map<string, string>();
  let hasRoom = true;
  const storage = new FallbackStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      if (!hasRoom) throw new DOMException("full", "QuotaExceededError");
      stored.set(key, value);
    },
    removeItem: (key) => void stored.delete(key),
  });
  storage.setItem("a", "1");
  hasRoom = false;
  storage.setItem("a", "2");
  expect(storage.getItem("a")).toBe("2");
  expect(stored.get("a")).toBe("1");
  expect(["full", "forbidden"]).toContain(getStorageProblem()); // tests have no localStorage, which counts as forbidden
  hasRoom = true;
  storage.setItem("a", "3");
  expect(stored.get("a")).toBe("3");
  expect(storage.getItem("a")).toBe("3");
  storage.removeItem("a");
  expect(storage.getItem("a")).toBeNull();
});
