package io.glebe.api.partner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The routes of the sandbox partner. Lists give their next page in all supported styles, so they
 * work with every setting.
 */
final class SandboxRoutes {
  private static final int PAGE = 5;
  private static final int MAX_FORM_BYTES = 64 * 1024;
  private static final Body FORM =
      Body.bytes("application/x-www-form-urlencoded").upTo(MAX_FORM_BYTES);
  private static final Set<String> OWN_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final int MAX_PAGE = 1000;
  private static final String ACCOUNT = "[A-Za-z0-9._-]{1,80}";
  private static final String BASIC =
      "Basic "
          + Base64.getEncoder()
              .encodeToString(
                  (SandboxPartner.CLIENT + ":" + SandboxPartner.SECRET)
                      .getBytes(StandardCharsets.UTF_8));

  private final SandboxPartner partner;

  SandboxRoutes(SandboxPartner partner) {
    this.partner = partner;
  }

  void contribute(RouteTable.Builder routes) {
    String organizations = SandboxPartner.PATH + "/organizations";
    routes
        .get(
            Surface.ROOT,
            SandboxPartner.PATH + "/authorize",
            now("authorize", this::authorize).takes(Parameter.ignored()))
        .post(
            Surface.ROOT,
            SandboxPartner.PATH + "/authorize",
            now("decide", this::decide).body(FORM).takes(Parameter.ignored()))
        .post(
            Surface.ROOT,
            SandboxPartner.PATH + "/token",
            now("token", this::token).body(FORM).takes(Parameter.ignored()))
        .put(
            Surface.ROOT,
            SandboxPartner.PATH + "/accounts/{account}",
            now("changeAccount", this::change).body(Body.JSON))
        .get(Surface.ROOT, SandboxPartner.PATH + "/accounts/{account}", now("account", this::show))
        .get(
            Surface.ROOT,
            organizations,
            data("organizations", (account, r) -> Optional.of(account.data().organizations())))
        .get(
            Surface.ROOT,
            organizations + "/{organizationId}/farms",
            data("farms", (account, r) -> account.data().farms(r.path("organizationId"))))
        .get(
            Surface.ROOT,
            organizations + "/{organizationId}/farms/{farmId}/fields",
            data(
                "fields",
                (account, r) -> account.data().fields(r.path("organizationId"), r.path("farmId"))));
  }

  private static Operation operation(String id, Endpoint endpoint) {
    return Operation.of("sandbox" + id, "Sandbox partner: " + id, Guard.PUBLIC, endpoint)
        .tag("sandbox");
  }

  private static Operation now(String id, Function<ApiRequest, Reply> handler) {
    return operation(
        id, request -> Future.succeededFuture(handler.apply(request).cache("no-store")));
  }

  /** The list of an account; empty if the list does not exist. */
  private interface Listing {
    Optional<List<ObjectNode>> of(SandboxAccount account, ApiRequest request);
  }

  private Operation data(String id, Listing listing) {
    ObjectNode number = Schemas.integer(0, MAX_PAGE);
    return operation(id, request -> answer(request, listing))
        .takes(
            Parameter.query("page", "number of the page", number),
            Parameter.query("pageToken", "nextPageToken of the page before", number));
  }

  private Future<Reply> answer(ApiRequest request, Listing listing) {
    Optional<SandboxAccount> account =
        request
            .header("Authorization")
            .filter(header -> header.startsWith("Bearer "))
            .flatMap(header -> partner.bearer(header.substring("Bearer ".length())));
    if (account.isEmpty()) {
      return Future.succeededFuture(error(401, "invalid_token"));
    }
    SandboxAccount.Behaviour behaviour = account.get().next(request.raw().path());
    Reply reply =
        listing
            .of(account.get(), request)
            .map(entries -> page(request, entries))
            .orElseGet(() -> error(404, "unknown"));
    return switch (behaviour.failure()) {
      case NONE -> Future.succeededFuture(reply);
      case ERROR -> Future.succeededFuture(error(500, "out of order"));
      case GARBAGE -> Future.succeededFuture(Reply.text(200, "text/html", "<html>oops"));
      case SLOW -> delayed(reply, behaviour.delayMillis());
      case RATE_LIMITED -> {
        Reply limited = error(429, "slow down");
        yield Future.succeededFuture(
            behaviour.retryAfter().isEmpty()
                ? limited
                : limited.header("Retry-After", behaviour.retryAfter()));
      }
    };
  }

  private static Future<Reply> delayed(Reply reply, int delayMillis) {
    Promise<Reply> promise = Promise.promise();
    Vertx.currentContext()
        .owner()
        .setTimer(Math.max(1, delayMillis), tick -> promise.complete(reply));
    return promise.future();
  }

