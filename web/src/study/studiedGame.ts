// A game with its options, as whoever studies it sees it.
import type { Board, Words } from "../protocol";

export interface StudiedGame {
  game: string; // its id
  name: string;
  title: Words;
  variant: Words;
  seats: Words[];
  board: Board;
}
