import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import "./sheet.css";

interface Props {
  title: string;
  /** id and name of each part; nothing for a page with one part */
  parts?: (readonly [id: string, name: string])[];
  part?: Signal<string>;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A page without a map: a title, links to its parts, and cards below each other. */
export function Sheet({ title, parts = [], part, tools, children }: Props) {
  const here = parts.some(([id]) => id === part?.value) ? part?.value : parts[0]?.[0];
  return (
    <div class="sheet">
      <header class="sheet-head">
        <h1>{title}</h1>
        {parts.length > 1 && part && (
          <nav class="parts" aria-label={title}>
            {parts.map(([id, name]) => (
              <button
                key={id}
                class={id === here ? "here" : ""}
                aria-current={id === here ? "true" : undefined}
                onClick={() => (part.value = id)}
              >
                {name}
              </button>
            ))}
          </nav>
        )}
        {tools}
      </header>
      {children}
    </div>
  );
}

interface CardProps {
  title: string;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A titled part of a sheet. */
export function Card({ title, tools, children }: CardProps) {
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
