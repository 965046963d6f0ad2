package io.glebe.api.console;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.html.SignInPage;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Sign-in by authorization code with PKCE: the redirect to the provider and the return. */
final class SignInFlow {
  static final String LOGIN = SignInPage.LOGIN;
  static final String CALLBACK = "/console/session/callback";
  static final String HOME = "/console/";

  /** The value of {@code prompt} with which the provider asks for missing scopes. */
  static final String CONSENT = "consent";

  /** The console and the page of operations; no text that a browser could take for another host. */
  private static final Pattern TARGET =
      Pattern.compile("/(console|docs)/([?#][!-\\[\\]-~]{0,2000})?");

  /** Other addresses of this host, without those of sign-ins. */
  private static final Pattern ADDRESS =
      Pattern.compile("/(?!(?:console|docs|dev)(?:/|$)|/)[!-\\[\\]-~]{1,2000}");

  private final IdentityProvider provider;
  private final ConsoleSessions sessions;
  private final Function<ApiRequest, String> base;
  private final FailureThrottle throttle;
  private final PendingSignIns waiting;

  /**
   * @param base address of the platform that people are sent back to
   * @param throttle counts returns without a pending sign-in, and invalid codes
   */
  SignInFlow(
      IdentityProvider provider,
      ConsoleSessions sessions,
      PendingSignIns waiting,
      Function<ApiRequest, String> base,
      FailureThrottle throttle) {
    this.provider = provider;
    this.sessions = sessions;
    this.base = base;
    this.throttle = throttle;
    this.waiting = waiting;
  }

  /** Redirects the browser to the provider. */
  Future<Reply> begin(ApiRequest request) {
    String redirect = base.apply(request);
    if (!request.links().base().equals(redirect)) {
      // cookies belong to one host: begin at the host of the redirect URI
      return Future.succeededFuture(Reply.redirect(redirect + request.raw().uri()));
    }
    return provider
        .endpoints()
        .compose(known -> toProvider(request, redirect, known.authorization()));
  }

  private Future<Reply> toProvider(ApiRequest request, String redirect, String authorization) {
    String browser = SessionCookies.signIn(request.raw()).orElseGet(RandomText::next);
    String target = target(request.params().text("return").orElse(HOME));
    PendingSignIns.SignIn signIn =
        new PendingSignIns.SignIn(
            RandomText.digest(browser),
            RandomText.next(),
            RandomText.next(),
            redirect + CALLBACK,
            target);
    return waiting
        .begin(signIn)
        .map(
            state ->
                Reply.redirect(
                        authorization
                            + (authorization.contains("?") ? "&" : "?")
                            + encoded(query(request, signIn, state)))
                    .addHeader(
                        "Set-Cookie",
                        SessionCookies.setSignIn(browser, PendingSignIns.LIFE, isSecure(redirect)))
                    .cache("no-store"));
  }

