// How fast a game is played through.

/** Milliseconds that each moment is seen: slow, normal, fast. */
export const PACES = [2000, 1000, 400];
export const NORMAL = 1;
