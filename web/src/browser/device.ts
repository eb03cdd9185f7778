// The input device and the screen of the user.
import { MediaQuery } from "svelte/reactivity";

export type InputDevice = "mouse" | "touch" | "key";

/** Return the device of a click; pressing Enter on a button is a click, too. */
export function getClickDevice(click: MouseEvent): InputDevice {
  if (click.detail === 0) return "key";
  const { pointerType = "mouse" } = click as Partial<PointerEvent>; // missing in older browsers
  return getPointerDevice(pointerType);
}

/** Return the device of a pointer; a pen counts as touch. */
export function getPointerDevice(pointerType: string): InputDevice {
  return pointerType === "mouse" ? "mouse" : "touch";
}

/** Whether the window has the size of a phone, in portrait or landscape, as in the stylesheets. */
export const isPhone = new MediaQuery(
  "(max-width: 599px), (max-height: 500px) and (min-width: 560px)",
);
