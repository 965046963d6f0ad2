package io.glebe.core.feature;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.Caller;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.geo.Crs;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.BoundingBoxes;
import io.glebe.core.ogc.FeaturePage;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.OgcFeature;
import io.glebe.core.ogc.PageRequest;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records as features: by location, time, filter and page, within the readable records. */
class FeaturesTest {
  private static final FeatureKind SITES = FeatureKind.of("sites").orElseThrow();
  private static final FeatureQuery ALL = query(100);
  private static final Map<String, String> NAMES = new HashMap<>();
  private static RecordFixture farm;
  private static RecordFeatures features;

  /**
   * A barn of 2025, a well since 2026, a bent fence around nothing, and an office without a
   * location.
   */
  @BeforeAll
  static void open() {
    farm = new RecordFixture();
    features = new RecordFeatures(farm.records, SITES);
    site(
        "barn",
        "'kind':'BARN','animalCapacity':40,'startsAt':'2025-01-01','endsAt':'2025-12-31',"
            + "'geometry':{'type':'Point','coordinates':[14.5,46]}");
    site(
        "well",
        "'kind':'WATER_SOURCE','startsAt':'2026-01-01T12:00:00Z',"
            + "'geometry':{'type':'Point','coordinates':[15.5,47]}");
    site(
        "fence",
        "'kind':'OTHER','geometry':{'type':'LineString','coordinates':[[10,40],[12,40],[12,42]]}");
    site("office", "'kind':'OFFICE','animalCapacity':0");
  }

  @AfterAll
  static void close() {
    farm.close();
  }

  private static void site(String name, String more) {
    UUID id = UUID.randomUUID();
    farm.put("Site", id, "{'name':'" + name + "','farmId':'" + farm.farm + "'," + more + "}");
    NAMES.put(id.toString(), name);
  }

  private static FeatureQuery query(int limit) {
    return FeatureQuery.of(Optional.empty(), Optional.empty(), PageRequest.first(limit));
  }

  private static FeatureQuery filtered(String cql) {
    return FeatureQuery.of(
        Optional.of(Cql2Text.parse(cql)), Optional.empty(), PageRequest.first(100));
  }

  private static FeatureQuery during(String time, PageRequest page) {
    return FeatureQuery.of(
        Optional.empty(), Optional.of(RecordFeatures.DATETIME.parse(time)), page);
  }

  private static FeatureQuery touching(String text) {
    double[] box =
        java.util.Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
    return selected(Optional.of(BoundingBoxes.of(box, Crs.CRS84)), Map.of());
  }

  private static FeatureQuery selected(Optional<BoundingBoxes> box, Map<String, String> values) {
    return new FeatureQuery(
        box,
        Optional.empty(),
        Optional.empty(),
        values,
        List.of(),
        List.of(),
        List.of(),
        PageRequest.first(100));
  }

  private static MemoryBudget.Lease memory() {
    return new MemoryBudget("responses", 1 << 26, 1 << 26).lease("reader");
  }

  private static FeaturePage.End walk(Caller caller, FeatureQuery query, List<OgcFeature> found) {
    try {
      return features.list(caller, query, memory()).await().read(found::add);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String names(FeatureQuery query) {
    List<OgcFeature> found = new ArrayList<>();
    walk(farm.owner(), query, found);
    return String.join(" ", found.stream().map(f -> NAMES.get(f.id())).sorted().toList());
  }

  @Test
  void aFeatureSeparatesTheGeometryAndPropertiesOfItsRecord() {
    String barn =
        NAMES.entrySet().stream()
            .filter(e -> e.getValue().equals("barn"))
            .findFirst()
            .orElseThrow()
            .getKey();
    OgcFeature feature = features.feature(farm.owner(), barn, memory()).await();
    assertThat(feature.id()).isEqualTo(barn);
    assertThat(Json.stored(feature.geometryText().orElseThrow()).at("/coordinates/0").doubleValue())
        .isEqualTo(14.5);
    assertThat(feature.properties().path("name").asText()).isEqualTo("barn");
    assertThat(feature.properties().has("id")).isFalse();
    assertThat(feature.properties().has("geometry")).isFalse();
    assertThat(Json.stored(feature.propertiesText())).isEqualTo(feature.properties());
  }

  @ParameterizedTest
  @CsvSource({
    "'14,45,15,46', barn",
    "'14,45,16,48', barn well",
    "'10.2,41,11,41.9', ''",
    "'11,39,13,40', fence",
    "'170,-10,-170,10', ''",
    "'10,-90,9,90', barn fence well",
  })
  void aBoxMatchesGeometriesAndNotTheirBoundingBoxes(String box, String found) {
    assertThat(names(touching(box))).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource({
    "2025-06-01, barn fence office",
    "2025-12-31, barn fence office",
    "2026-01-01T00:00:00Z, fence office",
    "2026-01-01, fence office well",
    "2025-12-31T23:59:59Z/.., barn fence office well",
    "../2024-12-31, fence office",
  })
  void aTimeMatchesFeaturesValidThenAndFeaturesWithoutTime(String time, String found) {
    assertThat(names(during(time, PageRequest.first(100)))).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name = 'barn' | barn",
        "animalCapacity >= 0 | barn office",
        "animalCapacity IS NULL AND kind <> 'OTHER' | well",
        "name ILIKE 'W%' | well",
        "originType = 'USER' | barn fence office well",
        "s_intersects(geometry, BBOX(14, 45, 15, 47)) | barn",
        "s_intersects(geometry, POINT(11 41)) | ''",
        "s_disjoint(geometry, BBOX(14, 45, 15, 47)) | fence well",
        "NOT name = 'barn' AND geometry IS NOT NULL | fence well",
      })
  void aFilterFindsMatchingFeatures(String filter, String found) {
    assertThat(names(filtered(filter))).isEqualTo(found.replace("''", ""));
  }

  @Test
  void aParameterWithTheNameOfAQueryableTestsEquality() {
    FeatureQuery query = selected(Optional.empty(), Map.of("animalCapacity", "40"));
    assertThat(names(query)).isEqualTo("barn");
    assertThatThrownBy(() -> Queryables.equal(SITES, "animalCapacity", "many"))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400));
    assertThat(Queryables.of(SITES)).containsKeys("id", "geometry", "originType", "externalId");
  }

