// What the 3D view says.

import type { Words } from "../protocol";

export const WORDS = {
  missing: {
    en: "This browser cannot show 3D (WebGL is off or missing). The flat levels show the same game.",
    de: "Dieser Browser kann kein 3D zeigen (WebGL fehlt oder ist abgeschaltet). Die flachen Ebenen zeigen dieselbe Partie.",
  },
  lost: {
    en: "The 3D view was interrupted and will be back as soon as the graphics are.",
    de: "Die 3D-Ansicht wurde unterbrochen und kommt wieder, sobald die Grafik es erlaubt.",
  },
  mouse: {
    en: "Drag to turn, scroll to zoom, click a rod to drop a ball.",
    de: "Ziehen dreht, das Mausrad zoomt, ein Klick auf einen Stab lässt eine Kugel fallen.",
  },
  touch: {
    en: "One finger turns, two zoom and tilt. Tap a rod to see where the ball lands, tap again to play.",
    de: "Ein Finger dreht, zwei zoomen und kippen. Tippe auf einen Stab, um zu sehen, wohin die Kugel fällt, und noch einmal, um zu spielen.",
  },
  watching: {
    en: "Drag to turn the board.",
    de: "Ziehen dreht das Brett.",
  },
  full: { en: "3D view in full screen", de: "3D-Ansicht im Vollbild" },
  leaveFull: { en: "Leave full screen", de: "Vollbild verlassen" },
  reset: { en: "Reset view", de: "Ansicht zurücksetzen" },
} satisfies Record<string, Words>;
