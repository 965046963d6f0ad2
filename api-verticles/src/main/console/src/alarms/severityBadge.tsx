import { wordIn } from "../texts/texts";
import { words } from "../words";

const LOOKS: Record<string, string> = { CRITICAL: "bad", WARNING: "warn" };

/** How urgent an alarm is, in words and by colour. */
export const SeverityBadge = ({ of }: { of: string }) => (
  <span class={`badge ${LOOKS[of] ?? ""}`}>{wordIn(words(of))}</span>
);
