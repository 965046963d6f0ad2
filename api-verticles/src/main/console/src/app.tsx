import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { addressOf, page } from "./address";
import { openAlarms } from "./alarms/openAlarms";
import { Fault } from "./fault";
import { LazyPage } from "./lazyPage";
import { showsNothing } from "./offline/network";
import { outbox, refused, waiting } from "./offline/outbox";
import { StatusBar } from "./offline/statusBar";
import { type Page, pages } from "./pages";
import { useAction } from "./parts/action";
import { UndoBar } from "./parts/undo";
import { rights } from "./rights";
import { type Session, signOut } from "./session";
import { counted, t } from "./texts/texts";

/** Pages that a phone shows at first; as in look/phone.css. */
const FIRST = 4;

const MORE = "M4 7h16 M4 12h16 M4 17h16";
const LESS = "M5 9l7 7 7-7";
const LEAVE = "M15 4h4v16h-4 M10 8l-4 4 4 4 M6 12h10";

/** The frame of all pages: a narrow rail chooses the page. */
export function App({ session }: { session: Session }) {
  const here = pages.find((one) => one.id === page.value) ?? pages[0]!;
  const offered = pages.filter((one) => one.offered?.(session) ?? true);
  const name = t(here.name);
  const counts: Record<string, number> = {
    offline: waiting.value.length + refused.value.length,
    alarms: openAlarms.value.length,
  };
  const content = useRef<HTMLElement>(null);
  const opened = useRef(here.id);
  const more = useSignal(false);
  useEffect(() => {
    more.value = false;
    document.title = `${name} · Glebe`;
    showsNothing();
    if (opened.current !== here.id) content.current?.focus(); // a screen reader continues at the start of the page
    opened.current = here.id;
  }, [here.id]);
  useEffect(() => {
    document.querySelector(".rail [aria-current=page]")?.scrollIntoView({ inline: "nearest", block: "nearest" });
  }, [here.id, offered.length]); // pages are offered when the rights are known
  return (
    <div class="frame">
      <button class="skip" onClick={() => content.current?.focus()}>
        {t("Skip to the page")}
      </button>
      <nav class={more.value ? "rail open" : "rail"} aria-label={t("Pages")}>
        <span class="brand" aria-hidden="true">
          G
        </span>
        {offered.map((one) => (
          <RailLink key={one.id} to={one} here={one === here} count={counts[one.id] ?? 0} />
        ))}
        <SignOut user={session.user} />
        <More
          all={more}
          count={offered.slice(FIRST).reduce((sum, one) => sum + (one === here ? 0 : (counts[one.id] ?? 0)), 0)}
        />
      </nav>
      <main tabIndex={-1} ref={content} aria-label={name}>
        <Content page={here} mayOpen={offered.includes(here)} />
      </main>
      <UndoBar />
      <StatusBar />
    </div>
  );
}

/** The open page; a page that is not there, or not for the person, says so. */
function Content({ page: here, mayOpen }: { page: Page; mayOpen: boolean }) {
  const known = here.id === page.value;
  if (known && mayOpen) return <LazyPage key={here.id} page={here} />;
  if (known && rights.value === undefined)
    return <div class="alone card skeleton" role="status" aria-label={t("Loading {what}", { what: t(here.name) })} />;
  return (
    <div class="alone card" role="alert">
      <h1>{known ? t("This page is not for you") : t("There is no such page")}</h1>
      <p class="hint">
        {known
          ? t("Your roles do not include it. An administrator can change them.")
          : t("The link may be old or mistyped.")}
      </p>
      <a class="plain" href={addressOf(pages[0]!.id)}>
        {t("Go to the map")}
      </a>
    </div>
  );
}

/** On a phone: shows the pages for which the rail has no room, and hides them. */
function More({ all, count }: { all: Signal<boolean>; count: number }) {
  return (
    <button class="more" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
      <Icon lines={all.value ? LESS : MORE} />
      <span>{t(all.value ? "Less" : "More")}</span>
      {count > 0 && !all.value && <b class="count">{count}</b>}
    </button>
  );
}

/** Signing out takes two clicks; it removes what this browser keeps of the person. */
function SignOut({ user }: { user: string }) {
  const asking = useSignal(false);
  const stay = useRef<HTMLButtonElement>(null);
  const { busy, fault, run } = useAction();
  useEffect(() => stay.current?.focus(), [asking.value]);
  const unsent = outbox.value.filter(({ fate }) => fate === "waiting" || fate === "refused").length;
  return (
    <div class="leave">
      <button
        onClick={() => (asking.value = !asking.value)}
        aria-expanded={asking.value}
        aria-label={t("Sign out {user}", { user })}
      >
        <Icon lines={LEAVE} />
        <span>{user}</span>
      </button>
      {asking.value && (
        <div
          class="card ask"
          role="group"
          aria-label={t("Sign out {user}", { user })}
          onKeyDown={(event) => event.key === "Escape" && (asking.value = false)}
        >
          <p>{t("Sign out {user}?", { user })}</p>
          {unsent > 0 && (
            <p class="fault">
              {counted("{n} change is not sent and will be lost.|{n} changes are not sent and will be lost.", unsent)}
            </p>
          )}
          {fault.value && <Fault fault={fault.value} />}
          <button class="strong" disabled={busy.value} onClick={() => run(signOut, () => {})}>
            {t("Sign out")}
          </button>
          <button class="plain" ref={stay} onClick={() => (asking.value = false)}>
            {t("Stay")}
          </button>
        </div>
      )}
    </div>
  );
}

/** @param count of what waits there for the person */
function RailLink({ to, here, count }: { to: Page; here: boolean; count: number }) {
  return (
    <a class={here ? "here" : ""} href={addressOf(to.id)} aria-current={here ? "page" : undefined} title={t(to.name)}>
      <Icon lines={to.icon} />
      <span>{t(to.name)}</span>
      {count > 0 && <b class="count">{count}</b>}
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
