// Saved games for tests.
import type { SavedGame } from "./savedGames";

export function savedGame(changes: Partial<SavedGame> = {}): SavedGame {
  return {
    id: "t1",
    game: "vier3d(players=3)",
    name: "vier3d",
    language: "en",
    title: "Four in a Row 3D",
    variant: "three players",
    players: ["Ada", "Ben"],
    mine: [0],
    result: [1, -1],
    why: "Ada fills a line",
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
      placeable: {},
      turn: null,
      starts_turn: true,
      prompt: "",
      counts: [],
      last: [],
      winning_lines: [],
    },
    opening: ["k1", "k2"],
    text: '[Game "vier3d"]\n\n1. a1 b1 *\n',
    json: '{"version":1}',
    ...changes,
  };
}
