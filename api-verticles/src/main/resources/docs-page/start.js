// Requests that are tried out are sent as the person who is signed in at the console.
const session = document.querySelector("#session");
let secret;

function asPerson(request) {
  const own = new URL(request.url, location.href).origin === location.origin;
  if (own && secret && !request.headers.Authorization) request.headers["X-Glebe-Session"] = secret;
  return request;
}

async function readSession() {
  const answer = await fetch("../console/session?absent=empty");
  if (answer.status === 200) {
    const { user, csrf } = await answer.json();
    secret = csrf;
    session.textContent = `Operations are tried out as ${user}.`;
  } else if (answer.status === 204) {
    session.innerHTML = '<a href="../console/session/login?return=/docs/">Sign in to try out operations</a>';
  }
}

window.onload = () => {
  readSession();
  window.ui = SwaggerUIBundle({
    requestInterceptor: asPerson,
    showMutatedRequest: false, // the command to copy has not the secret of the session
    urls: [
      {url: "../v1/openapi.json", name: "Farm"},
      {url: "../api/v2/openapi.json", name: "Spatio-temporal"},
      {url: "../sta/v1.1/openapi.json", name: "Sensors"},
      {url: "../store/openapi.json", name: "App registry"},
      //SERVICES
    ],
    dom_id: "#swagger-ui",
    deepLinking: true,
    docExpansion: "none",
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [plainPaths],
    syntaxHighlight: {theme: "obsidian"}, // numbers of the usual one are too dark
    layout: "StandaloneLayout"
  });
};
