// Whether others in the local network find this hall; asked once by those who sit at its machine.
import { changeLan, lan, Refused } from "./api";
import { isLoopback, originFor } from "./network";
import type { Lan } from "../protocol";

let known = $state.raw<Lan | null>(null);
let asked = false;

/** The links of this page lead nowhere else unless the hall is open to the network. */
export const onLoopback = (): boolean => isLoopback(location.hostname);

export function lanState(): Lan | null {
  if (!asked && onLoopback()) {
    asked = true;
    lan().then(
      (answer) => (known = answer),
      (error: unknown) => {
        if (!(error instanceof Refused)) asked = false; // out of reach: ask again another time
      },
    );
  }
  return known;
}

export async function openLan(open: boolean): Promise<void> {
  known = await changeLan(open);
}

/** Whether links can be opened on other devices. */
export function leadsElsewhere(): boolean {
  return !onLoopback() || !!lanState()?.url;
}

/** What links for others begin with. */
export function shareOrigin(): string {
  return originFor(location, lanState()?.url ?? null);
}
