import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SLOW_MILLIS = 5_000;

interface Props {
  /** of what the person waits */
  label: string;
  /** what the person can do when it takes long */
  slow: string;
}

/** A placeholder while something is loaded, with a hint when that takes long. */
export function Waiting({ label, slow }: Props) {
  const late = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (late.value = true), SLOW_MILLIS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div class="skeleton" role="status" aria-label={label} />
      <p class="hint" role="status">
        {late.value && slow}
      </p>
    </>
  );
}
