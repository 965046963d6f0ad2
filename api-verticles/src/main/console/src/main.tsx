import { render } from "preact";
import { followAlarms } from "./alarms/openAlarms";
import { asRefusal } from "./api/refusal";
import { App } from "./app";
import { Fault } from "./fault";
import { keepPages } from "./offline/install";
import { followNetwork, renewed } from "./offline/network";
import { startOutbox } from "./offline/outbox";
import { tidy } from "./offline/store";
import { followProfile } from "./profile";
import { loadRights } from "./rights";
import { followWindows, KEPT_FARM, signIn } from "./session";
import { loadTexts } from "./texts/texts";

/** After the first page, with its map. */
const SOON_MILLIS = 15_000;

const root = document.getElementById("app");
if (root)
  Promise.all([signIn(), loadTexts()])
    .then(([session]) => {
      if (!session) return;
      renewed.subscribe(() => void loadRights());
      followProfile();
      render(<App session={session} />, root);
      keepPages();
      followNetwork();
      followAlarms();
      followWindows();
      if (localStorage.getItem(KEPT_FARM))
        setTimeout(() => void import("./offline/farmCopy").then(({ renewFarm }) => renewFarm()), SOON_MILLIS);
      // in a browser that keeps nothing, the console works as long as there is a network
      void startOutbox().then(
        () => tidy(),
        () => {},
      );
    })
    .catch((error: unknown) => {
      const fault = asRefusal(error);
      if (fault) render(<Fault fault={fault} retry={() => location.reload()} />, root);
    });