  @Test
  void aFilterOnAnUnknownPropertyIsRejected() {
    FeatureQuery query = filtered("colour = 'red'");
    assertThatThrownBy(() -> features.list(farm.owner(), query, memory()))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400))
        .hasMessageContaining("colour cannot be filtered by");
    FeatureQuery misspelled = filtered("animalCapacty > 3");
    assertThatThrownBy(() -> features.list(farm.owner(), misspelled, memory()))
        .hasMessageContaining("did you mean animalCapacity?");
  }

  @Test
  void pagesOfOneReturnEveryFeatureOnceAndACursorIsValidForItsQueryOnly() {
    List<OgcFeature> found = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      FeatureQuery page =
          FeatureQuery.of(Optional.empty(), Optional.empty(), new PageRequest(1, cursor));
      FeaturePage.End walked = walk(farm.owner(), page, found);
      assertThat(walked.returned()).isEqualTo(1);
      cursor = walked.next();
    } while (cursor.isPresent());
    assertThat(found).extracting(OgcFeature::id).doesNotHaveDuplicates().hasSize(4);
    String next = walk(farm.owner(), query(1), new ArrayList<>()).next().orElseThrow();
    FeatureQuery other = during("2026-01-01", new PageRequest(1, Optional.of(next)));
    assertThatThrownBy(() -> features.list(farm.owner(), other, memory()))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400));
  }

  @Test
  void theExtentCoversReadableFeaturesAndIsOpenForFeaturesWithoutTime() {
    Extent extent = features.extent(farm.owner());
    assertThat(extent.box())
        .hasValueSatisfying(b -> assertThat(b).containsExactly(10, 40, 15.5, 47));
    assertThat(extent.from()).isEmpty();
    assertThat(extent.until()).isEmpty();
    Caller nobody = farm.person(UUID.randomUUID(), "console", Set.of());
    assertThat(features.extent(nobody)).isEqualTo(Extent.NONE);
    assertThatThrownBy(() -> features.list(nobody, ALL, memory()))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(403));
  }

  @Test
  void theTreeOfALargeFeatureIsPartOfTheMemoryOfItsRequest() throws IOException {
    UUID id = UUID.randomUUID();
    String nothing = "[" + "{},".repeat(30_000) + "{}]";
    farm.put("Field", id, farm.fieldBody("Empty").replace("}}", "}, 'nothing': " + nothing + "}"));
    FeatureKind kind = FeatureKind.of("fields").orElseThrow();
    RecordFeatures fields = new RecordFeatures(farm.records, kind);
    MemoryBudget small = new MemoryBudget("responses", 1 << 20, 1 << 20);
    try (MemoryBudget.Lease lease = small.lease("reader")) {
      assertThat(problem(fields.feature(farm.owner(), id.toString(), lease)).status())
          .isEqualTo(413);
      List<OgcFeature> found = new ArrayList<>();
      fields.list(farm.owner(), ALL, lease).await().read(found::add);
      assertThat(found).as("the page ends before it").isEmpty();
    }
    assertThat(fields.feature(farm.owner(), id.toString(), memory()).await().id())
        .isEqualTo(id.toString());
  }
}
