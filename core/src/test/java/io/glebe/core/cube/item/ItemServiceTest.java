package io.glebe.core.cube.item;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.grid.TileId;
import io.vertx.core.Future;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Features of a collection, and their vector tiles. */
class ItemServiceTest {
  private static final CubeStation STATION =
      new CubeStation(
          Settings.defaults()
              .with(SpatioSettings.LOAD_FEATURES, "5")
              .with(SpatioSettings.FEATURE_BYTES, "4K"));
  private static final OptionalLong ANY = OptionalLong.empty();
  private static final MemoryBudget MEMORY = new MemoryBudget("tests", 1 << 26, 1 << 26);

  private final ItemService items = STATION.cubes.items();
  private final Caller owner = STATION.owner();
  private final Caller neighbour = STATION.neighbour();
  private final String collection = STATION.collection();

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static ObjectNode point(String id, double x, double y, String crop) {
    ObjectNode feature = Json.object().put("type", "Feature").put("id", id);
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(x).add(y);
    feature.putObject("properties").put("crop", crop).put("datetime", "2026-05-01T10:00:00Z");
    return feature;
  }

  private static String collection(ObjectNode... features) {
    ObjectNode body = Json.object().put("type", "FeatureCollection");
    List.of(features).forEach(body.putArray("features")::add);
    return Json.write(body);
  }

  private ItemService.Loaded loaded(String body) {
    return load(owner, body, false).await();
  }

