package io.glebe.core.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.memory.AllocatedBytes;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.rule.farm.DefaultRegions;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.vocabulary.VocabLabels;
import io.glebe.core.vocabulary.Vocabulary;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Regions as trees, and what is known of a region and of those below it. */
class RegionForestTest {
  private static final RecordFixture FIXTURE = new RecordFixture();
  private static final String MAIZE = "http://aims.fao.org/aos/agrovoc/c_12332";
  private static final MemoryBudget MEMORY = new MemoryBudget("tests", 1 << 24, 1 << 24);

  private final RegionForest forest = new RegionForest(FIXTURE.records);
  private final UUID farm = farm();
  private final Caller owner = FIXTURE.person(FIXTURE.user, "console", Set.of(farm));
  private final Caller neighbour =
      FIXTURE.person(UUID.randomUUID(), "console", Set.of(UUID.randomUUID()));

  @AfterAll
  static void close() {
    FIXTURE.close();
  }

  private static UUID farm() {
    UUID id = UUID.randomUUID();
    FIXTURE.farm(id, FIXTURE.organization, FIXTURE.user);
    return id;
  }

  private UUID field(String name) {
    UUID id = UUID.randomUUID();
    FIXTURE.system(
        "Field", id, FIXTURE.fieldBody(name).replace(FIXTURE.farm.toString(), farm.toString()));
    return id;
  }

  private UUID region(String members) {
    UUID id = UUID.randomUUID();
    String geometry = "'geometry': " + RecordFixture.square(14.5);
    FIXTURE.system("Region", id, "{" + members + ", " + geometry + "}");
    return id;
  }

