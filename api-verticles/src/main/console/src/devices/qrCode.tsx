import { useMemo } from "preact/hooks";
import { codeOf } from "./qr";

/** Light modules around the code, which readers need. */
const QUIET = 4;

/** A QR code, dark on white in both colour schemes, with its text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => codeOf(text), [text]);
  const side = size + 2 * QUIET;
  return (
    <figure class="qr">
      <svg viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label} shape-rendering="crispEdges">
        <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption>
        <a href={text}>{text}</a>
      </figcaption>
    </figure>
  );
}