  private static Reply page(ApiRequest request, List<ObjectNode> entries) {
    int number =
        request
            .params()
            .integer("page", 0, MAX_PAGE)
            .or(() -> request.params().integer("pageToken", 0, MAX_PAGE))
            .orElse(0);
    int from = Math.min(entries.size(), number * PAGE);
    int to = Math.min(entries.size(), from + PAGE);
    ObjectNode page = Json.object().put("total", entries.size());
    ArrayNode values = page.putArray("values");
    entries.subList(from, to).forEach(values::add);
    ArrayNode links = page.putArray("links");
    String base = request.raw().path();
    links.addObject().put("rel", "self").put("uri", base + "?page=" + number);
    Reply reply;
    if (to < entries.size()) {
      String next = base + "?page=" + (number + 1);
      links.addObject().put("rel", "nextPage").put("uri", next);
      page.put("nextPageToken", Integer.toString(number + 1));
      reply = Reply.json(page).header("Link", "<" + next + ">; rel=\"next\"");
    } else {
      reply = Reply.json(page);
    }
    return reply.cache("no-store");
  }

  private static Reply error(int status, String code) {
    return Reply.json(status, Json.object().put("error", code)).cache("no-store");
  }

  private Reply authorize(ApiRequest request) {
    URI redirect = redirect(request.params().required("redirect_uri"));
    String state = request.params().text("state").orElse("");
    return Reply.text(
            200,
            Html.CONTENT_TYPE,
            Html.startUnstyled("Sandbox partner")
                + """
                <h1>Sandbox partner</h1><p>May Glebe read your organizations, farms and
                fields?</p><form method="post" action="authorize">
                <label>Account <input name="account" value="demo"></label>
                <input type="hidden" name="redirect_uri" value="%s">
                <input type="hidden" name="state" value="%s">
                <button name="decision" value="allow">Allow</button>
                <button name="decision" value="refuse">Refuse</button></form>
                """
                    .formatted(Html.escape(redirect.toString()), Html.escape(state))
                + Html.END)
        .header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }

  private Reply decide(ApiRequest request) {
    Map<String, String> form = form(request);
    URI redirect = redirect(form.getOrDefault("redirect_uri", ""));
    String account = form.getOrDefault("account", "demo");
    if (!account.matches(ACCOUNT)) {
      throw Problem.malformed("account must match " + ACCOUNT);
    }
    String answer =
        form.getOrDefault("decision", "allow").equals("allow")
            ? "code=" + partner.code(account, redirect.toString())
            : "error=access_denied";
    String state = URLEncoder.encode(form.getOrDefault("state", ""), StandardCharsets.UTF_8);
    String separator = redirect.getRawQuery() == null ? "?" : "&";
    return Reply.redirect(redirect + separator + answer + "&state=" + state);
  }

  /** Redirects only to this machine. */
  private static URI redirect(String text) {
    try {
      URI uri = URI.create(text);
      if ("http".equals(uri.getScheme())
          && uri.getHost() != null
          && OWN_MACHINE.contains(uri.getHost())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw Problem.malformed("redirect_uri must be an address of this machine");
  }

  private Reply token(ApiRequest request) {
    if (!request.header("Authorization").equals(Optional.of(BASIC))) {
      return error(401, "invalid_client").header("WWW-Authenticate", "Basic realm=\"sandbox\"");
    }
    Map<String, String> form = form(request);
    Optional<ObjectNode> tokens =
        switch (form.getOrDefault("grant_type", "")) {
          case "authorization_code" ->
              partner.redeem(form.getOrDefault("code", ""), form.getOrDefault("redirect_uri", ""));
          case "refresh_token" -> partner.refresh(form.getOrDefault("refresh_token", ""));
          default -> Optional.empty();
        };
    return tokens.map(Reply::json).orElseGet(() -> error(400, "invalid_grant"));
  }

  private static Map<String, String> form(ApiRequest request) {
    Map<String, String> form = new HashMap<>();
    for (String pair : request.body().toString(StandardCharsets.UTF_8).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        form.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return form;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.malformed("the form contains a broken percent escape");
    }
  }

  private Reply change(ApiRequest request) {
    String name = request.path("account");
    ObjectNode body = request.json();
    partner.account(name).change(body);
    if (body.path("revoked").asBoolean()) {
      partner.revoke(name);
    }
    if (body.path("expired").asBoolean()) {
      partner.expire(name);
    }
    return Reply.noContent();
  }

  private Reply show(ApiRequest request) {
    int requests = partner.account(request.path("account")).requests();
    return Reply.json(Json.object().put("requests", requests));
  }
}
