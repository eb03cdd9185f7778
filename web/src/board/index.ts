export { default as GameBoard } from "./GameBoard.svelte";
export { default as Miniature } from "./Miniature.svelte";
