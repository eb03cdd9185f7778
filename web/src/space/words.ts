// What the 3D view says.

import type { Words } from "../protocol";

export const WORDS = {
  missing: {
    en: "This browser shows no 3D picture (WebGL is off or missing). The flat levels show the same game.",
    de: "Dieser Browser zeigt kein 3D-Bild (WebGL fehlt oder ist aus). Die flachen Ebenen zeigen dasselbe Spiel.",
  },
  lost: {
    en: "The 3D picture was interrupted and comes back as soon as the graphics do.",
    de: "Das 3D-Bild wurde unterbrochen und kommt wieder, sobald die Grafik es erlaubt.",
  },
  mouse: {
    en: "Drag to turn, wheel to zoom; a click on a rod drops a ball.",
    de: "Ziehen dreht, das Mausrad zoomt; ein Klick auf einen Stab lässt eine Kugel fallen.",
  },
  touch: {
    en: "One finger turns, two zoom and tilt. Tap a rod to see where the ball lands, tap again to play.",
    de: "Ein Finger dreht, zwei zoomen und kippen. Antippen zeigt, wohin die Kugel fällt, noch einmal spielt.",
  },
  watching: {
    en: "Drag to turn the board.",
    de: "Ziehen dreht das Brett.",
  },
  reset: { en: "Reset view", de: "Ansicht zurücksetzen" },
} satisfies Record<string, Words>;
