// Games as tests keep them.
import type { Words } from "../protocol";
import type { KeptGame } from "./keptGames";

export const both = (text: string): Words => ({ en: text, de: text });

export function kept(more: Partial<KeptGame> = {}): KeptGame {
  return {
    id: "t1",
    game: "vier3d(players=3)",
    name: "vier3d",
    title: { en: "Four in a Row 3D", de: "Vier gewinnt 3D" },
    variant: { en: "three players", de: "zu dritt" },
    players: [both("Ada"), both("Ben")],
    mine: [0],
    result: [1, -1],
    why: { en: "Ada fills a line", de: "Ada hat einen Vierer" },
    when: new Date(2026, 10, 16, 12).getTime(),
    start: "start",
    actions: 2,
    turns: [
      { seat: 0, actions: ["a1"], signs: [""] },
      { seat: 1, actions: ["b1"], signs: [""] },
    ],
    frame: {
      pieces: [],
      targets: {},
      to_put: {},
      turn: null,
      starts_turn: true,
      due: both(""),
      counts: [],
      last: [],
      lit: [],
    },
    opening: ["k1", "k2"],
    text: '[Game "vier3d"]\n\n1. a1 b1 *\n',
    json: '{"version":1}',
    ...more,
  };
}
