// Items in the browser's storage.  Where storage is forbidden or full, items stay in memory until the
// page is closed, and `getStorageProblem` says so.
type KeyValueStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type ListableStore = KeyValueStore & { keys: () => string[] };

export type StorageProblem = "none" | "forbidden" | "full";

let problem: StorageProblem = "none";

/** Return why items are lost when the page is closed, or "none". */
export function getStorageProblem(): StorageProblem {
  return problem;
}

/** Report that something could not be stored. */
export function reportStorageProblem(newProblem: StorageProblem): void {
  if (problem !== "forbidden") problem = newProblem;
}

class MemoryStore implements ListableStore {
  private values = new Map<string, string>();
  keys(): string[] {
    return [...this.values.keys()];
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

/** A storage that keeps items in memory when it is full. */
export class FallbackStorage implements ListableStore {
  private fallback = new MemoryStore();
  constructor(private storage: KeyValueStore) {}

  keys(): string[] {
    return [...new Set([...Object.keys(this.storage), ...this.fallback.keys()])];
  }

  getItem(key: string): string | null {
    return this.fallback.getItem(key) ?? this.storage.getItem(key);
  }

  setItem(key: string, value: string): void {
    try {
      this.storage.setItem(key, value);
      this.fallback.removeItem(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.fallback.setItem(key, value);
      reportStorageProblem("full");
    }
  }

  removeItem(key: string): void {
    this.fallback.removeItem(key);
    this.storage.removeItem(key);
  }
}

function openStore(getStorage: () => Storage): ListableStore {
  try {
    const storage = getStorage();
    storage.getItem("steinreich.probe"); // throws where storage is forbidden
    return new FallbackStorage(storage);
  } catch {
    reportStorageProblem("forbidden");
    return new MemoryStore();
  }
}

const localStore = openStore(() => localStorage);
const tabStore = openStore(() => sessionStorage);

/** How long an item is stored: until it is deleted, or until the tab is closed. */
export type Lifetime = "forever" | "tab";

/** Return the stored item, or the default value where none can be read. */
export function readItem<T>(name: string, defaultValue: T, lifetime: Lifetime = "forever"): T {
  const text = (lifetime === "tab" ? tabStore : localStore).getItem(`steinreich.${name}`);
  if (text === null) return defaultValue;
  try {
    return JSON.parse(text) as T;
  } catch {
    return defaultValue; // written by another program
  }
}

/** Return the names of the permanent items with a prefix. */
export function listItems(prefix: string): string[] {
  const keys = localStore.keys().filter((key) => key.startsWith(`steinreich.${prefix}`));
  return keys.map((key) => key.slice("steinreich.".length));
}

/** Store an item; null deletes it. */
export function writeItem(name: string, value: unknown, lifetime: Lifetime = "forever"): void {
  const storage = lifetime === "tab" ? tabStore : localStore;
  if (value === null) storage.removeItem(`steinreich.${name}`);
  else storage.setItem(`steinreich.${name}`, JSON.stringify(value));
}