  private Future<ItemService.Loaded> load(Caller caller, String body, boolean lines) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return items.load(caller, collection, new ByteArrayInputStream(bytes), lines);
  }

  private Problem refusal(String body) {
    Problem refused = problem(load(owner, body, false));
    assertThat(items.any(collection).await()).as("nothing is stored").isFalse();
    return refused;
  }

  private StoredItem read(String id) {
    try (MemoryBudget.Lease lease = MEMORY.lease("reader")) {
      return items.read(owner, collection, id, lease).await();
    }
  }

  private ItemPage page(FeatureQuery query) {
    try (MemoryBudget.Lease lease = MEMORY.lease("reader")) {
      return items.search(owner, collection, query, lease).await();
    }
  }

  private List<String> found(String filter) {
    FeatureQuery query =
        FeatureQuery.of(
            Optional.of(Cql2Text.parse(filter)), Optional.empty(), PageRequest.first(10));
    return page(query).items().stream().map(StoredItem::id).toList();
  }

  private CubeCollection stored() {
    return STATION.cubes.collections().read(owner, collection).await();
  }

  @Test
  void aSingleFeatureIsAddedOnce() {
    ItemService.Loaded loaded = loaded(Json.write(point("a", 15, 46, "maize")));

    assertThat(loaded.inserted()).isEqualTo(1);
    StoredItem item = loaded.single().orElseThrow();
    assertThat(item.id()).isEqualTo("a");
    assertThat(item.properties().path("crop").asText()).isEqualTo("maize");
    assertThat(read("a").geometry().orElseThrow().getCoordinate().x).isEqualTo(15);
    assertThat(problem(load(owner, Json.write(point("a", 1, 1, "x")), false)).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(read("a").properties().path("crop").asText()).isEqualTo("maize");
  }

  @Test
  void aCollectionAndLinesInsertAndReplaceFeatures() {
    assertThat(loaded(collection(point("a", 15, 46, "maize"), point("b", 16, 47, "rye"))))
        .isEqualTo(new ItemService.Loaded(2, 0, Optional.empty()));
    String lines =
        Json.write(point("b", 16, 47, "oats")) + "\n" + Json.write(point("c", 17, 48, "rye"));

    assertThat(load(owner, lines, true).await())
        .isEqualTo(new ItemService.Loaded(1, 1, Optional.empty()));

    assertThat(read("b").properties().path("crop").asText()).isEqualTo("oats");
    CubeCollection.Features features = stored().features();
    assertThat(features.count()).isEqualTo(3);
    assertThat(features.extent().orElseThrow().west()).isCloseTo(15, within(1e-6));
    assertThat(features.extent().orElseThrow().north()).isCloseTo(48, within(1e-6));
  }

  @Test
  void aFaultyFeatureStoresNothing() {
    ObjectNode faulty = point("b", 16, 47, "rye");
    faulty.withObject("geometry").put("type", "Dot");
    Problem refused = refusal(collection(point("a", 15, 46, "maize"), faulty));

    assertThat(refused.violations().getFirst().where()).startsWith("/features/1");
    assertThat(refusal("[]").type()).isEqualTo(ProblemType.MALFORMED_REQUEST);
    assertThat(refusal("{\"type\":").type()).isEqualTo(ProblemType.MALFORMED_REQUEST);
    assertThat(refusal(collection(point("a", 1, 1, "x")) + "x").type())
        .isEqualTo(ProblemType.MALFORMED_REQUEST);
    assertThat(refusal("{\"features\": []}").type()).isEqualTo(ProblemType.MALFORMED_REQUEST);
  }

  @Test
  void bodiesAreBounded() {
    ObjectNode[] six = new ObjectNode[6];
    for (int i = 0; i < six.length; i++) {
      six[i] = point("p" + i, 15, 46, "rye");
    }

    assertThat(refusal(collection(six)).detail()).contains("at most 5 features");
    assertThat(refusal(collection(point("a", 15, 46, "x".repeat(5000)))).type())
        .isEqualTo(ProblemType.PAYLOAD_TOO_LARGE);
    ObjectNode nested = point("a", 15, 46, "rye");
    for (int i = 0; i < 200; i++) {
      nested.withObject("properties").withArray("list").add(1);
    }
    assertThat(refusal(collection(nested)).detail()).contains("JSON tokens");
  }

  @Test
  void aFeatureIsReplacedAndDeletedInTheVersionThatWasSeen() {
    loaded(collection(point("a", 15, 46, "maize")));
    OptionalLong seen = read("a").entityVersion();
    Item changed = FeatureBody.parse(point("a", 15, 46, "rye"), "", 100);

    assertThat(items.replace(owner, collection, changed, seen).await().property("crop").asText())
        .isEqualTo("rye");
    assertThat(problem(items.replace(owner, collection, changed, seen)).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(problem(items.delete(owner, collection, "a", seen)).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    Item other = FeatureBody.parse(point("z", 15, 46, "rye"), "", 100);
    assertThat(problem(items.replace(owner, collection, other, ANY)).status()).isEqualTo(404);
    assertThat(problem(items.delete(neighbour, collection, "a", ANY)).status()).isEqualTo(403);

    items.delete(owner, collection, "a", ANY).await();

    assertThat(items.any(collection).await()).isFalse();
    assertThat(problem(items.delete(owner, collection, "a", ANY)).status()).isEqualTo(404);
    assertThat(stored().features().count()).isZero();
  }

  @Test
  void nobodyReadsOrLoadsTheFeaturesOfAnotherFarm() {
    loaded(collection(point("a", 15, 46, "maize")));
    FeatureQuery all = FeatureQuery.of(Optional.empty(), Optional.empty(), PageRequest.first(10));
    try (MemoryBudget.Lease lease = MEMORY.lease("neighbour")) {
      assertThat(problem(items.search(neighbour, collection, all, lease)).status()).isEqualTo(403);
      assertThat(problem(items.read(neighbour, collection, "a", lease)).status()).isEqualTo(403);
      assertThat(problem(items.read(owner, collection, "b", lease)).status()).isEqualTo(404);
    }
    assertThat(problem(load(neighbour, Json.write(point("b", 1, 1, "x")), false)).status())
        .isEqualTo(403);
    assertThat(problem(items.queryables(neighbour, collection)).status()).isEqualTo(403);
  }

  @Test
  void aSearchSelectsByPropertiesAndKnowsThem() {
    loaded(
        collection(
            point("a", 15, 46, "maize"), point("b", 16, 47, "rye"), point("c", 17, 48, "rye")));

    assertThat(found("crop = 'rye'")).containsExactly("b", "c");
    assertThat(found("S_INTERSECTS(geometry, BBOX(14, 45, 16.5, 47.5))")).containsExactly("a", "b");
    FeatureQuery unknown =
        FeatureQuery.of(
            Optional.of(Cql2Text.parse("corp = 'rye'")), Optional.empty(), PageRequest.first(10));
    try (MemoryBudget.Lease lease = MEMORY.lease("reader")) {
      assertThat(problem(items.search(owner, collection, unknown, lease)).detail())
          .contains("no feature has a property corp", "did you mean crop?");
    }
    assertThat(items.queryables(owner, collection).await())
        .containsEntry("crop", List.of("string"));
    FeatureQuery all =
        new FeatureQuery(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            List.of(new FeatureQuery.SortKey("crop", true)),
            List.of("crop"),
            List.of(),
            PageRequest.first(2));
    ItemPage page = page(all);
    assertThat(page.items()).extracting(StoredItem::id).containsExactly("b", "c");
    assertThat(page.matched()).hasValue(3);
    assertThat(page.next()).isPresent();
    assertThat(page.facets().get("crop")).containsEntry("\"rye\"", 2L);
  }

  @Test
  void theFirstOfSeveralPagesTellsHowManyMatch() {
    loaded(
        collection(
            point("a", 15, 46, "maize"), point("b", 16, 47, "rye"), point("c", 17, 48, "rye")));
    assertThat(matched("crop = 'rye'")).as("the database decides alone").hasValue(2);
    assertThat(matched("S_INTERSECTS(geometry, BBOX(14, 45, 18, 47.5))")).hasValue(2);
    assertThat(matched("S_INTERSECTS(geometry, BBOX(0, 0, 1, 1))")).hasValue(0);
  }

  private OptionalLong matched(String filter) {
    return page(FeatureQuery.of(
            Optional.of(Cql2Text.parse(filter)), Optional.empty(), PageRequest.first(1)))
        .matched();
  }

  private VectorTiles.TileQuery tile(TileId tile, String filter) {
    FeatureQuery query =
        FeatureQuery.of(
            filter.isEmpty() ? Optional.empty() : Optional.of(Cql2Text.parse(filter)),
            Optional.empty(),
            PageRequest.first(1));
    return new VectorTiles.TileQuery(tile, query, true, filter);
  }

  private String content(TileId id, String filter) {
    VectorTiles tiles = STATION.cubes.vectorTiles();
    VectorTiles.TileQuery query = tile(id, filter);
    VectorTiles.Version version = tiles.version(stored(), query).await();
    VectorTiles.Tile made = tiles.tile(stored(), query, version).join();
    assertThat(made.complete()).isTrue();
    assertThat(tiles.tile(stored(), query, version).join()).as("cached").isSameAs(made);
    if (made.isEmpty()) {
      return "";
    }
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(made.gzip()))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String etag(TileId tile) {
    return STATION.cubes.vectorTiles().version(stored(), tile(tile, "")).await().etag();
  }

  /** The tile of zoom 10 in which a point lies. */
  private static TileId at(double x, double y) {
    double row =
        (1 - Math.log(Math.tan(Math.toRadians(y)) + 1 / Math.cos(Math.toRadians(y))) / Math.PI) / 2;
    return new TileId(10, (int) ((x + 180) / 360 * 1024), (int) (row * 1024));
  }

  @Test
  void aTileHasTheFeaturesThatLieInItAndMatch() {
    loaded(collection(point("a", 15, 46, "maize"), point("b", 100, 47, "rye")));
    TileId world = new TileId(0, 0, 0);

    assertThat(content(world, "")).contains(collection, "crop", "maize", "rye");
    assertThat(content(world, "crop = 'rye'")).contains("rye").doesNotContain("maize");
    assertThat(content(at(15, 46), "")).contains("maize").doesNotContain("rye");
    assertThat(content(at(50, 46), "")).isEmpty();
  }

  @Test
  void aChangeTouchesTheTilesInWhichTheFeatureWasAndIs() {
    loaded(collection(point("a", 15, 46, "maize"), point("b", 100, 47, "rye")));
    TileId before = at(15, 46);
    TileId after = at(50, 10);
    TileId elsewhere = at(100, 47);
    String[] etags = {etag(before), etag(after), etag(elsewhere)};

    items
        .replace(owner, collection, FeatureBody.parse(point("a", 50, 10, "oats"), "", 100), ANY)
        .await();

    assertThat(etag(before)).isNotEqualTo(etags[0]);
    assertThat(etag(after)).isNotEqualTo(etags[1]);
    assertThat(etag(elsewhere)).isEqualTo(etags[2]);
    assertThat(content(before, "")).isEmpty();
    assertThat(content(after, "")).contains("oats");
  }
}
