import { Refused } from "../server/api";
import type { Words } from "../protocol";
import de from "./de";
import en from "./en";

/** Why something did not work, in words. */
export function whyOf(error: unknown): Words {
  if (error instanceof Refused) return error.why ?? { en: en.failed, de: de.failed };
  return { en: en.unreachable, de: de.unreachable };
}
