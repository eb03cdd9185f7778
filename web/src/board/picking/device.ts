// With what the user does something.

export type InputDevice = "mouse" | "touch" | "key";

/** Of a click: Enter on a button is one, too. */
export function deviceOf(click: MouseEvent): InputDevice {
  if (click.detail === 0) return "key";
  const { pointerType = "mouse" } = click as Partial<PointerEvent>; // older browsers do not tell
  return byPointer(pointerType);
}

/** A pen on the screen is used like a finger. */
export function byPointer(pointerType: string): InputDevice {
  return pointerType === "mouse" ? "mouse" : "touch";
}
