package io.glebe.core.commission;

import static io.glebe.core.record.RecordFixture.problem;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.commission.Commission.State;
import io.glebe.core.config.Settings;
import io.glebe.core.cube.series.DatedArea;
import io.glebe.core.cube.series.RecordAreas;
import io.glebe.core.cube.series.SeriesLocation;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.tile.series.SeriesArea;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What a service writes and reads stays inside its commission. */
class CommissionLimitsTest {
  private static final CommissionFixture FARM = new CommissionFixture(Settings.defaults());

  /** Identifiers as the database orders them. */
  private static final Comparator<UUID> BY_TEXT = Comparator.comparing(UUID::toString);

  private final CommissionFixture.Client service = FARM.new Client();
  private final Caller owner = FARM.farm.owner();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private WriteRequest result(UUID id, UUID field, UUID job) {
    ObjectNode doc = Json.object().put("id", id.toString()).put("originType", "SERVICE");
    doc.put("processingJobId", job.toString()).put("farmId", FARM.farm.farm.toString());
    doc.put("fieldId", field.toString()).put("kind", "VALUE").put("value", 0.5).put("unit", "1");
    return WriteRequest.of(service.caller(), type("Result"), id, doc)
        .createOnly()
        .withJob(Optional.of(job));
  }

  @Test
  void resultsAreWrittenForTheFieldsOfACommissionAndReadByTheFarm() {
    UUID job = service.ordered("result:create", "result:read");
    UUID id = UUID.randomUUID();
    FARM.farm.records.put(result(id, FARM.field, job)).await();

    assertThat(
            problem(FARM.farm.records.put(result(UUID.randomUUID(), FARM.otherField, job)))
                .status())
        .isEqualTo(403);
    UUID later = service.ordered("result:create", "result:read");
    UUID second = UUID.randomUUID();
    FARM.farm.records.put(result(second, FARM.field, later)).await();
    CommissionResults results = FARM.module.results();
    assertThat(
            results
                .results(owner, service.id, Optional.of(job), Optional.empty(), 10)
                .await()
                .records())
        .extracting(record -> record.id())
        .containsExactly(id);
    assertThat(
            results
                .results(service.caller(), service.id, Optional.empty(), Optional.empty(), 10)
                .await()
                .records())
        .extracting(record -> record.id())
        .containsExactlyInAnyOrder(id, second);
    assertThat(
            results
                .results(owner, FARM.new Client().id, Optional.empty(), Optional.empty(), 10)
                .await()
                .records())
        .isEmpty();
  }

  @Test
  void aPageOfResultsHasTheBytesOfAPage() {
    UUID job = service.ordered("result:create", "result:read");
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(3).sorted(BY_TEXT).toList();
    for (UUID id : ids) {
      WriteRequest large = result(id, FARM.field, job);
      large.body().put("text", "a".repeat(FARM.farm.records.limits().page() / 2));
      FARM.farm.records.put(large).await();
    }
    Optional<UUID> after = Optional.empty();
    for (int i = 0; i < ids.size(); i++) {
      RecordSelection.Fitting page =
          FARM.module
              .results()
              .results(service.caller(), service.id, Optional.of(job), after, 10)
              .await();
      assertThat(page.records()).extracting(StoredRecord::id).containsExactly(ids.get(i));
      assertThat(page.isCut()).isEqualTo(i < ids.size() - 1);
      after = Optional.of(ids.get(i));
    }
  }

  @Test
  void aResultNamesAnOpenJobOfTheServiceOnly() {
    CommissionFixture.Client other = FARM.new Client();
    UUID own = service.ordered("result:create", "result:read");
    UUID ended = service.ordered("result:create");
    service.finish(ended, State.COMPLETED);
    for (UUID job : List.of(other.ordered("result:create"), ended)) {
      WriteRequest named = result(UUID.randomUUID(), FARM.field, job).withJob(Optional.of(own));
      assertThat(problem(FARM.farm.records.put(named)).status()).isEqualTo(403);
    }
    FARM.farm.records.put(result(UUID.randomUUID(), FARM.field, own)).await();
  }

  @Test
  void aRecordNamesNothingOfAnotherField() {
    UUID job = service.ordered("activity:create", "activity:read");
    UUID inside = task(FARM.field);
    UUID outside = task(FARM.otherField);

    assertThat(problem(FARM.farm.records.put(activity(job, outside))).status()).isEqualTo(403);
    FARM.farm.records.put(activity(job, inside)).await();
  }

  @Test
  void aRegionThatAServiceDrawsLiesInsideItsField() {
    UUID job = service.ordered("region:create", "region:update", "region:read");
    ObjectNode inside = region(job, 14.502, 14.508);
    UUID id = UUID.fromString(inside.path("id").asText());
    FARM.farm.records.put(drawn(job, id, inside)).await();

    ObjectNode larger = region(job, 14.4, 14.6);
    UUID other = UUID.fromString(larger.path("id").asText());
    assertThat(problem(FARM.farm.records.put(drawn(job, other, larger))).status()).isEqualTo(403);
    ObjectNode grown = Json.object();
    grown.set("geometry", larger.path("geometry"));
    WriteRequest patch =
        WriteRequest.of(service.caller(), type("Region"), id, grown).withJob(Optional.of(job));
    assertThat(problem(FARM.farm.records.patch(patch)).status()).isEqualTo(403);
  }

