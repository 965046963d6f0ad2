package io.glebe.core.stac;

import static io.glebe.core.cube.CubeStation.HEIGHT;
import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.cube.CubeStation.WIDTH;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.collection.CollectionQuery;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.time.TimeInterval;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The catalogue of two cubes and of features. */
class StacServiceTest {
  private static final CubeStation STATION = new CubeStation();
  private static final String BASE = "https://glebe.example/api/v2";
  private static final String MAY_ID = "20260501T100000000Z";
  private static final String JUNE_ID = "20260601T100000000Z";
  private static final String CUBE = cube();
  private static final String FEATURES = features();

  private final StacService stac =
      new StacService(
          STATION.cubes.collections(), STATION.cubes.cubes(), STATION.cubes.clouds(), 1000);
  private final StacDocuments documents = new StacDocuments(BASE);
  private final Caller owner = STATION.owner();

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static String cube() {
    ObjectNode red = CubeStation.layer("B04", "int16").put("scale", 0.0001).put("title", "Red");
    String id = STATION.cube(red, CubeStation.layer("NDVI", "int16").put("scale", 0.0001));
    STATION.columns(id, "B04", MAY, 0);
    STATION.columns(id, "NDVI", MAY, 0);
    STATION.columns(id, "NDVI", JUNE, 0);
    return id;
  }

  private static String features() {
    String id = STATION.collection();
    ObjectNode feature = Json.object().put("type", "Feature").put("id", "a");
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(15).add(46);
    feature.putObject("properties").put("datetime", "2026-05-20T00:00:00Z");
    byte[] body = Json.write(feature).getBytes(StandardCharsets.UTF_8);
    STATION.cubes.items().load(STATION.owner(), id, new ByteArrayInputStream(body), false).await();
    return id;
  }

  private static StacQuery query(
      Set<String> ids,
      Optional<Cql> filter,
      Optional<TimeInterval> when,
      StacOrder order,
      int limit,
      Optional<String> after) {
    return new StacQuery(
        Set.of(CUBE, FEATURES), ids, Optional.empty(), filter, when, order, limit, after);
  }

  private List<String> found(StacQuery query) {
    return stac.search(owner, query, () -> false).await().items().stream()
        .map(StacItem::id)
        .toList();
  }

  private List<String> filtered(String filter) {
    return found(
        query(
            Set.of(),
            Optional.of(Cql2Text.parse(filter)),
            Optional.empty(),
            StacOrder.NATURAL,
            10,
            Optional.empty()));
  }

  private static StacOrder byTime(boolean descending) {
    return new StacOrder(List.of(StacOrder.Term.of("properties.datetime", descending)));
  }

