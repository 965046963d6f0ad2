package io.glebe.api.console;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.LogoutTokenValidator;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.identity.DocumentFetch;
import io.glebe.core.identity.KeySource;
import io.glebe.core.identity.SigningAlgorithms;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The identity provider of the console's sign-in. Thread-safe. */
final class IdentityProvider {
  private static final Duration FETCH_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration METADATA_AGE = Duration.ofMinutes(10);
  private static final int MAX_TOKEN_CHARS = 16 * 1024;
  private static final String PROBE_REDIRECT = "https://probe.invalid/";
  private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

  /**
   * The addresses and keys of the provider.
   *
   * @param issuer its name
   * @param reachedAt the address at which this process reaches the issuer; differs from the issuer
   *     only for the development identity behind an outside address
   */
  record Dependencies(
      HttpClient http, KeySource keys, ScopeMap scopes, String issuer, String reachedAt) {}

  /** Endpoints by discovery. */
  record Endpoints(
      String authorization, String token, Optional<String> endSession, Instant until) {}

  private final Dependencies dependencies;
  private final ClientProof proof;
  private final InstantSource clock;
  private final TokenClient tokens;
  private final ClientSetUp setUp;
  private final LogoutTokenCheck logouts;
  private final DocumentFetch documents;
  private final RefreshedTokens<Endpoints> endpoints;

  IdentityProvider(Dependencies dependencies, ClientProof proof, InstantSource clock) {
    this.dependencies = dependencies;
    this.proof = proof;
    this.clock = clock;
    tokens = new TokenClient(dependencies.http(), clock);
    setUp = new ClientSetUp(proof.clientId(), proof.hasKey(), clock);
    logouts = new LogoutTokenCheck(clock);
    documents = new DocumentFetch(dependencies.http(), FETCH_TIMEOUT);
    endpoints =
        new RefreshedTokens<>(this::discover, known -> clock.instant().isBefore(known.until()));
  }

  String clientId() {
    return proof.clientId();
  }

  String issuer() {
    return dependencies.issuer();
  }

  /** All scopes that the console's pages may need, requested at sign-in. */
  String scope() {
    return "openid profile " + String.join(" ", dependencies.scopes().all());
  }

  Future<Endpoints> endpoints() {
    return endpoints.get();
  }

  private Future<Endpoints> discover() {
    return documents
        .json(dependencies.reachedAt() + "/.well-known/openid-configuration")
        .compose(this::endpoints)
        .recover(
            failure ->
                Future.failedFuture(
                    Problem.tooBusy(
                        "the identity provider cannot be reached",
                        RetrySeconds.IDENTITY_PROVIDER)));
  }

  private Future<Endpoints> endpoints(Map<String, Object> document) {
    Object authorization = document.get("authorization_endpoint");
    Object token = document.get("token_endpoint");
    if (!issuer().equals(document.get("issuer"))
        || !(authorization instanceof String where)
        || !(token instanceof String at)) {
      return Future.failedFuture("the discovery document is none of this issuer");
    }
    Optional<String> end =
        Optional.ofNullable(document.get("end_session_endpoint")).map(Object::toString);
    return Future.succeededFuture(
        new Endpoints(where, at, end, clock.instant().plus(METADATA_AGE)));
  }

  /** The address by which this process reaches an endpoint of the issuer. */
  private String reached(String endpoint) {
    String issuer = issuer();
    return endpoint.startsWith(issuer)
        ? dependencies.reachedAt() + endpoint.substring(issuer.length())
        : endpoint;
  }

  private Future<LoginTokens> grant(String type, Map<String, String> fields) {
    return endpoints()
        .compose(
            known -> {
              Map<String, String> form = proof.fields(known.token());
              form.put("grant_type", type);
              form.putAll(fields);
              return tokens.post(reached(known.token()), form);
            })
        .onComplete(done -> note(type, done));
  }

  private void note(String type, AsyncResult<LoginTokens> done) {
    ClientSetUp.Step step =
        type.equals(EXCHANGE) ? ClientSetUp.Step.EXCHANGE : ClientSetUp.Step.SIGN_IN;
    if (done.succeeded()) {
      setUp.worked(step);
    } else if (done.cause() instanceof OAuthError refused) {
      setUp.refused(step, refused);
    }
  }

  /**
   * The reason why users cannot sign in at the console or why its pages get no tokens, as a message
   * for operators. Asks the provider at intervals, without waiting for its answer.
   */
  Optional<String> failure() {
    if (setUp.isDue()) {
      var _ = probe();
    }
    return setUp.failure();
  }

