export { default as GameBoard } from "./GameBoard.svelte";
export { default as Miniature } from "./oblique/Miniature.svelte";
