import { render } from "preact";
import { asRefusal } from "./api/refusal";
import { App } from "./app";
import { Fault } from "./fault";
import { keepPages } from "./offline/install";
import { followProfile } from "./profile";
import { loadRights } from "./rights";
import { signIn } from "./session";
import { loadTexts } from "./texts/texts";

const root = document.getElementById("app");
if (root)
  Promise.all([signIn(), loadTexts()])
    .then(([session]) => {
      if (!session) return;
      void loadRights();
      followProfile();
      render(<App session={session} />, root);
      keepPages();
    })
    .catch((error: unknown) => {
      const fault = asRefusal(error);
      if (fault) render(<Fault fault={fault} retry={() => location.reload()} />, root);
    });
