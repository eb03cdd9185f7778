// The texts of hints and the teaching mode.
import { dictionary } from "../../words/dictionary";
import { m } from "../../words/messages";

export const a = dictionary({
  advice: m("Advice"),
  allowed: m("Allow hints"),
  allowedAbout: m(
    "The player to move may ask the computer what to look for, what to play, and why.",
  ),
  teaching: m("Teaching mode"),
  teachingAbout: m("The computer points out blunders, and you may take them back."),
  hint: m("Hint"),
  hintKey: m("a hint, where hints are allowed"),
  pending: m("The computer is getting ready; the answer comes as soon as it is."),
  showMove: m("Show the move"),
  suggestion: m("Try this: {move}."),
  why: m("Why?"),
  whyThis: m("Why this move?"),
  explanationTitle: m("{name}, {action}:"),
  noReason: m("There is no special reason."),
  maybeBlunder: m("That may have been a blunder."),
  takeBack: m("Take it back"),
  playOn: m("Play on"),
});
