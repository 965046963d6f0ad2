package io.glebe.core.cube.tileset;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Described tilesets of a collection. */
class TilesetServiceTest {
  private static final CubeStation STATION =
      new CubeStation(Settings.defaults().with(SpatioSettings.TILESETS, "3"));
  private static final OptionalLong ANY = OptionalLong.empty();

  private final TilesetService tilesets = STATION.cubes.tilesets();
  private final Caller owner = STATION.owner();
  private final Caller neighbour = STATION.neighbour();
  private final String cube = STATION.cube(CubeStation.layer("NDVI", "int16"));

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static TilesetBody body(String text) {
    return TilesetBody.parse(json(text));
  }

  private Tileset created(String text) {
    return tilesets.create(owner, cube, body(text)).await();
  }

  @Test
  void aTilesetIsStoredReadAndListed() {
    Tileset first = created("{'id': 'a', 'title': 'First', 'layers': ['NDVI'], 'minzoom': 3}");
    Tileset second = created("{'id': 'b', 'tileMatrixSetId': 'WebMercatorQuad-Vector'}");

    assertThat(first.matrixSet()).isEqualTo("WebMercatorQuad");
    assertThat(first.vector()).isFalse();
    assertThat(second.vector()).isTrue();
    assertThat(tilesets.read(owner, cube, "a").await()).isEqualTo(first);
    assertThat(tilesets.list(owner, cube, "", 10).await()).containsExactly(first, second);
    assertThat(tilesets.list(owner, cube, "a", 10).await()).containsExactly(second);
    assertThat(tilesets.list(owner, cube, "", 1).await()).containsExactly(first);
    assertThat(problem(tilesets.read(owner, cube, "c")).status()).isEqualTo(404);
  }

  @Test
  @Tag("GLEBE_TILESETS")
  void anIdIsGivenOnceAndTheNumberOfTilesetsIsLimited() {
    created("{'id': 'a'}");
    assertThat(problem(tilesets.create(owner, cube, body("{'id': 'a'}"))).type())
        .isEqualTo(ProblemType.CONFLICT);
    assertThat(created("{}").id()).as("an id of its own").isNotEmpty();
    created("{'id': 'c'}");
    assertThat(problem(tilesets.create(owner, cube, body("{'id': 'd'}"))).detail())
        .contains("at most 3");
  }

