/* The browser's part of the widgets: shows a picture, and says what was touched. */

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NARROW = 600; // pixels: below this a board with height is drawn in a taller shape
const PACE = 1000; // milliseconds for each position of a game that is played back
const ICONS = {
  first: "M6 5v14M18 5l-8 7 8 7",
  back: "M15 5l-8 7 8 7",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  turn: "M19 13a7 7 0 1 1-2.5-6.4M17 2v5h-5",
};

/** The place that lies next in a direction, or nothing. */
function neighbour(places, from, [right, down]) {
  const middle = (place) => [Number(place.getAttribute("cx")), Number(place.getAttribute("cy"))];
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const [there, below] = middle(place);
    const along = (there - x) * right + (below - y) * down;
    const aside = Math.abs((there - x) * down) + Math.abs((below - y) * right);
    if (along > 1 && along + 2 * aside < least) [best, least] = [place, along + 2 * aside];
  }
  return best;
}

function part(tag, className) {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

function button(press) {
  const made = part("button", "");
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

function iconButton(icon, label, press) {
  const made = button(press);
  setIcon(made, icon, label);
  return made;
}

function setIcon(made, icon, label) {
  made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  made.title = made.ariaLabel = label;
}

/** The board: places can be touched, and reached by arrow keys. */
function boardOf(model) {
  const board = part("div", "board");
  let cell; // where the focus is, or was before somebody else's turn
  board.tabIndex = -1; // so that the focus stays here while nothing can be touched
  const places = () => [...board.querySelectorAll("[data-cell]")];
  const touch = (place) => model.send({ cell: Number(place.dataset.cell) });
  board.addEventListener("click", (event) => {
    const place = event.target.closest("[data-cell]");
    if (place) touch(place);
  });
  board.addEventListener("focusin", (event) => (cell = event.target.dataset.cell ?? cell));
  board.addEventListener("keydown", (event) => {
    const from = event.target.closest("[data-cell]");
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") touch(from);
    else if (event.key in STEP) neighbour(places(), from, STEP[event.key])?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function draw() {
    const focused = board.getRootNode().activeElement; // some notebooks keep widgets in a shadow
    const isHere = focused && board.contains(focused);
    board.innerHTML = model.get("picture");
    const first = board.querySelector(`[data-cell="${cell}"]`) ?? places()[0];
    first?.setAttribute("tabindex", "0");
    if (isHere) (first ?? board).focus({ preventScroll: true });
  }
  return { board, draw };
}

/** Buttons to leaf through the positions, by hand or by the clock. */
function leafingOf(model) {
  const labels = model.get("labels");
  const row = part("div", "row");
  const where = part("span", "where");
  const last = () => model.get("moves").length;
  const show = (number) => model.send({ show: number });
  const byHand = (number) => {
    pause();
    show(number());
  };
  let timer; // as long as the game is played back
  const isPlaying = () => timer !== undefined;
  const playing = iconButton("play", labels.play, () => {
    if (isPlaying()) return pause();
    setIcon(playing, "pause", labels.pause);
    timer = 0;
    show(model.get("shown") < last() ? model.get("shown") + 1 : 0);
  });
  function pause() {
    clearTimeout(timer);
    timer = undefined;
    setIcon(playing, "play", labels.play);
  }
  const before = [
    iconButton("first", labels.first, () => byHand(() => 0)),
    iconButton("back", labels.back, () => byHand(() => model.get("shown") - 1)),
  ];
  const after = [
    iconButton("forward", labels.forward, () => byHand(() => model.get("shown") + 1)),
    iconButton("last", labels.last, () => byHand(last)),
  ];
  const turn = iconButton("turn", labels.turn, () => model.send({ turn: 1 }));
  row.append(...before, playing, ...after, turn, where);

  /** The next position comes when this one is seen, so that none is left out. */
  function playOn() {
    if (!isPlaying()) return;
    clearTimeout(timer);
    if (model.get("shown") >= last()) pause();
    else timer = setTimeout(() => show(model.get("shown") + 1), PACE);
  }
  function count() {
    const moves = model.get("moves");
    const shown = model.get("shown");
    where.textContent = `${shown} / ${moves.length}${shown ? ` · ${moves[shown - 1]}` : ""}`;
    for (const one of before) one.ariaDisabled = String(shown === 0);
    for (const one of after) one.ariaDisabled = String(shown === moves.length);
    for (const one of [...before, playing, ...after, where]) one.hidden = !moves.length;
    turn.hidden = !model.get("can_turn");
    if (model.get("seen") !== shown) {
      model.set("seen", shown); // what comes from the browser makes Marimo run other cells again
      model.save_changes();
    }
    playOn();
  }
  return { row, count, pause };
}

/** Where a notebook keeps widgets in a shadow, style sheets do not see its theme. */
function followTheme(el) {
  const follow = () => (el.dataset.theme = document.body.dataset.theme ?? "");
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { attributeFilter: ["data-theme"] });
  follow();
  return observer;
}

/** Cells are large enough to be touched on a narrow page, too. */
function followWidth(el, model) {
  let isNarrow = false;
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const isNow = contentRect.width < NARROW;
    if (contentRect.width === 0 || isNow === isNarrow) return; // hidden, or as before
    isNarrow = isNow;
    model.send({ narrow: isNarrow });
  });
  observer.observe(el);
  return observer;
}

function render({ model, el }) {
  el.classList.add("steinreich");
  el.dataset.lmSuppressShortcuts = "true"; // keys are for the board, not for JupyterLab
  const { board, draw } = boardOf(model);
  const { row, count, pause } = leafingOf(model);
  const choices = part("div", "row");
  const note = part("p", "note");
  note.setAttribute("role", "status");
  el.append(board, choices, row, note);

  function offer() {
    const made = model.get("choices").map((name) => {
      const choice = button(() => model.send({ play: name }));
      choice.textContent = name;
      return choice;
    });
    choices.replaceChildren(...made);
  }
  function say() {
    note.textContent = model.get("note");
  }
  const parts = { picture: draw, moves: count, shown: count, choices: offer, note: say };
  for (const [name, show] of Object.entries(parts)) {
    model.on(`change:${name}`, show);
    show();
  }
  const observers = [followTheme(el), followWidth(el, model)];
  return () => {
    for (const [name, show] of Object.entries(parts)) model.off(`change:${name}`, show);
    for (const observer of observers) observer.disconnect();
    pause();
  };
}

export default { render };
