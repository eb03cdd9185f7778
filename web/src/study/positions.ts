// The positions of a tree as the hall shows them: each asked for once, and where one steps or jumps
// along lines that are known, before anybody looks at it.
import type { LineRequest, PositionRequest, PositionShown } from "../protocol";
import { actionsTo, branch, ends, pathTo, START, type Tree } from "./tree";

const AHEAD = 2; // actions of the line that are asked for before anybody looks at them
const MOST_LINES = 8; // of a tree that are fetched when it is opened

export interface Ask {
  position: (request: PositionRequest) => Promise<PositionShown>;
  line: (request: LineRequest) => Promise<PositionShown[]>;
}

export class Positions {
  private asked = new Map<number, Promise<PositionShown>>(); // all by branch
  private whole = new Map<number, PositionShown>();
  private looks = new Map<number, PositionShown>(); // without what may be done there

  constructor(
    private begins: Omit<LineRequest, "actions"> & Pick<PositionRequest, "language">,
    private ask: Ask,
    private onseen: () => void = () => undefined, // more positions are there
  ) {}

  /** What is asked about a branch. */
  place(tree: Tree, at: number) {
    return { ...this.begins, actions: actionsTo(tree, at) };
  }

  /** A position with all that may be done there. */
  at(tree: Tree, at: number): Promise<PositionShown> {
    const found = this.asked.get(at) ?? this.ask.position(this.place(tree, at));
    this.asked.set(at, found);
    found.then(
      (shown) => {
        this.whole.set(at, shown);
        this.onseen();
      },
      () => this.asked.delete(at), // the next one may be luckier
    );
    return found;
  }

  /** A position, if it is there already. */
  known(at: number): PositionShown | undefined {
    return this.whole.get(at);
  }

  /** What a position looks like, if that is there already. */
  seen(at: number): PositionShown | undefined {
    return this.whole.get(at) ?? this.looks.get(at);
  }

  /** Who steps on, or back, does not wait. */
  lookAround(tree: Tree, at: number): void {
    const wanted = pathTo(tree, at).slice(-1 - AHEAD, -1);
    let next = branch(tree, at).children[0];
    for (let i = 0; i < AHEAD && next !== undefined; i++) {
      wanted.push(next);
      next = branch(tree, next).children[0];
    }
    for (const one of wanted) this.at(tree, one).catch(() => undefined); // who goes there is told
  }

  /** Who jumps along a line that is known does not wait, either. */
  fetchLines(tree: Tree): void {
    const { game, position } = this.begins;
    for (const end of ends(tree).slice(0, MOST_LINES)) {
      const path = [START, ...pathTo(tree, end)];
      if (path.length <= AHEAD) continue;
      const keep = (shown: PositionShown[]): void => {
        shown.forEach((one, i) => this.looks.set(path[i] ?? START, one));
        this.onseen();
      };
      const request = { game, position, actions: actionsTo(tree, end) };
      this.ask.line(request).then(keep, () => undefined); // who goes there asks for it
    }
  }
}
