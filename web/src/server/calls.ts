// Calls to who looks elsewhere: "your turn", by the browser's own notifications, if wanted.

/** Whether this browser can call; pages from elsewhere than this machine need https for it. */
export const canCall = (): boolean => "Notification" in globalThis && isSecureContext;

/** Ask the browser, which asks the user; only on a click. */
export async function mayCall(): Promise<boolean> {
  return canCall() && (await Notification.requestPermission()) === "granted";
}

/** One call for each table: a newer one takes the place of the older. */
export function call(title: string, body: string, table: string): (() => void) | null {
  if (!canCall() || Notification.permission !== "granted") return null;
  try {
    const notification = new Notification(title, { body, tag: table, icon: "/icon-192.png" });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
    return () => notification.close();
  } catch (error) {
    if (error instanceof TypeError) return null; // phones that call from service workers only
    throw error;
  }
}