  private Map<String, String> query(
      ApiRequest request, PendingSignIns.SignIn signIn, String state) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", provider.clientId());
    query.put("redirect_uri", signIn.redirect());
    query.put("scope", provider.scope());
    query.put("state", state);
    query.put("nonce", signIn.nonce());
    query.put("code_challenge", RandomText.digest(signIn.verifier()));
    query.put("code_challenge_method", "S256");
    query.put("response_mode", "query");
    request
        .params()
        .choice("prompt", List.of(CONSENT))
        .ifPresent(prompt -> query.put("prompt", prompt));
    return query;
  }

  static String target(String target) {
    return TARGET.matcher(target).matches() || isAddress(target) ? target : HOME;
  }

  private static boolean isAddress(String target) {
    return ADDRESS.matcher(target).matches() && !target.contains("..");
  }

  static boolean isSecure(String redirect) {
    return redirect.startsWith("https:");
  }

  private static String encoded(Map<String, String> query) {
    return query.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** Handles the browser's return from the provider, with a code or with an error. */
  Future<Reply> finish(ApiRequest request) {
    Optional<String> state = request.params().text("state");
    Optional<String> browser = SessionCookies.signIn(request.raw());
    Future<Optional<PendingSignIns.SignIn>> pending =
        state.isPresent() && browser.isPresent()
            ? waiting.take(state.get(), browser.get())
            : Future.succeededFuture(Optional.empty());
    return pending.compose(signIn -> finish(request, signIn));
  }

  private Future<Reply> finish(ApiRequest request, Optional<PendingSignIns.SignIn> signIn) {
    if (signIn.isEmpty()) {
      failed(request);
      return page("This sign-in is over", "It took too long, or it began in another browser.");
    }
    Optional<String> issuer = request.params().text("iss");
    if (issuer.isPresent() && !issuer.get().equals(provider.issuer())) {
      return page("This sign-in is not ours", "The answer came from another identity provider.");
    }
    Optional<String> code = request.params().text("code");
    if (code.isEmpty()) {
      String error = request.params().text("error").orElse("");
      return error.equals("access_denied")
          ? page("You are not signed in", "The console may not act for you.")
          : page("The sign-in failed", "The identity provider refused it.");
    }
    return redeemed(request, signIn.get(), code.get());
  }

  private void failed(ApiRequest request) {
    throttle.failedOrRefused(
        FailureThrottle.Kind.SIGN_IN, FailureThrottle.source(request.clientAddress()));
  }

  private Future<Reply> redeemed(ApiRequest request, PendingSignIns.SignIn signIn, String code) {
    return provider
        .redeem(code, signIn.verifier(), signIn.redirect())
        .compose(
            tokens ->
                person(tokens, signIn).compose(person -> signedIn(request, signIn, person, tokens)))
        .recover(
            failure ->
                failure instanceof OAuthError || isBadToken(failure)
                    ? refused(request)
                    : Future.failedFuture(failure));
  }

  private Future<Reply> refused(ApiRequest request) {
    failed(request);
    return page("The sign-in failed", reason());
  }

  /**
   * A message for users. It names the place where operators find the reason, and omits the
   * provider's text.
   */
  private String reason() {
    return provider.known().isPresent()
        ? "The identity provider does not accept the console's client. The operator of the platform"
            + " reads why, and which setting is missing, at /health/ready or by: glebe status"
        : "The identity provider's response is not valid.";
  }

  private static boolean isBadToken(Throwable failure) {
    return failure instanceof Problem problem && problem.status() < 500;
  }

  private Future<ConsoleSession.Person> person(LoginTokens tokens, PendingSignIns.SignIn signIn) {
    if (tokens.id().isEmpty()) {
      return Future.failedFuture(new OAuthError("invalid_token", "there is no ID token"));
    }
    return provider
        .checkId(tokens.id().get(), signIn.nonce())
        .map(
            claims -> {
              String subject = claims.getSubject().getValue();
              String name =
                  Optional.ofNullable(claims.getStringClaim("preferred_username"))
                      .or(() -> Optional.ofNullable(claims.getStringClaim("name")))
                      .orElse(subject);
              Optional<String> sid = Optional.ofNullable(claims.getStringClaim("sid"));
              return new ConsoleSession.Person(subject, sid, name);
            });
  }

  private Future<Reply> signedIn(
      ApiRequest request,
      PendingSignIns.SignIn signIn,
      ConsoleSession.Person person,
      LoginTokens tokens) {
    Future<Void> former =
        SessionCookies.session(request.raw()).map(sessions::end).orElse(Future.succeededFuture());
    boolean secure = isSecure(signIn.redirect());
    return former
        .compose(ended -> sessions.open(person, tokens))
        .map(
            cookie ->
                onward(signIn.target())
                    .addHeader("Set-Cookie", SessionCookies.set(cookie, secure))
                    .cache("no-store"));
  }

  /**
   * The reply that goes on to the target. A redirect would be of the provider's site for the
   * browser, and an API accepts the session for requests of its own pages only, so a page of ours
   * goes on to APIs.
   */
  private static Reply onward(String target) {
    if (!isAddress(target)) {
      return Reply.empty(303).location(target);
    }
    String html =
        Html.startUnstyled("Signed in")
            + "<p>You are signed in. <a href=\"%s\">Go on</a></p>".formatted(Html.escape(target))
            + Html.END;
    return new ConsolePageHeaders(Optional.empty())
        .on(Reply.text(200, Html.CONTENT_TYPE, html))
        .header("Refresh", "0; url=" + target);
  }

  private static Future<Reply> page(String title, String text) {
    String html =
        Html.startUnstyled(title)
            + "<h1>%s</h1><p>%s</p><p><a href=\"%s\">Sign in again</a></p>"
                .formatted(Html.escape(title), Html.escape(text), HOME)
            + Html.END;
    return Future.succeededFuture(
        new ConsolePageHeaders(Optional.empty())
            .on(Reply.text(400, Html.CONTENT_TYPE, html).cache("no-store")));
  }
}
