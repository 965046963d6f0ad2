package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A subject of an issuer has at most one User record. */
class UniqueSubjectTest {
  private static HttpResponse<String> put(UUID id, String subject, String more) {
    String body =
        "{'id': '%s', 'originType': 'USER', 'displayName': 'Somebody', 'subject': '%s'%s}"
            .formatted(id, subject, more);
    return TestFarm.send("admin", "PUT", "/v1/users/" + id, body.replace('\'', '"'));
  }

  @Test
  void aSubjectWithoutAnIssuerBelongsToTheConfiguredIssuer() {
    UUID id = UUID.randomUUID();
    HttpResponse<String> made = put(id, "only-" + id, "");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(Json.parse(made.body()).path("issuer").asText())
        .isEqualTo("urn:glebe:development-identity");
    HttpResponse<String> again = put(id, "only-" + id, "");
    assertThat(again.headers().firstValue("ETag")).as("no change").contains("\"1\"");
  }

  @Test
  void aSecondRecordOfASubjectIsAConflictThatDoesNotRevealTheFirst() {
    FarmPerson holder = new FarmPerson();
    for (String issuer :
        List.of(
            "",
            ", 'issuer': 'urn:glebe:development-identity'",
            ", 'issuer': '%s'".formatted(TestPlatform.shared().platform().identity().issuer()),
            ", 'issuer': 'http://localhost:1/dev/identity'")) {
      HttpResponse<String> second = put(UUID.randomUUID(), holder.subject, issuer);
      assertThat(second.statusCode()).isEqualTo(409);
      assertThat(Json.parse(second.body()).path("type").asText()).endsWith("business-key");
      assertThat(second.body()).doesNotContain(holder.id.toString());
    }
    for (String other : List.of("urn:another", "https://people.example/dev/identity")) {
      assertThat(put(UUID.randomUUID(), holder.subject, ", 'issuer': '" + other + "'").statusCode())
          .as("the same word at another provider is somebody else")
          .isEqualTo(201);
    }
  }

  @Test
  void subjectsAreComparedExactly() {
    String subject = "Case-" + UUID.randomUUID();
    assertThat(put(UUID.randomUUID(), subject, "").statusCode()).isEqualTo(201);
    assertThat(put(UUID.randomUUID(), subject.toLowerCase(java.util.Locale.ROOT), "").statusCode())
        .isEqualTo(201);
    assertThat(put(UUID.randomUUID(), subject, "").statusCode()).isEqualTo(409);
  }

  @Test
  void oneOfManyConcurrentWritesGetsTheSubject() {
    String subject = "race-" + UUID.randomUUID();
    List<Integer> answers =
        IntStream.range(0, 6)
            .parallel()
            .mapToObj(i -> put(UUID.randomUUID(), subject, "").statusCode())
            .sorted()
            .toList();
    assertThat(answers).containsExactly(201, 409, 409, 409, 409, 409);
  }
}
