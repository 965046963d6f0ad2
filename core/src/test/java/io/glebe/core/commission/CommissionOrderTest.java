package io.glebe.core.commission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommissionOrderTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final CommissionOrder.Limits LIMITS =
      new CommissionOrder.Limits(2, Duration.ofDays(30));
  private static final UUID FARM = UUID.randomUUID();
  private static final UUID FIELD = UUID.randomUUID();

  private final ObjectNode body = order();

  private static ObjectNode order() {
    ObjectNode order = Json.object().put("farmId", FARM.toString());
    order.put("endsAt", "2026-05-02T10:00:00Z");
    order.putArray("fieldIds").add(FIELD.toString());
    order.putArray("permissions").add("field:read").add("result:create");
    return order;
  }

  private static CommissionOrder read(ObjectNode body) {
    return CommissionOrder.read(body, LIMITS, NOW);
  }

  private static List<String> faults(ObjectNode body) {
    Problem refused = catchThrowableOfType(Problem.class, () -> read(body));
    assertThat(refused).as("refusal of %s", body).isNotNull();
    return refused.violations().stream().map(v -> v.where() + " " + v.rule()).toList();
  }

  @Test
  void anOrderBeginsNowUnlessItNamesAStart() {
    assertThat(read(body))
        .isEqualTo(
            new CommissionOrder(
                FARM,
                List.of(FIELD),
                List.of(Permission.of("field:read"), Permission.of("result:create")),
                NOW,
                Instant.parse("2026-05-02T10:00:00Z"),
                Json.object()));
    body.put("startsAt", "2026-05-01T20:00:00Z").putObject("parameters").put("layer", "NDVI");
    assertThat(read(body).from()).isEqualTo("2026-05-01T20:00:00Z");
    assertThat(read(body).parameters().path("layer").asText()).isEqualTo("NDVI");
  }

  @Test
  void anEmptyOrderMissesEveryMember() {
    assertThat(faults(Json.object()))
        .containsExactlyInAnyOrder(
            "/farmId required", "/fieldIds length", "/permissions length", "/endsAt required");
  }

  @Test
  void allFaultsAreReportedAtOnceEachAtItsPlace() {
    body.put("farmId", "home").put("a~b", 1).put("startsAt", "today").put("parameters", "NDVI");
    body.withArray("fieldIds").add(FIELD.toString());
    body.withArray("permissions").add("field:read").add("field:delete").add("user:read");

    assertThat(faults(body))
        .containsExactlyInAnyOrder(
            "/a~0b unknown-member",
            "/farmId required",
            "/fieldIds/1 field",
            "/permissions/2 duplicate",
            "/permissions/3 permission",
            "/permissions/4 permission",
            "/startsAt type",
            "/parameters type");
  }

  @Test
  @Tag("GLEBE_COMMISSION_FIELDS")
  void listsAreBounded() {
    body.withArray("fieldIds").add(UUID.randomUUID().toString()).add(UUID.randomUUID().toString());
    for (int i = 0; i < 100; i++) {
      body.withArray("permissions").add("field:read");
    }

    assertThat(faults(body)).containsExactly("/fieldIds length", "/permissions length");
  }

  @ParameterizedTest
  @Tag("GLEBE_COMMISSION_TIME")
  @CsvSource({
    "2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z", // no time at all
    "2026-05-03T10:00:00Z, 2026-05-02T10:00:00Z", // ends before its start
    "2026-04-01T10:00:00Z, 2026-05-01T09:59:59Z", // has ended
    "2026-05-02T10:00:00Z, 2026-05-31T10:00:01Z" // more than 30 days from now
  })
  void aPeriodEndsInTheFutureWithinTheLimit(String from, String until) {
    body.put("startsAt", from).put("endsAt", until);

    assertThat(faults(body)).containsExactly("/endsAt period");
  }

  @Test
  void aPeriodMayLastUntilTheLimit() {
    body.put("endsAt", "2026-05-31T10:00:00Z");

    assertThat(read(body).until()).isEqualTo("2026-05-31T10:00:00Z");
  }

  @Test
  void aCommissionGrantsNoDeletionAndNoAdministration() {
    assertThat(CommissionPermissions.names())
        .contains("field:read", "result:create", "result:update")
        .doesNotContain("field:update", "farm:read", "user:read")
        .noneMatch(name -> name.endsWith(":delete"))
        .doesNotHaveDuplicates();
  }
}
