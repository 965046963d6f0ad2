package io.glebe.core.cube.collection;

import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectionServiceTest {
  private static final CubeStation STATION = new CubeStation();
  private static final OptionalLong ANY = OptionalLong.empty();

  private final CollectionService collections = STATION.cubes.collections();
  private final Caller owner = STATION.owner();
  private final Caller neighbour = STATION.neighbour();

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static CollectionBody body(String text) {
    return CollectionBody.parse(json(text));
  }

  private static String named() {
    return "c-" + UUID.randomUUID();
  }

  private String created() {
    return STATION.collection();
  }

  private CubeCollection stored(String id) {
    return collections.read(owner, id).await();
  }

  @Test
  void aCollectionBelongsToTheOnlyFarmOfItsCreatorUnlessTheBodyNamesAnother() {
    String id = named();

    CubeCollection created =
        collections
            .create(owner, body("{'id': '" + id + "', 'title': 'Fields', 'keywords': ['a']}"))
            .await();

    assertThat(created.owner()).isEqualTo(new OwnerScope.OfFarm(STATION.farm.farm));
    assertThat(created.title()).isEqualTo("Fields");
    assertThat(created.doc().path("keywords").get(0).asText()).isEqualTo("a");
    assertThat(created.raster()).isFalse();
    assertThat(stored(id)).isEqualTo(created);
    Problem again = problem(collections.create(owner, body("{'id': '" + id + "'}")));
    assertThat(again.type()).isEqualTo(ProblemType.CONFLICT);
  }

  @Test
  void nobodyCreatesCollectionsElsewhere() {
    String foreign = "{'id': '%s', 'farmId': '%s'}".formatted(named(), STATION.farm.farm);
    assertThat(problem(collections.create(neighbour, body(foreign))).status()).isEqualTo(403);
    assertThat(
            problem(collections.create(owner, body("{'id': 'x-all', 'access': 'signed-in'}")))
                .status())
        .isEqualTo(403);
    Caller nobody = STATION.farm.person(UUID.randomUUID(), "console", Set.of());
    assertThat(problem(collections.create(nobody, body("{'id': 'x-none'}"))).status())
        .isEqualTo(403);
    assertThat(
            catchThrowableOfType(Problem.class, () -> collections.create(owner, body("{}")))
                .violations()
                .getFirst()
                .where())
        .isEqualTo("/id");
  }

  @Test
  void allFaultsOfABodyAreReportedAtOnce() {
    Problem refused =
        catchThrowableOfType(
            Problem.class,
            () ->
                body(
                    "{'id': 'NO SPACES', 'title': 7, 'description': '', 'keywords': [1],"
                        + " 'providers': [{}], 'farmId': 'home', 'access': 'everybody'}"));

    assertThat(refused.violations().stream().map(v -> v.where()))
        .containsExactlyInAnyOrder(
            "/id", "/title", "/description", "/keywords", "/providers", "/farmId", "/access");
    assertThat(
            catchThrowableOfType(
                    Problem.class,
                    () ->
                        body(
                            "{'farmId': '%s', 'access': 'signed-in'}".formatted(UUID.randomUUID())))
                .violations()
                .getFirst()
                .rule())
        .isEqualTo("owner");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name':''}",
        "{'name':'n','description':5}",
        "{'name':'n','roles':'host'}",
        "{'name':'n','roles':['king']}",
        "{'name':'n','url':'ftp://example.org'}"
      })
  void aProviderOfACollectionIsOneOfStac(String provider) {
    Problem refused =
        catchThrowableOfType(Problem.class, () -> body("{'providers':[%s]}".formatted(provider)));
    assertThat(refused.violations())
        .extracting(violation -> violation.where())
        .containsExactly("/providers");
    String whole =
        "{'providers':[{'name':'n','description':'d','roles':['producer','host'],"
            + "'url':'https://example.org','more':1}]}";
    assertThat(body(whole).doc().path("providers")).hasSize(1);
  }

  @Test
  void aReplacementNeedsTheVersionThatItsSenderHasSeen() {
    String id = created();
    OptionalLong seen = OptionalLong.of(stored(id).version());

    CubeCollection replaced = collections.replace(owner, id, body("{'title': 'B'}"), seen).await();

    assertThat(replaced.title()).isEqualTo("B");
    assertThat(replaced.version()).isGreaterThan(seen.getAsLong());
    assertThat(problem(collections.replace(owner, id, body("{'title': 'C'}"), seen)).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(problem(collections.delete(owner, id, seen)).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(stored(id).title()).isEqualTo("B");
    Problem renamed =
        catchThrowableOfType(
            Problem.class, () -> collections.replace(owner, id, body("{'id': 'other'}"), ANY));
    assertThat(renamed.violations().getFirst().where()).isEqualTo("/id");
  }

  @Test
  void aCollectionMovesOnlyToAFarmOfTheCaller() {
    String id = created();
    String toNeighbour = "{'farmId': '%s'}".formatted(neighbour.grants().farms().iterator().next());

    assertThat(problem(collections.replace(owner, id, body(toNeighbour), ANY)).status())
        .isEqualTo(403);
    assertThat(problem(collections.replace(neighbour, id, body(toNeighbour), ANY)).status())
        .isEqualTo(403);
    assertThat(stored(id).owner()).isEqualTo(new OwnerScope.OfFarm(STATION.farm.farm));
    UUID second = UUID.randomUUID();
    STATION.farm.farm(second, STATION.farm.organization, STATION.farm.user);
    Caller ofBoth =
        STATION.farm.person(STATION.farm.user, "console", Set.of(STATION.farm.farm, second));
    assertThat(
            collections
                .replace(ofBoth, id, body("{'farmId': '%s'}".formatted(second)), ANY)
                .await()
                .owner())
        .isEqualTo(new OwnerScope.OfFarm(second));
    assertThat(problem(collections.read(owner, id)).status()).as("no longer ours").isEqualTo(403);
  }

  @Test
  void aStyleAndMetadataAreStoredAndRemoved() {
    String id = created();

    assertThat(collections.restyle(owner, id, "{\"layers\": []}").await().style())
        .hasValueSatisfying(style -> assertThat(style).contains("layers"));
    assertThat(collections.unstyle(owner, id).await().style()).isEmpty();
    ObjectNode metadata = Json.object().put("license", "CC0-1.0");
    assertThat(
            collections.describe(owner, id, ANY, previous -> Optional.of(metadata)).await().stac())
        .contains(metadata);
    assertThat(
            problem(collections.describe(neighbour, id, ANY, previous -> Optional.empty()))
                .status())
        .isEqualTo(403);
    assertThat(collections.describe(owner, id, ANY, previous -> Optional.empty()).await().stac())
        .isEmpty();
  }

  @Test
  void aDeletedCollectionLeavesNoData() {
    String id = STATION.cube(CubeStation.layer("NDVI", "int16"));
    STATION.columns(id, "NDVI", MAY, 0);
    String path = STATION.opened(id).dataset().path();
    assertThat(problem(collections.delete(neighbour, id, ANY)).status()).isEqualTo(403);
    assertThat(STATION.cubes.store().get(path + "/zarr.json")).isPresent();

    collections.delete(owner, id, ANY).await();

    assertThat(problem(collections.read(owner, id)).status()).isEqualTo(404);
    assertThat(STATION.cubes.cubes().find(id).await()).isEmpty();
    assertThat(STATION.cubes.store().get(path + "/zarr.json")).isEmpty();
  }

  @Test
  void aCollectionIsNotDeletedWhileFeaturesAreLoaded() {
    String id = created();
    Promise<Void> load = Promise.promise();
    var running = collections.loads().during(id, load::future);

    assertThat(problem(collections.delete(owner, id, ANY)).type()).isEqualTo(ProblemType.CONFLICT);
    load.complete();
    running.await();
    collections.delete(owner, id, ANY).await();
  }

  private List<String> listed(Caller caller, CollectionQuery query) {
    return collections.list(caller, query, "", 1000).await().collections().stream()
        .map(CubeCollection::id)
        .toList();
  }

  @Test
  void aListHasTheReadableCollectionsThatMatch() {
    String dated = STATION.cube(CubeStation.layer("NDVI", "int16"));
    STATION.columns(dated, "NDVI", MAY, 0);
    String plain = created();
    collections.replace(owner, plain, body("{'title': 'Soil map'}"), ANY).await();
    Set<String> both = Set.of(dated, plain);

    assertThat(listed(owner, CollectionQuery.ALL)).contains(dated, plain);
    assertThat(listed(neighbour, CollectionQuery.ALL)).isEmpty();
    for (String[] condition :
        new String[][] {
          {"dataType = 'coverage'", dated},
          {"itemType = 'feature'", plain},
          {"title = 'Soil map'", plain},
          {"S_INTERSECTS(geometry, BBOX(15.4, 45.9, 15.6, 46.1))", dated}
        }) {
      assertThat(
              listed(
                  owner,
                  new CollectionQuery(
                      both, Optional.of(Cql2Text.parse(condition[0])), Optional.empty())))
          .as(condition[0])
          .containsExactly(condition[1]);
    }
    assertThat(
            listed(
                owner,
                new CollectionQuery(
                    both, Optional.empty(), Optional.of(Datetime.interval("2026-05-01/..")))))
        .containsExactly(dated);
    assertThat(
            listed(
                owner,
                new CollectionQuery(
                    both, Optional.empty(), Optional.of(Datetime.interval("../2026-04-30")))))
        .isEmpty();
  }

  @Test
  void pagesContinueBehindTheLastId() {
    List<String> order = Stream.generate(this::created).limit(3).sorted().toList();
    CollectionQuery query =
        new CollectionQuery(Set.copyOf(order), Optional.empty(), Optional.empty());

    CollectionPage first = collections.list(owner, query, "", 2).await();
    assertThat(first.collections()).extracting(CubeCollection::id).isEqualTo(order.subList(0, 2));
    CollectionPage rest = collections.list(owner, query, first.next().orElseThrow(), 2).await();
    assertThat(rest.collections()).extracting(CubeCollection::id).containsExactly(order.getLast());
    assertThat(rest.next()).isEmpty();
  }

  @Test
  void aChangeOfDataIsCountedAndNeedsItsRight() {
    String id = created();
    long before = stored(id).dataVersion();

    String done =
        collections.changeData(owner, id, Action.UPDATE, (tx, previous) -> previous.id()).await();

    assertThat(done).isEqualTo(id);
    assertThat(stored(id).dataVersion()).isEqualTo(before + 1);
    assertThat(
            problem(
                    collections.changeData(
                        neighbour, id, Action.UPDATE, (tx, previous) -> previous.id()))
                .status())
        .isEqualTo(403);
    assertThat(
            problem(
                    collections.changeData(
                        owner,
                        id,
                        Action.UPDATE,
                        (tx, previous) -> {
                          throw Problem.conflict("no");
                        }))
                .type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(stored(id).dataVersion()).isEqualTo(before + 1);
  }
}
