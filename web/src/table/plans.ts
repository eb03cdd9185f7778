// Actions that are chosen before it is one's turn.
import { meantBy, type Plan, type Planner } from "../board/picking/premove";
import type { TableView } from "./tableView";

/** Who may plan now: one person with one seat, while another one is to act. */
export function plannerOf({ snapshot, mine }: TableView): Planner | null {
  const { premoves: how, state } = snapshot;
  const [seat, ...more] = mine;
  if (how === "none" || state.status !== "playing") return null;
  if (seat === undefined || more.length || state.frame.turn === seat) return null;
  return { seat, how };
}

/** The legal action that was planned; null where there is none, or more than one. */
export function plannedAction({ snapshot }: TableView, plan: Plan): string | null {
  const [action, ...more] = meantBy(snapshot.board, snapshot.state.frame, plan);
  return action === undefined || more.length ? null : action;
}
