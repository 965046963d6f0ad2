package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.core.access.SubjectRoles;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Sends every write of the farm API with every role and with the identity of another user in the
 * body. No User record may have another identity afterwards.
 */
class IdentityWritersTest {
  private static final Set<String> WRITES = Set.of("PUT", "PATCH", "POST");
  private static final String THIEF = "thief-" + UUID.randomUUID();

  private final FarmTargets farm = new FarmTargets(new Random().nextLong());
  private final People people = new People(farm.farm());

  /** The identity of every user, by the id of the User record. */
  private static Map<UUID, String> identities() {
    RowSet<Row> rows =
        TestPlatform.shared()
            .platform()
            .infrastructure()
            .database()
            .query(
                "select id, concat_ws(' ', doc ->> 'issuer', doc ->> 'subject', doc ->> 'status',"
                    + " doc ->> 'email', doc ->> 'roleIds') as who from record.users")
            .await();
    Map<UUID, String> identities = new TreeMap<>();
    rows.forEach(row -> identities.put(row.getUUID("id"), row.getString("who")));
    return identities;
  }

  private static Target claiming(Target target, String attribute) {
    ObjectNode body = target.body().isEmpty() ? Json.object() : Json.parseObject(target.body());
    switch (attribute) {
      case "email" -> body.put(attribute, THIEF + "@example.org");
      case "status" -> body.put(attribute, "DISABLED");
      case "roleIds" ->
          body.putArray(attribute).add(Onboarding.roleId(SubjectRoles.ADMINISTRATOR).toString());
      default -> body.put(attribute, THIEF);
    }
    if (attribute.equals("issuer")) {
      body.put(attribute, "https://thief.example").put("subject", THIEF);
    }
    return target.with(Json.write(body));
  }

  @Test
  void onlyAnAdministratorCanChangeTheIdentityOfAUser() {
    List<Target> writes =
        farm.all().stream()
            .filter(target -> WRITES.contains(target.method()))
            .filter(target -> target.mediaType().endsWith("json"))
            .toList();
    assertThat(writes).hasSizeGreaterThan(100);
    Map<UUID, String> before = identities();
    for (Target target : writes) {
      boolean person = target.path().contains("/users");
      for (MatrixPerson somebody : people.all()) {
        boolean ordinary = !somebody.administrator() && !somebody.subject().isEmpty();
        for (String attribute : List.of("subject", "issuer", "status", "email", "roleIds")) {
          for (Transport transport : List.of(Transport.HTTP_1, Transport.BATCH)) {
            boolean chosen = person || attribute.equals("subject") && somebody.role().isPresent();
            if (ordinary && chosen && transport.carries(target)) {
              String token = people.token(somebody, "farm-api");
              transport.send(claiming(target, attribute), token, false);
            }
          }
        }
      }
    }
    Map<UUID, String> after = identities();
    before.forEach((id, who) -> assertThat(after).containsEntry(id, who));
    after.keySet().removeAll(before.keySet());
    assertThat(after.values())
        .as("made meanwhile")
        .noneMatch(who -> who.contains(" " + THIEF + " "));
  }
}
