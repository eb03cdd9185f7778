// What the browser keeps.  Storage may be forbidden or full: then things are kept until the page
// is closed, which is what the user of such a browser asked for; `storageTrouble` tells.

type Drawer = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Listed = Drawer & { keys: () => string[] };

export type Trouble = "none" | "forbidden" | "full";

let trouble: Trouble = "none";

/** Why things are lost when the page is closed, if they are. */
export function storageTrouble(): Trouble {
  return trouble;
}

/** Something else that is kept in this browser found no room. */
export function reportTrouble(found: Trouble): void {
  if (trouble !== "forbidden") trouble = found;
}

class Memory implements Listed {
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

/** A storage that may fill up: what finds no room in it stays in memory. */
export class Overflowing implements Listed {
  private beside = new Memory();
  constructor(private storage: Drawer) {}

  keys(): string[] {
    return [...new Set([...Object.keys(this.storage), ...this.beside.keys()])];
  }

  getItem(key: string): string | null {
    return this.beside.getItem(key) ?? this.storage.getItem(key);
  }

  setItem(key: string, value: string): void {
    try {
      this.storage.setItem(key, value);
      this.beside.removeItem(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.beside.setItem(key, value);
      reportTrouble("full");
    }
  }

  removeItem(key: string): void {
    this.beside.removeItem(key);
    this.storage.removeItem(key);
  }
}

function usable(pick: () => Storage): Listed {
  try {
    const storage = pick();
    storage.getItem("steinreich.probe"); // a storage that is forbidden says so
    return new Overflowing(storage);
  } catch {
    reportTrouble("forbidden");
    return new Memory();
  }
}

const forever = usable(() => localStorage);
const thisTab = usable(() => sessionStorage);

export type Span = "forever" | "tab";

/** What was kept under this name, or `otherwise` if nothing readable is there. */
export function saved<T>(name: string, otherwise: T, span: Span = "forever"): T {
  const text = (span === "tab" ? thisTab : forever).getItem(`steinreich.${name}`);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise; // written by something else
  }
}

/** The names under which something is kept for good, of those that begin so. */
export function savedNames(beginning: string): string[] {
  const whole = `steinreich.${beginning}`;
  const found = forever.keys().filter((key) => key.startsWith(whole));
  return found.map((key) => key.slice("steinreich.".length));
}

export function save(name: string, value: unknown, span: Span = "forever"): void {
  const storage = span === "tab" ? thisTab : forever;
  if (value === null) storage.removeItem(`steinreich.${name}`);
  else storage.setItem(`steinreich.${name}`, JSON.stringify(value));
}
