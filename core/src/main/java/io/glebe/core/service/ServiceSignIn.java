package io.glebe.core.service;

import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.database.Database;
import io.glebe.core.database.Transaction;
import io.glebe.core.identity.ClientAssertion;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.text.ParseException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Sign-in of services with their client credentials, a secret or a signed assertion. Failed
 * attempts of an address slow down further ones.
 */
public final class ServiceSignIn {
  private static final String ENABLED =
      """
      select id, secret_digest, public_key
      from service.service
      where id = $1 and enabled
      """;

  private static final String UNKNOWN = "the client or its credentials are wrong";

  /** Credentials as sent; one of secret and assertion. */
  public record Credentials(
      Optional<String> clientId, Optional<String> secret, Optional<String> assertion) {
    /** Without the secret. */
    @Override
    public String toString() {
      return "Credentials";
    }
  }

  private final Database database;
  private final ServiceTokens tokens;
  private final FailureThrottle throttle;
  private final InstantSource clock;

  ServiceSignIn(
      Database database, ServiceTokens tokens, FailureThrottle throttle, InstantSource clock) {
    this.database = database;
    this.tokens = tokens;
    this.throttle = throttle;
    this.clock = clock;
  }

  /**
   * A token for the service; 401 for wrong credentials, 429 after too many of them.
   *
   * @param source {@link FailureThrottle#source} of the client
   * @param audiences addresses of the token endpoint that an assertion may name
   */
  public Future<ServiceTokens.Issued> signIn(
      Credentials credentials, String source, Set<String> audiences) {
    Optional<ClientAssertion> assertion = credentials.assertion().map(ClientAssertion::parse);
    String client =
        assertion
            .map(ClientAssertion::clientId)
            .or(credentials::clientId)
            .orElseThrow(() -> Problem.unauthorized("client_id is missing"));
    if (credentials.clientId().filter(named -> !named.equals(client)).isPresent()) {
      throw Problem.unauthorized("client_id is another than iss of the assertion");
    }
    if (assertion.isPresent() == credentials.secret().isPresent()) {
      throw Problem.unauthorized("one of client_secret and client_assertion is needed");
    }
    throttle
        .refusal(FailureThrottle.Kind.PASSWORD, source, client)
        .ifPresent(
            slowed -> {
              throw slowed;
            });
    return database
        .inTransaction(tx -> issued(tx, client, credentials.secret(), assertion, audiences))
        .onSuccess(done -> throttle.succeeded(FailureThrottle.Kind.PASSWORD, source, client))
        .onFailure(
            failure -> {
              if (failure instanceof Problem problem
                  && problem.type() == ProblemType.UNAUTHORIZED) {
                throttle.failed(FailureThrottle.Kind.PASSWORD, source, client);
              }
            });
  }

  private ServiceTokens.Issued issued(
      Transaction tx,
      String client,
      Optional<String> secret,
      Optional<ClientAssertion> assertion,
      Set<String> audiences) {
    check(tx, ENABLED, client, secret, assertion, audiences); // who is refused waits for nobody
    UUID service = check(tx, ENABLED + " for update", client, secret, assertion, audiences);
    assertion.ifPresent(signed -> use(tx, service, signed));
    return tokens.issue(tx, service);
  }

  private UUID check(
      Transaction tx,
      String query,
      String client,
      Optional<String> secret,
      Optional<ClientAssertion> assertion,
      Set<String> audiences) {
    Row row =
        ServiceIdentity.service(client)
            .flatMap(id -> tx.first(query, id))
            .orElseThrow(() -> Problem.unauthorized(UNKNOWN));
    String key = row.getString("public_key");
    Buffer digest = row.getBuffer("secret_digest");
    boolean isKnown =
        assertion.isPresent()
            ? key != null
            : digest != null && ServiceSecrets.matches(secret.orElse(""), digest);
    if (!isKnown) {
      throw Problem.unauthorized(UNKNOWN);
    }
    assertion.ifPresent(signed -> signed.check(List.of(parsed(key)), audiences, clock.instant()));
    return row.getUUID("id");
  }

  /** Notes that an assertion was used; 401 the second time. */
  private static void use(Transaction tx, UUID service, ClientAssertion assertion) {
    tx.execute(
        "delete from service.used_assertion where service_id = $1 and until < now()", service);
    int added =
        tx.update(
            """
            insert into service.used_assertion (service_id, digest, until) values ($1, $2, $3)
            on conflict do nothing
            """,
            service,
            ServiceSecrets.digest(assertion.id()),
            assertion.until().atOffset(ZoneOffset.UTC));
    if (added == 0) {
      throw Problem.unauthorized("the assertion was used before");
    }
  }

  private static JWK parsed(String key) {
    try {
      return JWK.parse(key);
    } catch (ParseException e) {
      throw new IllegalStateException("a stored key cannot be read", e);
    }
  }
}
