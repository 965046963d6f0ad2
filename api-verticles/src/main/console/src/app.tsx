import { useEffect, useRef } from "preact/hooks";
import { addressOf, page } from "./address";
import { LazyPage } from "./lazyPage";
import { type Page, pages } from "./pages";
import { type Session, signOut } from "./session";

const LEAVE = "M15 4h4v16h-4 M10 8l-4 4 4 4 M6 12h10";

/** The frame of all pages: a narrow rail chooses the page. */
export function App({ session }: { session: Session }) {
  const here = pages.find((one) => one.id === page.value) ?? pages[0]!;
  const content = useRef<HTMLElement>(null);
  const opened = useRef(here.id);
  useEffect(() => {
    document.title = `${here.name} · Glebe`;
    if (opened.current !== here.id) content.current?.focus(); // a screen reader continues at the start of the page
    opened.current = here.id;
  }, [here.id]);
  return (
    <div class="frame">
      <button class="skip" onClick={() => content.current?.focus()}>
        Skip to the page
      </button>
      <nav class="rail" aria-label="Pages">
        <span class="brand" aria-hidden="true">
          G
        </span>
        {pages.map((one) => (
          <RailLink key={one.id} to={one} here={one === here} />
        ))}
        <button class="leave" onClick={() => void signOut()} title={`Sign out ${session.user}`}>
          <Icon lines={LEAVE} />
          <span>{session.user}</span>
        </button>
      </nav>
      <main tabIndex={-1} ref={content} aria-label={here.name}>
        <LazyPage key={here.id} page={here} />
      </main>
    </div>
  );
}

function RailLink({ to, here }: { to: Page; here: boolean }) {
  return (
    <a class={here ? "here" : ""} href={addressOf(to.id)} aria-current={here ? "page" : undefined} title={to.name}>
      <Icon lines={to.icon} />
      <span>{to.name}</span>
    </a>
  );
}

function Icon({ lines }: { lines: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
