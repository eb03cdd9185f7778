/* The browser's part of the widgets: shows a picture, and says what was touched. */

const STEP = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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

function button(text, label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.ariaLabel = label;
  made.addEventListener("click", press);
  return made;
}

function render({ model, el }) {
  el.classList.add("steinreich");
  const board = document.createElement("div");
  const choices = document.createElement("div");
  const leafing = document.createElement("div");
  const note = document.createElement("p");
  choices.className = leafing.className = "row";
  board.className = "board";
  note.setAttribute("role", "status");
  const show = (number) => model.send({ show: number });
  const where = document.createElement("span");
  leafing.append(
    button("⏮", "first", () => show(0)),
    button("◀", "back", () => show(model.get("shown") - 1)),
    where,
    button("▶", "forward", () => show(model.get("shown") + 1)),
    button("⏭", "last", () => show(model.get("moves").length)),
  );
  el.append(board, choices, leafing, note);

  const touch = (place) => model.send({ cell: Number(place.dataset.cell) });
  board.addEventListener("click", (event) => {
    const place = event.target.closest("[data-cell]");
    if (place) touch(place);
  });
  board.addEventListener("keydown", (event) => {
    const from = event.target.closest("[data-cell]");
    if (!from) return;
    if (event.key === "Enter" || event.key === " ") touch(from);
    else if (event.key in STEP) neighbour(places(), from, STEP[event.key])?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const places = () => [...board.querySelectorAll("[data-cell]")];

  function draw() {
    const focused = board.contains(document.activeElement) && document.activeElement.dataset.cell;
    board.innerHTML = model.get("picture");
    const first = board.querySelector(`[data-cell="${focused}"]`) ?? places()[0];
    first?.setAttribute("tabindex", "0");
    if (focused !== false && focused !== undefined) first?.focus();
  }
  function count() {
    const moves = model.get("moves");
    const shown = model.get("shown");
    where.textContent = `${shown} / ${moves.length}${shown ? ` · ${moves[shown - 1]}` : ""}`;
    leafing.hidden = !moves.length;
  }
  function offer() {
    const names = model.get("choices");
    choices.replaceChildren(
      ...names.map((name) => button(name, name, () => model.send({ play: name }))),
    );
  }
  function say() {
    note.textContent = model.get("note");
  }
  const parts = { picture: draw, moves: count, shown: count, choices: offer, note: say };
  for (const [name, part] of Object.entries(parts)) {
    model.on(`change:${name}`, part);
    part();
  }
}

export default { render };
