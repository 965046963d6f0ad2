package io.glebe.api.devidentity;

import io.glebe.core.identity.ClientAssertion;
import io.glebe.core.problem.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Authenticates a client by an assertion signed with its private key, which is accepted once. */
final class ClientAuthenticator {
  /** Longer than an assertion can be valid. */
  private static final Duration REMEMBERED =
      ClientAssertion.LIFE.plus(ClientAssertion.SKEW).multipliedBy(2);

  private static final int MAX_ASSERTIONS = 100_000;
  private static final String ASSERTION_TYPE =
      "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private final DevClients clients;
  private final String tokenEndpoint;
  private final InstantSource clock;
  private final ExpiringStore<Boolean> seen;

  ClientAuthenticator(DevClients clients, String tokenEndpoint, InstantSource clock) {
    this.clients = clients;
    this.tokenEndpoint = tokenEndpoint;
    this.clock = clock;
    seen = new ExpiringStore<>(MAX_ASSERTIONS, REMEMBERED, clock);
  }

  /** The client of a request to the token endpoint; {@code invalid_client} when it is unknown. */
  DevClient authenticate(Map<String, List<String>> form) {
    Optional<String> assertion = OAuthRequest.one(form, "client_assertion");
    return assertion.isPresent() ? byAssertion(form, assertion.get()) : publicClient(form);
  }

  private DevClient publicClient(Map<String, List<String>> form) {
    return OAuthRequest.one(form, "client_id")
        .flatMap(clients::find)
        .filter(client -> client.access() == DevClient.Access.PUBLIC)
        .orElseThrow(() -> ProtocolError.invalidClient("client authentication is missing"));
  }

  private DevClient byAssertion(Map<String, List<String>> form, String text) {
    require(
        OAuthRequest.one(form, "client_assertion_type").equals(Optional.of(ASSERTION_TYPE)),
        "client_assertion_type is another");
    try {
      ClientAssertion assertion = ClientAssertion.parse(text);
      DevClient client = claimed(form, assertion.clientId());
      assertion.check(client.keys(), Set.of(tokenEndpoint), clock.instant());
      require(
          seen.putIfAbsent(client.id() + " " + Secrets.digest(assertion.id()), true),
          "the assertion was used before");
      return client;
    } catch (Problem refused) {
      throw ProtocolError.invalidClient(refused.detail());
    }
  }

  private DevClient claimed(Map<String, List<String>> form, String id) {
    Optional<String> named = OAuthRequest.one(form, "client_id");
    require(named.isEmpty() || named.get().equals(id), "client_id is another");
    return clients
        .find(id)
        .filter(client -> client.access() == DevClient.Access.PRIVATE_KEY_JWT)
        .orElseThrow(() -> ProtocolError.invalidClient("the client is unknown"));
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw ProtocolError.invalidClient(reason);
    }
  }
}
