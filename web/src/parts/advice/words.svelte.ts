// What is said where players get advice.
import { settings } from "../../browser/settings.svelte";

const en = {
  advice: "Advice",
  allowed: "Allow hints",
  allowedAbout: "The player to move may ask the computer what to look for, what to play, and why.",
  teaching: "Teaching mode",
  teachingAbout: "The computer points out blunders, and you may take them back.",
  hint: "Hint",
  hintKey: "a hint, where hints are allowed",
  pending: "The computer is getting ready; the answer comes as soon as it is.",
  showMove: "Show the move",
  try: (move: string) => `Try this: ${move}.`,
  why: "Why?",
  whyThis: "Why this move?",
  explains: (name: string, action: string) => `${name}, ${action}:`,
  nothingSpecial: "There is no special reason.",
  tooBad: "That may have been a blunder.",
  takeBack: "Take it back",
  playOn: "Play on",
};

const de: typeof en = {
  advice: "Hilfen",
  allowed: "Tipps erlauben",
  allowedAbout: "Wer am Zug ist, darf den Computer fragen: worauf achten, was tun, und warum.",
  teaching: "Lernmodus",
  teachingAbout: "Der Computer weist auf grobe Fehler hin, und du darfst sie zurücknehmen.",
  hint: "Tipp",
  hintKey: "ein Tipp, wo Tipps erlaubt sind",
  pending: "Der Computer macht sich bereit; die Antwort kommt, sobald er so weit ist.",
  showMove: "Zug zeigen",
  try: (move) => `Versuch es so: ${move}.`,
  why: "Warum?",
  whyThis: "Warum dieser Zug?",
  explains: (name, action) => `${name}, ${action}:`,
  nothingSpecial: "Es gibt keinen besonderen Grund.",
  tooBad: "Das war vielleicht ein grober Fehler.",
  takeBack: "Zurücknehmen",
  playOn: "Weiterspielen",
};

/** What is said there. */
export function a(): typeof en {
  return settings.language === "de" ? de : en;
}
