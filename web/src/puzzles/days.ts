// Days by the user's own clock, written 2026-11-16.

const MILLISECONDS = 86_400_000; // of a day

/** The day of a moment. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Days since 1970; not a number where the text is no day. */
export function dayNumber(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / MILLISECONDS);
}

/** The day so many days later. */
export function daysLater(day: string, days: number): string {
  return new Date((dayNumber(day) + days) * MILLISECONDS).toISOString().slice(0, 10);
}
