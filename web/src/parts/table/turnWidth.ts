// How wide a list of turns has to be, so that each stands in one line.

interface Listed {
  actions: readonly { action: string; sign?: string | undefined }[];
}

/** The width of the widest turn and its number, for CSS. */
export function turnWidth(turns: readonly Listed[]): string {
  const letters = ({ actions }: Listed) =>
    actions.reduce((sum, { action, sign = "" }) => sum + action.length + sign.length, 0);
  const longest = Math.max(0, ...turns.map(letters));
  const most = Math.max(0, ...turns.map(({ actions }) => actions.length));
  return `calc(${longest} * 1.15ch + ${most} * 0.6rem + 2.4em)`;
}
