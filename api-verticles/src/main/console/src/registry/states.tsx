import { wordIn } from "../texts/texts";
import { words } from "../words";

const GOOD = ["APPROVED", "ENABLED", "COMPLETED", "ACKNOWLEDGED", "ACTIVE"];
const BUSY = ["SUBMITTED", "PENDING", "OPEN", "DELIVERED", "IN_PROGRESS", "ASSIGNED", "INVITED", "RUNNING"];
const BAD = ["REJECTED", "WITHDRAWN", "DISABLED", "FAILED", "DEAD"];

/** A state in ordinary words, with a colour for good, under way and bad. */
export function State({ state }: { state: string }) {
  const kind = GOOD.includes(state) ? "good" : BUSY.includes(state) ? "busy" : BAD.includes(state) ? "bad" : "";
  return <span class={`badge ${kind}`}>{wordIn(words(state))}</span>;
}