  /** The same without asking. */
  Optional<String> known() {
    return setUp.failure();
  }

  /** Sends a code and a token that do not exist; completes when both have been refused. */
  Future<Void> probe() {
    String noCode = RandomText.next();
    return redeem(noCode, RandomText.next(), PROBE_REDIRECT)
        .transform(
            done ->
                setUp.failure().isPresent()
                    ? Future.succeededFuture()
                    : exchange(noCode, "farm-api"))
        .otherwiseEmpty()
        .mapEmpty();
  }

  /** Redeems the code of a sign-in. */
  Future<LoginTokens> redeem(String code, String verifier, String redirect) {
    return grant(
        "authorization_code",
        Map.of("code", code, "code_verifier", verifier, "redirect_uri", redirect));
  }

  /** New login tokens; the provider may have rotated the refresh token. */
  Future<LoginTokens> refresh(LoginTokens previous) {
    if (previous.refresh().isEmpty()) {
      return Future.failedFuture(new OAuthError("invalid_grant", "there is no refresh token"));
    }
    return grant("refresh_token", Map.of("refresh_token", previous.refresh().get()))
        .map(
            next ->
                new LoginTokens(
                    next.access(),
                    next.until(),
                    next.refresh().or(previous::refresh),
                    next.id().or(previous::id)));
  }

  /** The token of one API for the person of the login token (RFC 8693). */
  Future<LoginTokens> exchange(LoginTokens login, String audience) {
    return exchange(login.access(), audience);
  }

  private Future<LoginTokens> exchange(String access, String audience) {
    var scopes =
        new TreeSet<>(dependencies.scopes().names().getOrDefault(audience, java.util.Set.of()));
    return grant(
        EXCHANGE,
        Map.of(
            "subject_token",
            access,
            "subject_token_type",
            ACCESS_TOKEN,
            "audience",
            audience,
            "scope",
            String.join(" ", scopes)));
  }

  /** Checks an ID token: signature, issuer, audience, authorized party, times, nonce. */
  Future<IDTokenClaimsSet> checkId(String token, String nonce) {
    return checked(
            token,
            (jwt, algorithm, keys) ->
                new IDTokenValidator(
                        new Issuer(issuer()), new ClientID(clientId()), algorithm, keys)
                    .validate(jwt, new Nonce(nonce)))
        .map(this::ours);
  }

  /** Among several audiences, the token is for the one that {@code azp} names. */
  private IDTokenClaimsSet ours(IDTokenClaimsSet claims) {
    String party = claims.getStringClaim("azp");
    boolean isOurs = party == null ? claims.getAudience().size() == 1 : party.equals(clientId());
    if (!isOurs) {
      throw Problem.malformed("azp of the ID token does not name the console's client");
    }
    return claims;
  }

  /** Checks a logout token, which is accepted once. */
  Future<LogoutTokenClaimsSet> checkLogout(String token) {
    return checked(
            token,
            (jwt, algorithm, keys) ->
                new LogoutTokenValidator(
                        new Issuer(issuer()), new ClientID(clientId()), algorithm, keys)
                    .validate(jwt))
        .map(logouts::accept);
  }

  @FunctionalInterface
  private interface Check<T> {
    T of(SignedJWT jwt, JWSAlgorithm algorithm, JWKSet keys) throws BadJOSEException, JOSEException;
  }

  private <T> Future<T> checked(String token, Check<T> check) {
    SignedJWT jwt;
    try {
      jwt = SignedJWT.parse(token.length() > MAX_TOKEN_CHARS ? "" : token);
    } catch (ParseException e) {
      return Future.failedFuture(Problem.malformed("the token is malformed"));
    }
    JWSAlgorithm algorithm = jwt.getHeader().getAlgorithm();
    if (!SigningAlgorithms.allowed(algorithm)) {
      return Future.failedFuture(Problem.malformed("the token's algorithm is not accepted"));
    }
    return dependencies
        .keys()
        .keys(Optional.ofNullable(jwt.getHeader().getKeyID()))
        .compose(keys -> checked(jwt, algorithm, keys, check));
  }

  private static <T> Future<T> checked(
      SignedJWT jwt, JWSAlgorithm algorithm, List<JWK> keys, Check<T> check) {
    List<JWK> fitting = keys.stream().filter(k -> SigningAlgorithms.fits(algorithm, k)).toList();
    try {
      return Future.succeededFuture(check.of(jwt, algorithm, new JWKSet(fitting)));
    } catch (BadJOSEException | JOSEException e) {
      return Future.failedFuture(Problem.malformed("the token is not valid: " + e.getMessage()));
    }
  }
}
