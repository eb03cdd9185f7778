/* Browser side of the widgets: shows pictures and controls, and sends clicks to Python. */

const KEY_DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const MIN_WIDE_PX = 600; // on narrower pages a board with height is drawn in a taller shape
const PLAYBACK_INTERVAL_MS = 1000;
const ICONS = {
  first: "M6 5v14M18 5l-8 7 8 7",
  back: "M15 5l-8 7 8 7",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  turn: "M19 13a7 7 0 1 1-2.5-6.4M17 2v5h-5",
};

/** Return the nearest cell in a direction, or null; a sideways distance counts twice. */
function findNearestCell(cells, from, [right, down]) {
  const centre = (cell) => [
    Number(cell.getAttribute("cx")),
    Number(cell.getAttribute("cy")),
  ];
  const [x, y] = centre(from);
  let nearest = null;
  let minCost = Infinity;
  for (const cell of cells) {
    const [cellX, cellY] = centre(cell);
    const ahead = (cellX - x) * right + (cellY - y) * down;
    const sideways =
      Math.abs((cellX - x) * down) + Math.abs((cellY - y) * right);
    if (ahead > 1 && ahead + 2 * sideways < minCost)
      [nearest, minCost] = [cell, ahead + 2 * sideways];
  }
  return nearest;
}

function makeElement(tag, className) {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

function createButton(onClick) {
  const element = makeElement("button", "");
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

function createIconButton(icon, label, onClick) {
  const element = createButton(onClick);
  setIcon(element, icon, label);
  return element;
}

function setIcon(element, icon, label) {
  element.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  element.title = element.ariaLabel = label;
}

/** Create the board, whose cells can be selected by click and by keyboard. */
function createBoard(model) {
  const board = makeElement("div", "board");
  let focusedCell; // number of the cell that has, or last had, the focus
  board.tabIndex = -1; // so that the board keeps the focus while no cell is clickable
  const cells = () => [...board.querySelectorAll("[data-cell]")];
  const select = (cell) => model.send({ cell: Number(cell.dataset.cell) });
  board.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (cell) select(cell);
  });
  board.addEventListener(
    "focusin",
    (event) => (focusedCell = event.target.dataset.cell ?? focusedCell),
  );
  board.addEventListener("keydown", (event) => {
    const from = event.target.closest("[data-cell]");
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") select(from);
    else if (event.key in KEY_DIRECTIONS)
      findNearestCell(cells(), from, KEY_DIRECTIONS[event.key])?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function draw() {
    const focused = board.getRootNode().activeElement; // some notebooks put widgets in a shadow DOM
    const hadFocus = focused && board.contains(focused);
    board.innerHTML = model.get("picture");
    const first =
      board.querySelector(`[data-cell="${focusedCell}"]`) ?? cells()[0];
    first?.setAttribute("tabindex", "0");
    if (hadFocus) (first ?? board).focus({ preventScroll: true });
  }
  return { board, draw };
}

/** Create the buttons for navigation and playback. */
function createNavigation(model) {
  const labels = model.get("labels");
  const row = makeElement("div", "row");
  const positionLabel = makeElement("span", "position-label");
  const last = () => model.get("moves").length;
  const show = (number) => model.send({ show: number });
  const showManually = (number) => {
    pause();
    show(number());
  };
  let timer; // undefined unless the game is being played back
  const isPlaying = () => timer !== undefined;
  const playButton = createIconButton("play", labels.play, () => {
    if (isPlaying()) return pause();
    setIcon(playButton, "pause", labels.pause);
    timer = 0; // playing; the first step is shown at once
    show(model.get("shown") < last() ? model.get("shown") + 1 : 0);
  });
  function pause() {
    clearTimeout(timer);
    timer = undefined;
    setIcon(playButton, "play", labels.play);
  }
  const backButtons = [
    createIconButton("first", labels.first, () => showManually(() => 0)),
    createIconButton("back", labels.back, () =>
      showManually(() => model.get("shown") - 1),
    ),
  ];
  const forwardButtons = [
    createIconButton("forward", labels.forward, () =>
      showManually(() => model.get("shown") + 1),
    ),
    createIconButton("last", labels.last, () => showManually(last)),
  ];
  const rotateButton = createIconButton("turn", labels.turn, () =>
    model.send({ turn: 1 }),
  );
  row.append(
    ...backButtons,
    playButton,
    ...forwardButtons,
    rotateButton,
    positionLabel,
  );

  /** Show the next position some time after this one has been rendered, so that none is skipped. */
  function scheduleNextPosition() {
    if (!isPlaying()) return;
    clearTimeout(timer);
    if (model.get("shown") >= last()) pause();
    else
      timer = setTimeout(
        () => show(model.get("shown") + 1),
        PLAYBACK_INTERVAL_MS,
      );
  }
  function update() {
    const moves = model.get("moves");
    const shown = model.get("shown");
    positionLabel.textContent = `${shown} / ${moves.length}${shown ? ` · ${moves[shown - 1]}` : ""}`;
    for (const button of backButtons) button.ariaDisabled = String(shown === 0);
    for (const button of forwardButtons)
      button.ariaDisabled = String(shown === moves.length);
    const controls = [
      ...backButtons,
      playButton,
      ...forwardButtons,
      positionLabel,
    ];
    for (const control of controls) control.hidden = !moves.length;
    rotateButton.hidden = !model.get("can_rotate");
    if (model.get("rendered_index") !== shown) {
      model.set("rendered_index", shown); // a change from the browser makes Marimo rerun dependent cells
      model.save_changes();
    }
    scheduleNextPosition();
  }
  return { row, update, pause };
}

/** Copy the theme of the page to the widget, since style sheets in a shadow DOM do not see it. */
function followTheme(el) {
  const follow = () => (el.dataset.theme = document.body.dataset.theme ?? "");
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { attributeFilter: ["data-theme"] });
  follow();
  return observer;
}

/** Report whether the page is narrow, so that cells are drawn large enough to be touched. */
function followWidth(el, model) {
  let isNarrow = false;
  const observer = new ResizeObserver(([{ contentRect }]) => {
    const isNowNarrow = contentRect.width < MIN_WIDE_PX;
    if (contentRect.width === 0 || isNowNarrow === isNarrow) return; // hidden or unchanged
    isNarrow = isNowNarrow;
    model.send({ narrow: isNarrow });
  });
  observer.observe(el);
  return observer;
}

function render({ model, el }) {
  el.classList.add("steinreich");
  el.dataset.lmSuppressShortcuts = "true"; // keys are for the board, not for JupyterLab
  const { board, draw } = createBoard(model);
  const { row, update, pause } = createNavigation(model);
  const choices = makeElement("div", "row");
  const note = makeElement("p", "note");
  note.setAttribute("role", "status");
  el.append(board, choices, row, note);

  function updateChoices() {
    const buttons = model.get("choices").map((name) => {
      const choice = createButton(() => model.send({ play: name }));
      choice.textContent = name;
      return choice;
    });
    choices.replaceChildren(...buttons);
  }
  function updateNote() {
    note.textContent = model.get("note");
  }
  const updaters = {
    picture: draw,
    moves: update,
    shown: update,
    choices: updateChoices,
    note: updateNote,
  };
  for (const [name, show] of Object.entries(updaters)) {
    model.on(`change:${name}`, show);
    show();
  }
  const observers = [followTheme(el), followWidth(el, model)];
  return () => {
    for (const [name, show] of Object.entries(updaters))
      model.off(`change:${name}`, show);
    for (const observer of observers) observer.disconnect();
    pause();
  };
}

export default { render };
