// The texts of the 3D view.
import { dictionary } from "../words/dictionary";
import { m } from "../words/messages";

export const v = dictionary({
  missing: m(
    "This browser cannot show 3D (WebGL is off or missing). The flat levels show the same game.",
  ),
  lost: m("The 3D view was interrupted and will be back as soon as the graphics are."),
  mouse: m("Drag to turn, scroll to zoom, click a rod to drop a ball."),
  touch: m(
    "One finger turns, two zoom and tilt. Tap a rod to see where the ball lands, tap again to play.",
  ),
  watching: m("Drag to turn the board."),
  full: m("3D view in full screen"),
  leaveFull: m("Leave full screen"),
  reset: m("Reset view"),
});
