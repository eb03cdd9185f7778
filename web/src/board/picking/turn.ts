// The board seen from the other side: everything half a turn round, letters upright.

import type { Board } from "../../protocol";

export function turnedRound(board: Board): Board {
  return {
    ...board,
    cells: board.cells.map(({ name, x, y }) => ({ name, x: -x, y: -y })),
    lines: board.lines.map(([ax, ay, bx, by]) => [-ax, -ay, -bx, -by]),
    outline: board.outline.map(([x, y]) => [-x, -y]),
    panel: board.panel.map(([x, y]) => [-x, -y]),
    labels: board.labels.map(({ text, x, y }) => ({ text, x: -x, y: -y })),
  };
}
