import { page } from "./address";
import { MapPage } from "./map/mapPage";
import { type Session, signOut } from "./session";

const pages = [{ id: "map", name: "Map", icon: "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3z M9 3v15 M15 6v15" }];

export function App({ session }: { session: Session }) {
  return (
    <div class="frame">
      <nav class="rail" aria-label="Pages">
        <span class="brand" aria-hidden="true">G</span>
        {pages.map((entry) => (
          <button
            key={entry.id}
            class={page.value === entry.id ? "here" : ""}
            aria-current={page.value === entry.id ? "page" : undefined}
            onClick={() => (page.value = entry.id)}
            title={entry.name}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={entry.icon} />
            </svg>
            <span>{entry.name}</span>
          </button>
        ))}
        <button class="leave" onClick={() => void signOut()} title={`Sign out ${session.user}`}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M15 4h4v16h-4 M10 8l-4 4 4 4 M6 12h10" />
          </svg>
          <span>{session.user}</span>
        </button>
      </nav>
      <main>
        <MapPage />
      </main>
    </div>
  );
}