  private String written(Caller caller, Map<String, String> filters) {
    StringWriter out = new StringWriter();
    try {
      ReadMemory memory = new ReadMemory(RequestResources.unlimited().memory());
      boolean any = forest.write(caller, farm, filters, "!", memory, out);
      assertThat(!out.toString().isEmpty()).isEqualTo(any);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toString();
  }

  private JsonNode trees(Caller caller, Map<String, String> filters) {
    return Json.parse("[" + written(caller, filters).replaceFirst("!", "") + "]");
  }

  private static List<String> ids(JsonNode regions) {
    List<String> ids = new ArrayList<>();
    regions.forEach(region -> ids.add(region.path("id").asText()));
    return ids;
  }

  private static List<String> texts(UUID... ids) {
    return List.of(ids).stream().map(UUID::toString).toList();
  }

  private JsonNode tree(UUID region) throws IOException {
    StoredRecord stored = FIXTURE.records.get(owner, RecordFixture.type("Region"), region).await();
    try (MemoryBudget.Lease memory = MEMORY.lease("reader")) {
      StringWriter out = new StringWriter();
      forest.tree(owner, stored, memory).text().write(out);
      return Json.parse(out.toString());
    }
  }

  @Test
  void treesBeginWithTheDefaultRegionAndThenByName() {
    UUID field = field("Hill");
    UUID west = region("'fieldId': '" + field + "', 'name': 'West'");
    UUID east = region("'fieldId': '" + field + "', 'name': 'East'");
    UUID plot =
        region("'fieldId': '" + field + "', 'parentRegionId': '" + west + "', 'name': 'Plot'");

    JsonNode trees = trees(owner, Map.of());

    assertThat(ids(trees)).isEqualTo(texts(DefaultRegions.idOf(field), east, west));
    assertThat(trees.at("/2/field/name").asText()).isEqualTo("Hill");
    assertThat(ids(trees.at("/2/children"))).isEqualTo(texts(plot));
    assertThat(trees.at("/2/children/0").has("field")).isFalse();
    assertThat(trees.at("/2/children/0/children").isEmpty()).isTrue();
    assertThat(forest.sizes(owner, Map.of()).await()).isEqualTo(Map.of(farm, 4L));
  }

  @Test
  void aFilterKeepsTheAncestorsOfItsMatches() {
    UUID field = field("Hill");
    UUID west = region("'fieldId': '" + field + "', 'name': 'West'");
    region("'fieldId': '" + field + "', 'name': 'East'");
    UUID plot =
        region("'fieldId': '" + field + "', 'parentRegionId': '" + west + "', 'name': 'Plot'");
    Map<String, String> below = Map.of("parentRegionId", west.toString());

    JsonNode trees = trees(owner, below);

    assertThat(ids(trees)).isEqualTo(texts(west));
    assertThat(ids(trees.at("/0/children"))).isEqualTo(texts(plot));
    assertThat(forest.sizes(owner, below).await()).isEqualTo(Map.of(farm, 2L));
  }

  @Test
  void aReaderWithoutTheRightForFieldsGetsTheRegionsOnly() {
    UUID field = field("Hill");
    Grants regionsOnly =
        new Grants.Builder()
            .user(FIXTURE.user)
            .farm(farm, Optional.empty(), Set.of(Permission.of("region:read")))
            .build();

    JsonNode trees = trees(owner.with(regionsOnly), Map.of());

    assertThat(ids(trees)).isEqualTo(texts(DefaultRegions.idOf(field)));
    assertThat(trees.at("/0").has("field")).isFalse();
  }

  @Test
  void aFarmWithoutReadableRegionsWritesNothing() {
    assertThat(written(owner, Map.of())).isEmpty();
    field("Hill");
    assertThat(written(neighbour, Map.of())).isEmpty();
    assertThat(forest.sizes(neighbour, Map.of()).await()).isEmpty();
  }

  @Test
  void aRegionIsReadWithAllBelowIt() throws IOException {
    UUID field = field("Hill");
    UUID west = region("'fieldId': '" + field + "', 'name': 'West'");
    UUID plot =
        region("'fieldId': '" + field + "', 'parentRegionId': '" + west + "', 'name': 'Plot'");
    UUID row =
        region("'fieldId': '" + field + "', 'parentRegionId': '" + plot + "', 'name': 'Row'");

    JsonNode tree = tree(west);

    assertThat(tree.at("/field/id").asText()).isEqualTo(field.toString());
    assertThat(ids(tree.at("/children"))).isEqualTo(texts(plot));
    assertThat(ids(tree.at("/children/0/children"))).isEqualTo(texts(row));
    assertThat(tree(plot).has("field")).as("only a root has its field").isFalse();
    assertThat(MEMORY.held()).isZero();
  }

  @Test
  void operationsOnARegionAndBelowItArePages() {
    UUID field = field("Hill");
    UUID west = region("'fieldId': '" + field + "', 'name': 'West'");
    UUID plot =
        region("'fieldId': '" + field + "', 'parentRegionId': '" + west + "', 'name': 'Plot'");
    UUID east = region("'fieldId': '" + field + "', 'name': 'East'");
    UUID first = operation(west);
    UUID second = operation(plot);
    operation(east);
    RegionActions actions = new RegionActions(FIXTURE.records);

    JsonNode page = Json.parse(actions.page(owner, west, ListQuery.first(1)));
    assertThat(ids(page.path("items"))).isEqualTo(texts(first));
    assertThat(page.path("hasMore").asBoolean()).isTrue();
    ListQuery next = ListQuery.first(1).from(page.path("nextCursor").asText());
    JsonNode rest = Json.parse(actions.page(owner, west, next));
    assertThat(ids(rest.path("items"))).isEqualTo(texts(second));
    assertThat(rest.path("hasMore").asBoolean()).isFalse();
    assertThat(Json.parse(actions.page(neighbour, west, ListQuery.first(5))).path("items"))
        .isEmpty();
    assertThatThrownBy(() -> actions.page(owner, east, next)).isInstanceOf(Problem.class);
  }

  private UUID operation(UUID region) {
    UUID id = UUID.randomUUID();
    FIXTURE.system(
        "Activity",
        id,
        "{'farmId': '%s', 'regionId': '%s', 'kind': 'OPERATION', 'type': 'TILLAGE',"
                .formatted(farm, region)
            + " 'plannedAt': '2026-05-01T10:00:00Z'}");
    return id;
  }

  private JsonNode labels(Caller caller, VocabLabels.Query query) {
    return new VocabLabels(
            FIXTURE.database, FIXTURE.records, Vocabulary.of(Optional.empty(), Set.of()))
        .page(caller, query);
  }

  private static List<String> labelled(JsonNode page) {
    List<String> labels = new ArrayList<>();
    page.path("items")
        .forEach(
            item ->
                labels.add(
                    item.path("uri").asText()
                        + " "
                        + item.path("label").asText()
                        + item.path("count").asInt()));
    return labels;
  }

  @Test
  void tagsBelowARegionHaveLabelsInTheWantedLanguage() {
    String own = "urn:test:" + UUID.randomUUID();
    String unknown = "https://vocabulary.example/" + UUID.randomUUID() + "#thistle";
    UUID field = field("Tagged");
    UUID outer =
        region("'fieldId': '" + field + "', 'conceptUris': ['" + MAIZE + "', '" + own + "']");
    region(
        "'fieldId': '"
            + field
            + "', 'parentRegionId': '"
            + outer
            + "', 'conceptUris': ['"
            + MAIZE
            + "', '"
            + unknown
            + "']");
    FIXTURE.system(
        "CodeMapping",
        UUID.randomUUID(),
        "{'conceptUri': '"
            + own
            + "', 'codeScheme': 'TEST', 'code': '"
            + UUID.randomUUID()
            + "', 'label': 'Own', 'language': 'en'}");
    Optional<UUID> region = Optional.of(outer);
    List<Locale> slovene = List.of(Locale.of("sl"), Locale.ENGLISH);

    JsonNode all = labels(owner, new VocabLabels.Query(region, slovene, 10, Optional.empty()));

    assertThat(labelled(all))
        .containsExactly(MAIZE + " koruza2", unknown + " thistle1", own + " Own1");
    JsonNode first = labels(owner, new VocabLabels.Query(region, List.of(), 2, Optional.empty()));
    assertThat(labelled(first)).containsExactly(MAIZE + " maize2", unknown + " thistle1");
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    Optional<String> cursor = Optional.of(first.path("nextCursor").asText());
    JsonNode rest = labels(owner, new VocabLabels.Query(region, List.of(), 2, cursor));
    assertThat(labelled(rest)).containsExactly(own + " Own1");
    assertThat(rest.path("hasMore").asBoolean()).isFalse();
  }

  @Test
  void theTagsOfManyRegionsAreReadPageByPage() {
    UUID outer = region("'fieldId': '" + field("Tagged") + "', 'name': 'Outer'");
    cells(outer, 500);
    VocabLabels.Query first =
        new VocabLabels.Query(Optional.of(outer), List.of(), 2, Optional.empty());
    labels(owner, first);

    AllocatedBytes allocated = new AllocatedBytes();
    JsonNode page = labels(owner, first);

    assertThat(allocated.sofar()).as("of 25 MB of tags").isLessThan(4L << 20);
    assertThat(page.path("hasMore").asBoolean()).isTrue();
    assertThat(page.at("/items/0/uri").asText()).startsWith("urn:zz:100:001x");
    JsonNode next =
        labels(
            owner,
            new VocabLabels.Query(
                first.region(), List.of(), 2, Optional.of(page.path("nextCursor").asText())));
    assertThat(next.at("/items/0/uri").asText()).startsWith("urn:zz:100:003x");
  }

  /** Regions below another one, with a hundred tags of their own each. */
  private static void cells(UUID parent, int number) {
    FIXTURE
        .database
        .query(
            """
            with cell as (
              insert into record.regions (id, farm_id, organization_id, doc, bbox, version,
                origin_type, created_at, updated_at)
              select gen_random_uuid(), r.farm_id, r.organization_id, r.doc || jsonb_build_object(
                  'conceptUris', (select jsonb_agg('urn:zz:' || n || ':' || lpad(m::text, 3, '0') || repeat('x', 480))
                    from generate_series(1, 100) m)),
                r.bbox, 1, 'SYSTEM', r.created_at, r.updated_at
              from record.regions r, generate_series(1, $2::int) n
              where r.id = $1
              returning id)
            insert into record.link (reference, source_id, target_id)
            select 'Region.parentRegionId', id, $1 from cell
            """,
            parent,
            number)
        .await();
  }

  @Test
  void allTagsAreListedButForeignRegionsAreNotCounted() {
    String own = "urn:test:" + UUID.randomUUID();
    UUID field = field("Tagged");
    region("'fieldId': '" + field + "', 'conceptUris': ['" + own + "']");
    VocabLabels.Query query =
        new VocabLabels.Query(Optional.empty(), List.of(), 1000, Optional.empty());
    String ending = own.substring(own.lastIndexOf(':') + 1);

    assertThat(labelled(labels(owner, query))).contains(own + " " + ending + "1");
    assertThat(labelled(labels(neighbour, query))).contains(own + " " + ending + "0");
    Caller nobody = FIXTURE.person(UUID.randomUUID(), "console", Set.of());
    assertThatThrownBy(() -> labels(nobody, query)).isInstanceOf(Problem.class);
  }
}
