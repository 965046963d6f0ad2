package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * One mail address belongs to one person, also with concurrent invitations by farms and concurrent
 * first requests of accounts.
 */
class UniqueMailAddressTest {
  private final FarmPerson first = new FarmPerson();
  private final FarmPerson second = new FarmPerson();
  private final TestFarm one = new TestFarm(first.subject);
  private final TestFarm other = new TestFarm(second.subject);

  private static String newAddress() {
    return "emp-" + UUID.randomUUID() + "@corp.example";
  }

  private static UUID invite(FarmPerson owner, TestFarm farm, String email) {
    return owner.invite(farm, email, "OWNER");
  }

  @Test
  void anOlderInvitationWithALaterAddressChangeIsNotUsed() {
    UUID older = second.creates(other, newAddress());
    String email = newAddress();
    UUID meant = invite(first, one, email);
    HttpResponse<String> taken =
        second.send("PATCH", "/v1/users/" + older, "{'email': '" + email + "'}");
    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
    assertThat(invite(second, other, email)).isEqualTo(meant);
  }

  @Test
  void manyPeopleAreInvitedConcurrently() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<UUID>> invited = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        invited.add(threads.submit(() -> invite(first, one, newAddress())));
      }
      for (Future<UUID> person : invited) {
        assertThat(person.get()).isNotNull();
      }
    }
  }

  @Test
  void concurrentInvitationsOfANewAddressCreateOneUser() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        String email = newAddress();
        CyclicBarrier start = new CyclicBarrier(2);
        List<Future<UUID>> invited = new ArrayList<>();
        invited.add(
            threads.submit(
                () -> {
                  start.await();
                  return invite(first, one, email);
                }));
        invited.add(
            threads.submit(
                () -> {
                  start.await();
                  return invite(second, other, email.toUpperCase(Locale.ROOT));
                }));
        Set<UUID> people = new HashSet<>();
        for (Future<UUID> person : invited) {
          people.add(person.get());
        }
        assertThat(people).hasSize(1);
      }
    }
  }

  /** Creates a second open invitation for the same address. */
  private static void inviteBeside(FarmPerson owner, TestFarm farm, String email) {
    UUID id = owner.creates(farm, email);
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(id, farm.farm, TestFarm.role("OWNER")));
  }

  @Test
  void anotherAccountCannotTakeAnOpenInvitationOfTheSameAddress() throws Exception {
    String email = newAddress();
    inviteBeside(first, one, email);
    inviteBeside(second, other, email);
    String employee = token("employee-" + UUID.randomUUID(), email);
    assertThat(farms(employee)).containsExactly(one.farm.toString());
    String successor = token("successor-" + UUID.randomUUID(), email);
    assertThat(get(successor, "/v1/farms").statusCode()).isEqualTo(403);
    invite(second, other, email);
    assertThat(farms(employee)).contains(other.farm.toString());
  }

  @Test
  void oneOfTwoConcurrentAccountsWithTheSameAddressGetsAccess() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 6; i++) {
        String email = newAddress();
        inviteBeside(first, one, email);
        inviteBeside(second, other, email);
        CyclicBarrier start = new CyclicBarrier(2);
        List<String> tokens =
            List.of(token("a-" + UUID.randomUUID(), email), token("b-" + UUID.randomUUID(), email));
        List<Future<Integer>> signIns = new ArrayList<>();
        for (String token : tokens) {
          signIns.add(
              threads.submit(
                  () -> {
                    start.await();
                    return get(token, "/v1/farms").statusCode();
                  }));
        }
        for (Future<Integer> signIn : signIns) {
          signIn.get();
        }
        assertThat(tokens.stream().map(token -> get(token, "/v1/farms").statusCode()))
            .containsExactlyInAnyOrder(200, 403);
      }
    }
  }

  private static HttpResponse<String> get(String token, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(TestPlatform.shared().uri(path));
    return TestPlatform.shared().send(request.header("Authorization", "Bearer " + token));
  }

  private static List<String> farms(String token) {
    HttpResponse<String> answer = get(token, "/v1/farms");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<String> farms = new ArrayList<>();
    for (JsonNode farm : Json.parse(answer.body()).path("items")) {
      farms.add(farm.path("id").asText());
    }
    return farms;
  }

  /**
   * A token signed with the key of the platform's own provider, for an account that the provider
   * does not have.
   */
  private static String token(String subject, String email) throws Exception {
    var platform = TestPlatform.shared().platform();
    var rows =
        platform
            .infrastructure()
            .database()
            .query("select jwk from identity.signing_key order by created_at desc, kid limit 1")
            .await();
    RSAKey key = RSAKey.parse(rows.iterator().next().getString(0));
    Instant now = Instant.now();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(platform.identity().issuer())
            .subject(subject)
            .audience("farm-api")
            .claim("azp", "test-app")
            .claim("scope", "farm-read farm-write")
            .claim("email", email)
            .claim("email_verified", true)
            .jwtID(UUID.randomUUID().toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(300)))
            .build();
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID(key.getKeyID())
            .type(new JOSEObjectType("at+jwt"))
            .build();
    SignedJWT jwt = new SignedJWT(header, claims);
    jwt.sign(new RSASSASigner(key));
    return jwt.serialize();
  }
}
