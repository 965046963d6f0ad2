package io.glebe.api.service;

import static io.glebe.api.service.ServicesClient.MAINTAINER;
import static io.glebe.api.service.ServicesClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.api.boot.IdentityModule;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.identity.Audiences;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services from their onboarding to their end, and their credentials. */
class ServiceOnboardingTest {
  private static final String ASSERTION_TYPE =
      "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  private final ServicesClient client = new ServicesClient();

  private static String name() {
    return "Service " + UUID.randomUUID();
  }

  private static ObjectNode reason() {
    return Json.object().put("reason", "it sends wrong data");
  }

  private static ECKey pair() throws JOSEException {
    return new ECKeyGenerator(Curve.P_256).keyIDFromThumbprint(true).generate();
  }

  private static String assertion(
      ECKey key, String clientId, UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
    Instant now = Instant.now();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(clientId)
            .subject(clientId)
            .audience(TestPlatform.shared().uri("/services/token").toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(60)))
            .jwtID(UUID.randomUUID().toString());
    SignedJWT jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.ES256), change.apply(claims).build());
    jwt.sign(new ECDSASigner(key));
    return jwt.serialize();
  }

  private HttpResponse<String> signIn(String assertion) {
    return client.signIn("client_assertion_type", ASSERTION_TYPE, "client_assertion", assertion);
  }

  private String withKey(ECKey key) {
    ObjectNode body = Json.object().put("name", name());
    body.set("publicKey", Json.parse(key.toPublicJWK().toJSONString()));
    ObjectNode made = ok(client.post(MAINTAINER, "/services", body), 201);
    assertThat(made.has("clientSecret")).isFalse();
    assertThat(made.path("authentication").asText()).isEqualTo("PRIVATE_KEY_JWT");
    return made.path("id").asText();
  }

  @Test
  void theSecretIsShownOnceAndNeverStored() {
    String name = name();
    ServicesClient.Service service = client.onboard(name);

    assertThat(service.secret()).hasSizeGreaterThan(40);
    HttpResponse<String> read = client.get(MAINTAINER, "/services/" + service.id());
    assertThat(ok(read, 200).path("name").asText()).isEqualTo(name);
    assertThat(read.body()).doesNotContain(service.secret()).doesNotContain("clientSecret");
    String stored =
        TestPlatform.shared()
            .platform()
            .infrastructure()
            .database()
            .query(
                "select s::text from service.service s where id = $1",
                UUID.fromString(service.id()))
            .await()
            .iterator()
            .next()
            .getString(0);
    assertThat(stored).doesNotContain(service.secret());
  }

  @Test
  void aServiceHasARecordWhoseHistoryNamesTheMaintainer() {
    ServicesClient.Service service = client.onboard(name());

    ObjectNode record = ok(client.get(MAINTAINER, "/v1/processing-services/" + service.id()), 200);
    assertThat(record.path("status").asText()).isEqualTo("ACTIVE");
    assertThat(record.path("serviceClientId").asText()).isEqualTo(service.clientId());
    client.post(MAINTAINER, "/services/" + service.id() + "/disable", reason());
    JsonNode entries =
        ok(client.get("admin", "/v1/audit-logs?entityId=" + service.id()), 200).path("items");
    assertThat(entries).hasSize(2);
    assertThat(entries.get(0).path("changedByUserId").asText()).isNotEmpty();
    assertThat(entries.get(1).path("reason").asText()).isEqualTo("it sends wrong data");
  }

  @Test
  void aServiceSignsInWithItsSecretAndReadsItself() {
    ServicesClient.Service service = client.onboard(name());
    String token = client.token(service);

    ObjectNode itself = ok(client.send(token, "GET", "/services/" + service.id(), ""), 200);
    assertThat(itself.path("clientId").asText()).isEqualTo(service.clientId());
    ServicesClient.Service other = client.onboard(name());
    assertThat(client.send(token, "GET", "/services/" + other.id(), "").statusCode())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/fields", "/v1/farms", "/v1/users", "/services", "/v1/processing-jobs"})
  void aServiceWithoutACommissionReadsNothing(String path) {
    String token = client.token(client.onboard(name()));

    assertThat(client.send(token, "GET", path, "").statusCode()).isEqualTo(403);
  }

  @Test
  void wrongCredentialsAreRefused() {
    ServicesClient.Service service = client.onboard(name());

    assertThat(
            client.signIn("client_id", service.clientId(), "client_secret", "wrong").statusCode())
        .isEqualTo(401);
    assertThat(
            client
                .signIn("client_id", "svc-" + UUID.randomUUID(), "client_secret", service.secret())
                .statusCode())
        .isEqualTo(401);
    assertThat(client.signIn("client_id", service.clientId()).statusCode()).isEqualTo(401);
    assertThat(client.signIn("client_id", "sensor", "client_secret", "x").statusCode())
        .isEqualTo(401);
  }

  @Test
  void theDocumentHasTheMembersOfTheFormOfASignIn() {
    JsonNode document = Json.parse(client.get(MAINTAINER, "/services/openapi.json").body());
    JsonNode content =
        document
            .path("paths")
            .path("/services/token")
            .at("/post/requestBody/content")
            .path("application/x-www-form-urlencoded");
    JsonNode schema = document.at("/components/schemas/ServiceTokenRequest");

    assertThat(content.at("/schema/$ref").asText()).endsWith("/ServiceTokenRequest");
    assertThat(schema.path("properties").properties())
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrder(
            "grant_type",
            "client_id",
            "client_secret",
            "client_assertion",
            "client_assertion_type");
    assertThat(content.at("/example/grant_type").asText())
        .isEqualTo(schema.at("/properties/grant_type/enum/0").asText());
  }

  private static HttpResponse<String> token(String form, String accept) {
    TestPlatform platform = TestPlatform.shared();
    return platform.send(
        HttpRequest.newBuilder(platform.uri("/services/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept", accept)
            .POST(HttpRequest.BodyPublishers.ofString(form)));
  }

  @ParameterizedTest
  @CsvSource({
    "grant_type=client_credentials&client_id=svc-a&client_secret=b, 401, invalid_client",
    "client_id=svc-a&client_secret=b, 400, invalid_request",
    "grant_type=client_credentials&client_id=a&client_id=b, 400, invalid_request",
    "grant_type=password&username=a&password=b, 400, unsupported_grant_type"
  })
  void aRefusalIsAProblemAndAnErrorOfOAuth(String form, int status, String error) {
    for (String type : List.of("application/problem+json", "application/json")) {
      HttpResponse<String> refused = token(form, type);

      assertThat(refused.statusCode()).isEqualTo(status);
      assertThat(refused.headers().firstValue("Content-Type")).contains(type);
      ObjectNode body = Json.parseObject(refused.body());
      assertThat(body.path("error").asText()).isEqualTo(error);
      assertThat(body.path("error_description").asText()).isNotEmpty();
      assertThat(body.path("status").asInt()).isEqualTo(status);
    }
  }

  @Test
  void aServiceSignsInWithAnAssertionOnce() throws JOSEException {
    ECKey key = pair();
    String clientId = "svc-" + withKey(key);
    String assertion = assertion(key, clientId, claims -> claims);

    assertThat(ok(signIn(assertion), 200).path("expires_in").asInt()).isEqualTo(3600);
    HttpResponse<String> again = signIn(assertion);
    assertThat(again.statusCode()).isEqualTo(401);
    assertThat(again.body()).contains("used before");
  }

  @Test
  void anAssertionOfAnotherKeyAudienceOrTimeIsRefused() throws JOSEException {
    ECKey key = pair();
    String clientId = "svc-" + withKey(key);
    Date past = Date.from(Instant.now().minusSeconds(120));
    Date soon = Date.from(Instant.now().plusSeconds(300));

    assertThat(signIn(assertion(pair(), clientId, c -> c)).statusCode()).isEqualTo(401);
    assertThat(signIn(assertion(key, clientId, c -> c.audience("https://id.example"))).statusCode())
        .isEqualTo(401);
    assertThat(signIn(assertion(key, clientId, c -> c.expirationTime(past))).statusCode())
        .isEqualTo(401);
    assertThat(signIn(assertion(key, clientId, c -> c.expirationTime(soon))).statusCode())
        .isEqualTo(401);
    assertThat(signIn(assertion(key, clientId, c -> c.jwtID(null))).statusCode()).isEqualTo(401);
    assertThat(signIn("no.jwt").statusCode()).isEqualTo(401);
    assertThat(client.signIn("client_id", clientId, "client_secret", "x").statusCode())
        .isEqualTo(401);
  }

  @Test
  void aDisabledServiceHasNoTokensOnAnyProcess() {
    ServicesClient.Service service = client.onboard(name());
    String token = client.token(service);
    Platform platform = TestPlatform.shared().platform();
    IdentityModule other =
        TestPlatform.identityOfAnotherNode(platform, platform.infrastructure().settings());
    assertThat(other.callers().authenticate(token, Audiences.FARM).await().clientId())
        .contains(service.clientId());

    ok(client.post(MAINTAINER, "/services/" + service.id() + "/disable", reason()), 200);

    assertThat(client.send(token, "GET", "/services/" + service.id(), "").statusCode())
        .isEqualTo(401);
    Awaitility.await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () -> {
              try {
                other.callers().authenticate(token, Audiences.FARM).await();
                return false;
              } catch (Problem refused) {
                return refused.status() == 401;
              }
            });
    assertThat(
            client
                .signIn("client_id", service.clientId(), "client_secret", service.secret())
                .statusCode())
        .isEqualTo(401);
    assertThat(
            client
                .post(MAINTAINER, "/services/" + service.id() + "/disable", reason())
                .statusCode())
        .isEqualTo(409);

    ok(
        client.post(MAINTAINER, "/services/" + service.id() + "/enable", MissingNode.getInstance()),
        200);
    assertThat(client.send(token, "GET", "/services/" + service.id(), "").statusCode())
        .isEqualTo(401);
    assertThat(client.token(service)).isNotEmpty();
  }

  @Test
  void aNewSecretEndsTheOldOneAndItsTokens() {
    ServicesClient.Service service = client.onboard(name());
    String token = client.token(service);
    String path = "/services/" + service.id() + "/secret";

    ObjectNode renewed = ok(client.post(MAINTAINER, path, MissingNode.getInstance()), 200);

    assertThat(client.send(token, "GET", "/services/" + service.id(), "").statusCode())
        .isEqualTo(401);
    assertThat(
            client
                .signIn("client_id", service.clientId(), "client_secret", service.secret())
                .statusCode())
        .isEqualTo(401);
    String secret = renewed.path("clientSecret").asText();
    assertThat(client.token(new ServicesClient.Service(service.id(), secret))).isNotEmpty();
  }

  @Test
  void theOldestTokenEndsBeyondTheLimit() {
    ServicesClient.Service service = client.onboard(name());
    String first = client.token(service);
    int limit =
        TestPlatform.shared().platform().infrastructure().settings().get(ServiceSettings.TOKENS);
    for (int i = 0; i < limit; i++) {
      client.token(service);
    }

    Awaitility.await()
        .until(
            () -> client.send(first, "GET", "/services/" + service.id(), "").statusCode() == 401);
  }

  @Test
  void onlyMaintainersMaintain() {
    ServicesClient.Service service = client.onboard(name());
    String path = "/services/" + service.id();
    ObjectNode body = Json.object().put("name", name());

    for (String user : new String[] {"developer", "reviewer", "stranger"}) {
      assertThat(client.post(user, "/services", body).statusCode()).isEqualTo(403);
      assertThat(client.as(user, "PUT", path, body).statusCode()).isEqualTo(403);
      assertThat(client.post(user, path + "/disable", reason()).statusCode()).isEqualTo(403);
      assertThat(client.post(user, path + "/secret", MissingNode.getInstance()).statusCode())
          .isEqualTo(403);
    }
    assertThat(client.post(MAINTAINER, path + "/disable", Json.object()).statusCode())
        .isEqualTo(422);
    assertThat(
            client
                .post(MAINTAINER, "/services/" + UUID.randomUUID() + "/disable", reason())
                .statusCode())
        .isEqualTo(404);
  }

  @Test
  void allFaultsOfAServiceAreReportedAtOnce() throws JOSEException {
    ObjectNode body = Json.object().put("name", "x").put("secret", "mine");
    body.set("publicKey", Json.parse(pair().toJSONString())); // with the private part

    HttpResponse<String> refused = client.post(MAINTAINER, "/services", body);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("/name", "/secret", "/publicKey/d");
    String large = "{\"name\": \"" + "x".repeat(40_000) + "\"}";
    assertThat(client.send(client.token(MAINTAINER), "POST", "/services", large).statusCode())
        .isEqualTo(413);
  }
}