  @Test
  void theSeriesOfALargerRegionEndsAtTheField() {
    service.ordered("field:read", "region:read", "data:read");
    ObjectNode larger = region(UUID.randomUUID(), 14.4, 14.6);
    UUID id = UUID.fromString(larger.path("id").asText());
    FARM.farm.put(owner, "Region", id, larger.put("originType", "USER"));
    RecordAreas areas = new RecordAreas(FARM.farm.records);

    assertThat(width(areas.find(service.caller(), new SeriesLocation.OfRegion(id)).await()))
        .isCloseTo(0.01, within(1e-9));
    assertThat(width(areas.find(owner, new SeriesLocation.OfRegion(id)).await()))
        .isCloseTo(0.2, within(1e-9));
  }

  @Test
  void seriesNeedTheRightToTheDataOfTheFieldItself() {
    service.ordered("field:read", "region:read");
    RecordAreas areas = new RecordAreas(FARM.farm.records);

    Problem refused =
        catchThrowableOfType(
            Problem.class,
            () -> areas.find(service.caller(), new SeriesLocation.OfField(FARM.field)));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.detail()).contains("data:read");
  }

  @Test
  void aRegionThatItsFieldHasLeftHasNoSeriesForAService() {
    service.ordered("field:read", "region:read", "data:read");
    ObjectNode doc = region(UUID.randomUUID(), 14.502, 14.508);
    UUID id = UUID.fromString(doc.path("id").asText());
    FARM.farm.put(owner, "Region", id, doc.put("originType", "USER"));
    FARM.services.platform.sql(
        """
        update record.regions
        set doc = jsonb_set(doc, '{geometry,coordinates}', '[[[9, 9], [9.1, 9], [9.1, 9.1], [9, 9]]]')
        where id = $1
        """,
        id);

    Problem refused =
        problem(
            new RecordAreas(FARM.farm.records)
                .find(service.caller(), new SeriesLocation.OfRegion(id)));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.violations().getFirst().detail()).contains("no area");
  }

  /** Degrees of longitude from one end of an area to the other. */
  private static double width(List<DatedArea> areas) {
    var polygons = ((SeriesArea.Polygons) areas.getFirst().area()).polygons();
    var longitudes =
        polygons.stream()
            .flatMap(List::stream)
            .flatMapToDouble(
                ring -> IntStream.range(0, ring.length / 2).mapToDouble(at -> ring[2 * at]))
            .summaryStatistics();
    return longitudes.getMax() - longitudes.getMin();
  }

  private static ObjectNode region(UUID job, double west, double east) {
    String ring =
        "[[%1$s, 46.002], [%2$s, 46.002], [%2$s, 46.008], [%1$s, 46.008], [%1$s, 46.002]]"
            .formatted(west, east);
    ObjectNode doc = Json.object().put("id", UUID.randomUUID().toString());
    doc.put("originType", "SERVICE").put("name", "Zone of " + job);
    doc.put("fieldId", FARM.field.toString()).put("parentRegionId", defaultRegion());
    doc.set("geometry", RecordFixture.json("{'type': 'Polygon', 'coordinates': [" + ring + "]}"));
    return doc;
  }

  private static String defaultRegion() {
    return FARM.services
        .platform
        .sql(
            "select id from record.regions where doc ->> 'fieldId' = $1 and doc ->> 'isDefault' = 'true'",
            FARM.field.toString())
        .iterator()
        .next()
        .getUUID(0)
        .toString();
  }

  private WriteRequest drawn(UUID job, UUID id, ObjectNode doc) {
    return WriteRequest.of(service.caller(), type("Region"), id, doc)
        .createOnly()
        .withJob(Optional.of(job));
  }

  private static UUID task(UUID field) {
    UUID id = UUID.randomUUID();
    FARM.farm.put(
        "Task",
        id,
        "{'name': 'Sow', 'status': 'PLANNED', 'farmId': '%s', 'fieldId': '%s'}"
            .formatted(FARM.farm.farm, field));
    return id;
  }

  private WriteRequest activity(UUID job, UUID task) {
    UUID id = UUID.randomUUID();
    ObjectNode doc = Json.object().put("id", id.toString()).put("originType", "SERVICE");
    doc.put("farmId", FARM.farm.farm.toString()).put("fieldId", FARM.field.toString());
    doc.put("kind", "CULTIVATION").put("status", "PLANNED").put("taskId", task.toString());
    return WriteRequest.of(service.caller(), type("Activity"), id, doc)
        .createOnly()
        .withJob(Optional.of(job));
  }
}
