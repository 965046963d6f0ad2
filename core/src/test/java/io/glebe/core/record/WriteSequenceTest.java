package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.glebe.core.record.write.WriteStep;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests sequences of writes, which succeed or fail together. */
class WriteSequenceTest {
  private static final RecordFixture FARM = new RecordFixture();

  private final UUID organization = UUID.randomUUID();
  private final UUID farm = UUID.randomUUID();
  private final UUID field = UUID.randomUUID();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static WriteStep put(Caller caller, String entity, UUID id, String body) {
    ObjectNode record = json(body).put("id", id.toString()).put("originType", "USER");
    return new WriteStep(WriteRequest.of(caller, type(entity), id, record), false, entity);
  }

  /** Returns the owner with the rights on the farm that the sequence creates. */
  private Caller withNewFarm() {
    Caller owner = FARM.owner();
    Set<Permission> all =
        StarterRoles.standard().role("OWNER").permissions().stream()
            .map(Permission::of)
            .collect(Collectors.toSet());
    return owner.with(owner.grants().with(farm, Optional.of(organization), all));
  }

  private List<WriteStep> wholeFarm(String geometry) {
    return List.of(
        put(withNewFarm(), "Organization", organization, "{'name': 'Fresh business'}"),
        put(
            withNewFarm(),
            "Farm",
            farm,
            "{'name': 'Fresh farm', 'organizationId': '%s', 'timezone': 'UTC', 'defaultCurrency': 'EUR'}"
                .formatted(organization)),
        put(
            withNewFarm(),
            "Field",
            field,
            "{'name': 'Fresh field', 'farmId': '%s', 'geometry': %s}".formatted(farm, geometry)));
  }

  private boolean exists(String table, UUID id) {
    return FARM.database
            .query("select 1 from record." + table + " where id = $1", id)
            .await()
            .size()
        > 0;
  }

  private int accounts(UUID id) {
    return FARM.database
        .query("select 1 from record.audit_logs where doc ->> 'entityId' = $1", id.toString())
        .await()
        .size();
  }

  @Test
  void laterWritesReferToEarlierOnesAndDefaultRegionsAreCreated() {
    List<WriteResult> written =
        FARM.records.writeAll(wholeFarm(RecordFixture.square(14.5)), false).await();
    assertThat(written).extracting(WriteResult::outcome).containsOnly(WriteResult.Outcome.CREATED);
    assertThat(written).extracting(w -> w.stored().id()).containsExactly(organization, farm, field);
    assertThat(exists("regions", Uuids.defaultRegion(field))).isTrue();
    assertThat(accounts(field)).isEqualTo(1);
    List<WriteResult> again =
        FARM.records.writeAll(wholeFarm(RecordFixture.square(14.5)), false).await();
    assertThat(again).extracting(WriteResult::outcome).containsOnly(WriteResult.Outcome.UNCHANGED);
    assertThat(accounts(field)).isEqualTo(1);
  }

  @Test
  void oneRefusalUndoesAllWrites() {
    var refusal = problem(FARM.records.writeAll(wholeFarm("{'type': 'Polygon'}"), false));
    assertThat(refusal.type()).isEqualTo(ProblemType.INVALID_RECORD);
    assertThat(refusal.detail()).startsWith("Field: ");
    assertThat(exists("organizations", organization)).isFalse();
    assertThat(exists("farms", farm)).isFalse();
    assertThat(accounts(organization)).isZero();
  }

  @Test
  void aDryRunReturnsTheOutcomeAndStoresNothing() {
    List<WriteResult> reported =
        FARM.records.writeAll(wholeFarm(RecordFixture.square(14.6)), true).await();
    assertThat(reported).extracting(WriteResult::outcome).containsOnly(WriteResult.Outcome.CREATED);
    assertThat(exists("organizations", organization)).isFalse();
    assertThat(exists("fields", field)).isFalse();
  }
}