  @Test
  void aChangeNeedsTheVersionThatItsSenderHasSeen() {
    Tileset made = created("{'id': 'a', 'title': 'First', 'layers': ['NDVI']}");
    OptionalLong seen = OptionalLong.of(made.version());

    Tileset patched =
        tilesets.patch(owner, cube, "a", json("{'title': 'Other', 'maxzoom': 9}"), seen).await();

    assertThat(patched.doc().path("title").asText()).isEqualTo("Other");
    assertThat(patched.doc().path("layers").get(0).asText()).isEqualTo("NDVI");
    assertThat(patched.doc().path("maxzoom").asInt()).isEqualTo(9);
    assertThat(patched.version()).isGreaterThan(made.version());
    assertThat(problem(tilesets.replace(owner, cube, "a", body("{}"), seen)).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(problem(tilesets.delete(owner, cube, "a", seen)).type())
        .isEqualTo(ProblemType.PRECONDITION_FAILED);
    assertThat(tilesets.replace(owner, cube, "a", body("{}"), ANY).await().doc().has("title"))
        .isFalse();
    assertThat(problem(tilesets.replace(owner, cube, "a", body("{'id': 'b'}"), ANY)).violations())
        .extracting(v -> v.where())
        .containsExactly("/id");
    tilesets.delete(owner, cube, "a", ANY).await();
    assertThat(problem(tilesets.delete(owner, cube, "a", ANY)).status()).isEqualTo(404);
  }

  @Test
  void aMisspeltMemberThatWasStoredBeforeIsKeptAndCanBeRemoved() {
    created("{'id': 'a'}");
    STATION
        .platform
        .resources()
        .database()
        .query(
            "update cube_tileset set doc = doc || '{\"layer\": \"x\"}' where collection_id = $1",
            cube)
        .await();

    Tileset patched = tilesets.patch(owner, cube, "a", json("{'title': 'B'}"), ANY).await();
    assertThat(patched.doc().path("layer").asText()).isEqualTo("x");
    assertThat(problem(tilesets.patch(owner, cube, "a", json("{'maxzom': 3}"), ANY)).detail())
        .contains("did you mean maxzoom?");
    patched = tilesets.patch(owner, cube, "a", json("{'layer': null}"), ANY).await();
    assertThat(patched.doc().has("layer")).isFalse();
  }

  @Test
  void anotherTileMatrixSetHasAnotherKindOfData() {
    created("{'id': 'a'}");

    Tileset changed =
        tilesets
            .patch(owner, cube, "a", json("{'tileMatrixSetId': 'WebMercatorQuad-Vector'}"), ANY)
            .await();

    assertThat(changed.vector()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"layers": ["LAI"]}                                | /layers
          {"layers": ["NDVI", "NDVI"]}                       | /layers
          {"expression": "LAI / 2"}                          | /expression
          {"style": "grass"}                                 | /style
          {"layers": ["NDVI"], "datetime": "soon"}           | /datetime
          {"layers": ["NDVI"], "resampling": "best"}         | /resampling
          {"layers": ["NDVI"], "rescale": [5, 5]}            | /rescale
          """)
  void aRenderingThatTheCubeCannotShowIsRefusedAtItsMember(String text, String pointer) {
    Problem refused = problem(tilesets.create(owner, cube, body(text)));

    assertThat(refused.type()).isEqualTo(ProblemType.INVALID_RECORD);
    assertThat(refused.violations().getFirst().where()).isEqualTo(pointer);
    assertThat(tilesets.list(owner, cube, "", 10).await()).isEmpty();
  }

  @Test
  void allFaultsOfABodyAreReportedAtOnce() {
    Problem refused =
        catchThrowableOfType(
            Problem.class,
            () ->
                body(
                    "{'id': '-', 'title': 7, 'layers': [], 'rescale': ['a', 'b'], 'minzoom': 5,"
                        + " 'maxzoom': 4, 'bbox': [1, 2, 0, 3], 'dataType': 'vector'}"));

    assertThat(refused.violations().stream().map(v -> v.where()))
        .containsExactlyInAnyOrder(
            "/id", "/title", "/dataType", "/layers", "/rescale", "/maxzoom", "/bbox");
    assertThat(
            catchThrowableOfType(Problem.class, () -> body("{'tileMatrixSetId': 'Mars'}")).detail())
        .contains("WebMercatorQuad");
  }

  @Test
  void rescaleHasPairsOfNumbers() {
    for (String odd : List.of("[1]", "[0, 1, 2]")) {
      Problem refused = catchThrowableOfType(Problem.class, () -> body("{'rescale': " + odd + "}"));
      assertThat(refused.violations().getFirst().where()).isEqualTo("/rescale");
    }
    assertThat(created("{'layers': ['NDVI'], 'rescale': [0, 1]}").doc().path("rescale")).hasSize(2);
  }

  @Test
  void nobodyElseReadsOrChangesTilesets() {
    created("{'id': 'a'}");
    for (var attempt :
        List.of(
            tilesets.read(neighbour, cube, "a"),
            tilesets.create(neighbour, cube, body("{}")),
            tilesets.replace(neighbour, cube, "a", body("{}"), ANY),
            tilesets.patch(neighbour, cube, "a", json("{}"), ANY))) {
      assertThat(problem(attempt).status()).isEqualTo(403);
    }
    assertThat(problem(tilesets.list(neighbour, cube, "", 1)).status()).isEqualTo(403);
    assertThat(problem(tilesets.delete(neighbour, cube, "a", ANY)).status()).isEqualTo(403);
    assertThat(tilesets.list(owner, cube, "", 10).await()).hasSize(1);
  }
}