  /** All pages of one item each. */
  private List<String> walk(StacOrder order) {
    List<String> ids = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      StacPage page =
          stac.search(
                  owner,
                  query(Set.of(), Optional.empty(), Optional.empty(), order, 1, after),
                  () -> false)
              .await();
      page.items().forEach(item -> ids.add(item.id()));
      after = page.next();
    } while (after.isPresent() && ids.size() < 10);
    return ids;
  }

  @Test
  void anItemIsASliceOfTheCubeWithItsLayers() {
    StacItem may = stac.item(owner, CUBE, MAY_ID).await();

    assertThat(may.layers()).containsExactly("B04", "NDVI");
    assertThat(stac.item(owner, CUBE, JUNE_ID).await().layers()).containsExactly("NDVI");
    ObjectNode json = documents.item(may);
    assertThat(json.path("id").asText()).isEqualTo(MAY_ID);
    assertThat(json.at("/properties/datetime").asText()).isEqualTo(MAY.toString());
    assertThat(json.at("/properties/proj:epsg").asInt()).isEqualTo(32633);
    assertThat(json.at("/properties/proj:shape").toString())
        .isEqualTo("[" + HEIGHT + "," + WIDTH + "]");
    double[] corner = CubeStation.lonLat(0, HEIGHT);
    assertThat(json.at("/bbox/0").asDouble()).isCloseTo(corner[0], within(1e-4));
    assertThat(json.at("/bbox/1").asDouble()).isCloseTo(corner[1], within(1e-4));
    assertThat(json.at("/assets/B04/title").asText()).isEqualTo("Red");
    assertThat(json.at("/assets/B04/eo:bands/0/common_name").asText()).isEqualTo("red");
    assertThat(json.at("/assets/B04/raster:bands/0/scale").asDouble()).isEqualTo(0.0001);
    assertThat(json.at("/assets/B04/raster:bands/0/nodata").asInt()).isEqualTo(-9999);
    assertThat(json.at("/assets/NDVI/href").asText())
        .isEqualTo(
            BASE
                + "/collections/"
                + CUBE
                + "/layers/NDVI/data/binary?datetime=2026-05-01T10:00:00Z");
    assertThat(json.at("/assets/tilejson/href").asText()).contains("layers=B04", "&v=");
    assertThat(json.at("/assets/thumbnail/href").asText())
        .contains("/tiles/WebMercatorQuad/", "&v=");
    assertThat(json.path("stac_extensions")).hasSize(3);
    assertThat(problem(stac.item(owner, CUBE, "20200101T000000000Z")).status()).isEqualTo(404);
    assertThat(problem(stac.item(owner, CUBE, "features")).status()).isEqualTo(404);
  }

  @Test
  void allFeaturesOfACollectionAreOneItem() {
    ObjectNode json = documents.item(stac.item(owner, FEATURES, "features").await());

    assertThat(json.at("/properties/glebe:features").asInt()).isEqualTo(1);
    assertThat(json.at("/properties/datetime").asText()).isEqualTo("2026-05-20T00:00:00Z");
    assertThat(json.at("/assets/features/href").asText()).endsWith("/items?limit=10000");
    assertThat(json.at("/assets/vectortiles/href").asText()).contains("-Vector/tilejson.json?v=");
  }

  @Test
  void aCollectionDescribesItsCube() {
    ObjectNode json = documents.collection(stac.collection(owner, CUBE).await());

    assertThat(json.at("/extent/temporal/interval/0/0").asText()).isEqualTo(MAY.toString());
    assertThat(json.at("/extent/temporal/interval/0/1").asText()).isEqualTo(JUNE.toString());
    assertThat(json.at("/summaries/proj:epsg/0").asInt()).isEqualTo(32633);
    assertThat(json.path("cube:dimensions").isObject()).isTrue();
    assertThat(json.path("renders").isObject()).isTrue();
    assertThat(json.path("license").asText()).isEqualTo("proprietary");
    assertThat(json.at("/assets/tilejson/href").asText()).contains("?v=");
    assertThat(json.path("links").findValuesAsText("rel"))
        .contains("self", "root", "parent", "items", "about");
    ObjectNode plain = documents.collection(stac.collection(owner, FEATURES).await());
    assertThat(plain.has("cube:dimensions")).isFalse();
    assertThat(plain.at("/extent/spatial/bbox/0/0").asDouble()).isCloseTo(15, within(1e-6));
  }

  @Test
  void theCatalogueHasTheReadableCollections() {
    CollectionQuery both =
        new CollectionQuery(Set.of(CUBE, FEATURES), Optional.empty(), Optional.empty());
    StacService.Collections found = stac.collections(owner, both, "", 10).await();
    assertThat(found.sources()).hasSize(2);
    assertThat(found.next()).isEmpty();

    ObjectNode catalogue = documents.catalogue(found.sources(), List.of("https://stac/core"));
    List<String> children = new ArrayList<>();
    for (JsonNode link : catalogue.path("links")) {
      if (link.path("rel").asText().equals("child")) {
        children.add(link.path("href").asText());
      }
    }
    assertThat(children)
        .containsExactlyInAnyOrder(
            BASE + "/stac/collections/" + CUBE, BASE + "/stac/collections/" + FEATURES);
    ObjectNode page =
        documents.collections(found.sources(), true, BASE + "/stac/collections", Optional.empty());
    assertThat(page.path("numberMatched").asInt()).isEqualTo(2);
    assertThat(stac.collections(STATION.neighbour(), both, "", 10).await().sources()).isEmpty();
    assertThat(problem(stac.collection(STATION.neighbour(), CUBE)).status()).isEqualTo(403);
    assertThat(problem(stac.item(STATION.neighbour(), CUBE, MAY_ID)).status()).isEqualTo(403);
  }

  @Test
  void aSearchSelectsByTimeIdAndProperties() {
    assertThat(filtered("\"proj:epsg\" = 32633")).containsExactly(MAY_ID, JUNE_ID);
    assertThat(filtered("id = 'features'")).containsExactly("features");
    assertThat(filtered("collection = '" + CUBE + "'")).containsExactly(MAY_ID, JUNE_ID);
    assertThat(
            found(
                query(
                    Set.of(),
                    Optional.empty(),
                    Optional.of(Datetime.interval("2026-05-10/..")),
                    byTime(false),
                    10,
                    Optional.empty())))
        .containsExactly("features", JUNE_ID);
    assertThat(
            found(
                query(
                    Set.of(JUNE_ID, "other"),
                    Optional.empty(),
                    Optional.empty(),
                    StacOrder.NATURAL,
                    10,
                    Optional.empty())))
        .containsExactly(JUNE_ID);
    Cql far = Cql2Text.parse("S_INTERSECTS(geometry, BBOX(100, 0, 101, 1))");
    StacQuery elsewhere =
        new StacQuery(
            Set.of(CUBE),
            Set.of(),
            Optional.of(far),
            Optional.empty(),
            Optional.empty(),
            StacOrder.NATURAL,
            10,
            Optional.empty());
    assertThat(found(elsewhere)).isEmpty();
    assertThat(stac.search(STATION.neighbour(), elsewhere, () -> false).await().items()).isEmpty();
  }

  @Test
  void pagesHaveEveryItemOnceInTheirOrder() {
    assertThat(walk(byTime(false))).containsExactly(MAY_ID, "features", JUNE_ID);
    assertThat(walk(byTime(true))).containsExactly(JUNE_ID, "features", MAY_ID);
    List<String> natural = walk(StacOrder.NATURAL);
    assertThat(natural).containsExactlyInAnyOrder(MAY_ID, JUNE_ID, "features");
    assertThat(natural.indexOf(MAY_ID)).isEqualTo(natural.indexOf(JUNE_ID) - 1);
    StacQuery other =
        query(
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            byTime(true),
            1,
            Optional.of("no-cursor"));
    assertThatThrownBy(() -> stac.search(owner, other, () -> false).await())
        .hasMessageContaining("no cursor");
  }

  @Test
  void theItemsOfACollectionArePagesToo() {
    StacQuery query =
        query(Set.of(), Optional.empty(), Optional.empty(), StacOrder.NATURAL, 1, Optional.empty());

    StacPage first = stac.items(owner, CUBE, query, () -> false).await();
    assertThat(first.items()).extracting(StacItem::id).containsExactly(MAY_ID);
    StacQuery rest =
        query(Set.of(), Optional.empty(), Optional.empty(), StacOrder.NATURAL, 5, first.next());
    StacPage last = stac.items(owner, CUBE, rest, () -> false).await();
    assertThat(last.items()).extracting(StacItem::id).containsExactly(JUNE_ID);
    assertThat(last.next()).isEmpty();
    ObjectNode document = documents.page(last, Json.array());
    assertThat(document.path("numberReturned").asInt()).isEqualTo(1);
    assertThat(document.path("numberMatched").asInt()).isEqualTo(2);
    assertThat(documents.page(first, Json.array()).path("numberMatched").asInt()).isEqualTo(2);
    assertThat(problem(stac.items(STATION.neighbour(), CUBE, query, () -> false)).status())
        .isEqualTo(403);
  }

  @Test
  void allPagesOfASearchInBothOrdersSayHowManyItemsThereAre() {
    for (StacOrder order : List.of(StacOrder.NATURAL, byTime(true))) {
      Optional<String> next = Optional.empty();
      int items = 0;
      do {
        StacPage page =
            stac.search(
                    owner,
                    query(Set.of(), Optional.empty(), Optional.empty(), order, 1, next),
                    () -> false)
                .await();
        assertThat(page.matched()).as(order.toString()).hasValue(3);
        items += page.items().size();
        next = page.next();
      } while (next.isPresent());
      assertThat(items).isEqualTo(3);
    }
  }

  @Test
  void aFilteredPageCountsWhatMatchesAndAPageThatReachesItsLimitCountsNothing() {
    Optional<Cql> cubes = Optional.of(Cql2Text.parse("\"proj:epsg\" = 32633"));
    StacQuery one =
        query(Set.of(), cubes, Optional.empty(), StacOrder.NATURAL, 1, Optional.empty());
    assertThat(stac.search(owner, one, () -> false).await().matched()).hasValue(2);
    StacService hasty =
        new StacService(
            STATION.cubes.collections(), STATION.cubes.cubes(), STATION.cubes.clouds(), 0);
    StacPage page = hasty.search(owner, one, () -> false).await();
    assertThat(page.next()).isPresent();
    assertThat(page.matched()).isEmpty();
  }

  @Test
  @Tag("GLEBE_CATALOGUE_ITEMS")
  void aPageEndsEarlyAndASortedSearchIsRefusedWhereTooManyItemsAreInspected() {
    StacService hasty =
        new StacService(
            STATION.cubes.collections(), STATION.cubes.cubes(), STATION.cubes.clouds(), 1);
    List<String> ids = new ArrayList<>();
    Optional<String> after = Optional.empty();
    int pages = 0;
    do {
      StacPage page = hasty.search(owner, all(StacOrder.NATURAL, after), () -> false).await();
      page.items().forEach(item -> ids.add(item.id()));
      after = page.next();
      pages++;
    } while (after.isPresent());
    assertThat(pages).isGreaterThan(1);
    assertThat(ids).isEqualTo(found(all(StacOrder.NATURAL, Optional.empty())));

    StacQuery sorted = all(byTime(true), Optional.empty());
    assertThatThrownBy(() -> hasty.search(owner, sorted, () -> false).await())
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(413));
    assertThat(found(sorted)).hasSameElementsAs(ids);
  }

  private static StacQuery all(StacOrder order, Optional<String> after) {
    return query(Set.of(), Optional.empty(), Optional.empty(), order, 10, after);
  }

  @Test
  void aCursorOfAnEarlierVersionIsTakenAndCountsNothing() {
    StacQuery rest =
        query(
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            StacOrder.NATURAL,
            5,
            Optional.of(CUBE + "/" + MAY_ID));
    StacPage page = stac.items(owner, CUBE, rest, () -> false).await();
    assertThat(page.items()).extracting(StacItem::id).containsExactly(JUNE_ID);
    assertThat(page.matched()).isEmpty();
  }

  @Test
  void editedMetadataReplaceDerivedOnesUntilTheyAreForgotten() {
    String id = STATION.collection();
    String before = stac.collection(owner, id).await().version();
    ObjectNode patch = Json.object().put("title", "By hand").put("license", "CC0-1.0");

    StacSource edited = stac.patch(owner, id, patch, OptionalLong.empty()).await();

    ObjectNode json = documents.collection(edited);
    assertThat(json.path("title").asText()).isEqualTo("By hand");
    assertThat(json.path("license").asText()).isEqualTo("CC0-1.0");
    assertThat(json.at("/links/0/title").asText()).isEqualTo("By hand");
    assertThat(edited.version()).isNotEqualTo(before);
    assertThat(problem(stac.patch(owner, id, patch, OptionalLong.of(0))).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(problem(stac.patch(STATION.neighbour(), id, patch, OptionalLong.empty())).status())
        .isEqualTo(403);
    assertThat(
            problem(stac.patch(owner, id, Json.object().put("license", 7), OptionalLong.empty()))
                .status())
        .isEqualTo(422);
    stac.forget(owner, id, OptionalLong.empty()).await();
    assertThat(documents.collection(stac.collection(owner, id).await()).path("title").asText())
        .isEqualTo(id);
  }
}
