// What the browser keeps.  Storage may be forbidden or full: then things are kept until the page
// is closed, which is what the user of such a browser asked for.

class Memory implements Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  private values = new Map<string, string>();
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

function usable(pick: () => Storage): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  try {
    const storage = pick();
    storage.setItem("steinreich.probe", "1");
    storage.removeItem("steinreich.probe");
    return storage;
  } catch {
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

export function save(name: string, value: unknown, span: Span = "forever"): void {
  const storage = span === "tab" ? thisTab : forever;
  if (value === null) storage.removeItem(`steinreich.${name}`);
  else storage.setItem(`steinreich.${name}`, JSON.stringify(value));
}
