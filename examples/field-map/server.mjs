// The server part of the sample app: sign-in, tokens and calls of the API. Tokens and the key never leave it.
// node server.mjs, with CLIENT_ID, ISSUER, GLEBE_URL, KEY_FILE (a private JWK of `./glebe apps new-key`) and PORT.
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, timingSafeEqual, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { CLIENT_ID, ISSUER, GLEBE_URL, KEY_FILE, PORT = "8001" } = process.env;
const BASE = `http://127.0.0.1:${PORT}`;
const SCOPE = "farm-read farm-write";
const LATE = 15; // seconds before the end of a token from which on it is not used any more
const MOST = 1000; // sessions, and sign-ins under way

const jwk = JSON.parse(readFileSync(KEY_FILE, "utf8"));
const key = createPrivateKey({ key: jwk, format: "jwk" });
const page = readFileSync(new URL("page.html", import.meta.url));
const provider = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json();
if (provider.issuer !== ISSUER) throw new Error("the provider has another issuer");

const sessions = new Map(); // by the value of the cookie
const pending = new Map(); // sign-ins under way, by state
const logouts = new Set(); // jti of logout tokens
const random = () => randomBytes(32).toString("base64url");
const now = () => Math.floor(Date.now() / 1000);
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hash = (text) => createHash("sha256").update(text).digest("base64url");
const same = (a, b) => timingSafeEqual(Buffer.from(hash(String(a))), Buffer.from(hash(String(b))));

class Refused extends Error {
  constructor(status, error, consent = false) {
    super(error);
    Object.assign(this, { status, consent });
  }
}
const endOf = (session) => sessions.delete(session.id);
function keep(map, id, value) {
  if (map.size >= MOST) map.delete(map.keys().next().value);
  map.set(id, value);
}

