import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useLoading } from "../loading";
import type { Versioned } from "../offline/waiting";
import { Loaded } from "./loaded";

interface Props<T> {
  load: (signal: AbortSignal) => Promise<Versioned<T>>;
  /** of which the person waits */
  what: string;
  /** @param again opens the newest version in its place */
  children: (opened: Versioned<T>, again: () => void) => ComponentChildren;
}

/**
 * A record that a person changes in a form. What the person changes is compared with what was opened, also when the network
 * comes back and the record is loaded again.
 */
export function Opened<T>(props: Props<T>) {
  const round = useSignal(0);
  return <Version key={round.value} {...props} again={() => round.value++} />;
}

function Version<T>({ load, what, children, again }: Props<T> & { again: () => void }) {
  const loaded = useLoading(load, []);
  const opened = useRef<Versioned<T>>(undefined);
  return (
    <Loaded of={loaded} what={what}>
      {(newest) => children((opened.current ??= newest), again)}
    </Loaded>
  );
}
