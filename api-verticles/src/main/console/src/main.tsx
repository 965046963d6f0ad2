import { render } from "preact";
import { asRefusal } from "./api/refusal";
import { App } from "./app";
import { Fault } from "./fault";
import { signIn } from "./session";

const root = document.getElementById("app");
if (root)
  signIn()
    .then((session) => session && render(<App session={session} />, root))
    .catch((error: unknown) => {
      const fault = asRefusal(error);
      if (fault) render(<Fault fault={fault} retry={() => location.reload()} />, root);
    });