/** A call of the token endpoint with a fresh proof of the private key (private_key_jwt). */
async function tokens(form) {
  const head = { alg: jwk.kty === "EC" ? "ES256" : "RS256", ...(jwk.kid && { kid: jwk.kid }) };
  const claims = { iss: CLIENT_ID, sub: CLIENT_ID, aud: provider.token_endpoint, iat: now(), exp: now() + 60, jti: random() };
  const text = `${encoded(head)}.${encoded(claims)}`;
  const proof = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  const assertion = { client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", client_assertion: `${text}.${proof}` };
  const body = new URLSearchParams({ ...form, client_id: CLIENT_ID, ...assertion });
  const answer = await fetch(provider.token_endpoint, { method: "POST", body });
  const json = await answer.json();
  if (answer.ok) return { ...json, until: now() + json.expires_in - LATE };
  throw Object.assign(new Error(json.error), { consent: json.error === "access_denied" || /consent/.test(json.error_description ?? "") });
}

/** The claims of a token that the provider has signed for this app. */
async function claimsOf(token) {
  const [head, body, signature] = token.split(".");
  const { alg, kid } = JSON.parse(Buffer.from(head, "base64url"));
  const { keys } = await (await fetch(provider.jwks_uri)).json();
  const signer = keys.find((known) => known.kid === kid && (known.kty === "EC") === (alg === "ES256"));
  const proof = signer && { key: createPublicKey({ key: signer, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  const genuine = ["RS256", "ES256"].includes(alg) && proof && verify("sha256", Buffer.from(`${head}.${body}`), proof, Buffer.from(signature, "base64url"));
  const claims = JSON.parse(Buffer.from(body, "base64url"));
  const audiences = [claims.aud].flat();
  const ours = audiences.includes(CLIENT_ID) && (audiences.length === 1 || claims.azp === CLIENT_ID);
  if (!genuine || claims.iss !== ISSUER || !ours) throw new Refused(400, "the token is not of our provider for us");
  return claims;
}

function signIn(query, cookie) {
  const [state, nonce, verifier, browser] = [random(), random(), random(), cookie("sign-in") ?? random()];
  keep(pending, state, { nonce, verifier, browser, until: now() + 600 });
  const asked = { response_type: "code", response_mode: "query", client_id: CLIENT_ID, redirect_uri: `${BASE}/callback`, state, nonce };
  const challenge = { scope: `openid ${SCOPE}`, code_challenge: hash(verifier), code_challenge_method: "S256" };
  const prompt = query.get("consent") ? { prompt: "consent" } : {};
  return go(`${provider.authorization_endpoint}?${new URLSearchParams({ ...asked, ...challenge, ...prompt })}`, `sign-in=${browser}`);
}

async function signedIn(query, cookie) {
  const wanted = pending.get(query.get("state"));
  pending.delete(query.get("state"));
  if (!wanted || wanted.until < now() || !same(wanted.browser, cookie("sign-in"))) throw new Refused(400, "this sign-in is over; start again");
  if (query.has("iss") && query.get("iss") !== ISSUER) throw new Refused(400, "another provider answered");
  if (query.has("error")) {
    sessions.delete(cookie("session")); // refused: what was granted before ends here as well
    return go("/?refused", "session=; Max-Age=0");
  }
  const form = { grant_type: "authorization_code", code: query.get("code"), redirect_uri: `${BASE}/callback`, code_verifier: wanted.verifier };
  const login = await tokens(form);
  const person = await claimsOf(login.id_token);
  if (!person.sub || person.exp < now() || person.nonce !== wanted.nonce) throw new Refused(400, "the ID token is not of this sign-in");
  const session = { id: random(), login, sub: person.sub, sid: person.sid };
  keep(sessions, session.id, session);
  return go("/", `session=${session.id}`);
}

/** The API token of a session: the login is exchanged for it, and refreshed before. */
async function apiToken(session) {
  try {
    if (session.login.until < now() && session.login.refresh_token) {
      session.login = { ...session.login, ...(await tokens({ grant_type: "refresh_token", refresh_token: session.login.refresh_token })) };
    }
    if (!session.api || session.api.until < now()) {
      const login = { subject_token: session.login.access_token, subject_token_type: "urn:ietf:params:oauth:token-type:access_token" };
      session.api = await tokens({ grant_type: "urn:ietf:params:oauth:grant-type:token-exchange", ...login, audience: "farm-api", scope: SCOPE });
    }
    return session.api.access_token;
  } catch (error) {
    endOf(session);
    throw new Refused(401, error.consent ? "you have not given your consent" : "the session has ended", error.consent);
  }
}

async function api(session, path, options = {}) {
  const headers = { Authorization: `Bearer ${await apiToken(session)}`, "Content-Type": "application/json" };
  const answer = await fetch(GLEBE_URL + path, { ...options, headers });
  if (answer.status === 401) endOf(session);
  return [answer.status, { "Content-Type": "application/json" }, await answer.text()];
}

/** Back-channel logout: the provider ends sessions here. */
async function loggedOut(body) {
  const claims = await claimsOf(new URLSearchParams(body).get("logout_token") ?? "..");
  const event = claims.events?.["http://schemas.openid.net/event/backchannel-logout"];
  const fresh = Math.abs(now() - claims.iat) < 300 && claims.jti && !logouts.has(claims.jti);
  if (!event || !fresh || claims.nonce || !(claims.sid || claims.sub)) throw new Refused(400, "no valid logout token");
  logouts.add(claims.jti);
  const over = (session) => (claims.sid ? session.sid === claims.sid : session.sub === claims.sub);
  [...sessions.values()].filter(over).forEach(endOf);
  return [200, { "Cache-Control": "no-store" }, ""];
}

const go = (to, cookie) => [303, { Location: to, "Set-Cookie": `${cookie}; HttpOnly; SameSite=Lax; Path=/` }, ""];
const json = (status, value) => [status, { "Content-Type": "application/json" }, JSON.stringify(value)];
const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'";

async function answer(request, body) {
  const { pathname, searchParams } = new URL(request.url, BASE);
  const cookie = (name) => new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(request.headers.cookie ?? "")?.[1];
  const route = `${request.method} ${pathname}`;
  if (route === "GET /") return [200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy }, page];
  if (route === "GET /sign-in") return signIn(searchParams, cookie);
  if (route === "GET /callback") return signedIn(searchParams, cookie);
  if (route === "POST /backchannel-logout") return loggedOut(body);
  const session = sessions.get(cookie("session"));
  if (!session) throw new Refused(401, "you are not signed in");
  if (route === "GET /fields") return api(session, "/v1/features/collections/fields/items?limit=1000");
  if (request.headers["x-field-map"] !== "1") throw new Refused(403, "only our own page writes"); // other sites cannot send it
  if (route === "POST /sign-out") return endOf(session), json(200, {});
  if (route === "POST /activities") {
    const { fieldId, type } = JSON.parse(body);
    const made = { fieldId, type, plannedAt: new Date().toISOString() };
    return api(session, "/v1/actions", { method: "POST", body: JSON.stringify(made) });
  }
  throw new Refused(404, "there is nothing here");
}

function refusal(error) {
  const status = error.status ?? (error instanceof SyntaxError ? 400 : 502);
  const why = error.status ? error.message : status === 400 ? "the request is malformed" : "the platform cannot be reached";
  return json(status, { error: why, consent: error.consent ?? false });
}

createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => (parts.push(part), parts.length > 100 && request.destroy()));
  request.on("end", async () => {
    const [status, headers, text] = await answer(request, Buffer.concat(parts).toString()).catch(refusal);
    response.writeHead(status, { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", ...headers }).end(text);
  });
}).listen(Number(PORT), "127.0.0.1", () => console.log(`the field map is at ${BASE}`));
