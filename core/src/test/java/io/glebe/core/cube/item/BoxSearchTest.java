package io.glebe.core.cube.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.cql.Cql2Text;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Envelope;

/** Features of a box for tiles and maps, of which some are long. */
class BoxSearchTest {
  private static final int MEGABYTE = 1 << 20;
  private static final int MAX_BYTES = 32 * MEGABYTE;
  private static final String COLLECTION = "boxes";
  private static final int COUNT = 50;

  private static TestDatabase db;

  @BeforeAll
  static void fill() {
    db = TestDatabase.create();
    db.database()
        .query("INSERT INTO cube_collection (id, doc) VALUES ($1, '{}'::jsonb)", COLLECTION)
        .await();
    for (int i = 0; i < COUNT; i++) {
      List<Item> one = List.of(item(i));
      db.database().inTransaction(tx -> ItemRows.put(tx, COLLECTION, one)).await();
    }
  }

  @AfterAll
  static void close() {
    db.close();
  }

  /** The first ones are the largest; those after the tenth have a megabyte that is not packed. */
  private static Item item(int number) {
    var body = Json.object().put("type", "Feature").put("id", "f" + (100 + number));
    var positions = body.putObject("geometry").put("type", "LineString").putArray("coordinates");
    positions.addArray().add(10).add(10);
    positions.addArray().add(10).add(10 + 1.0 / (number + 1));
    String note = number < 10 ? "short" : noise(number);
    body.putObject("properties").put("number", number).put("note", note);
    return FeatureBody.parse(body, "", 100_000);
  }

  private static String noise(int seed) {
    StringBuilder text = new StringBuilder(MEGABYTE);
    new java.util.Random(seed)
        .ints(MEGABYTE, ' ', '~')
        .filter(c -> c != '"' && c != '\\')
        .forEach(c -> text.append((char) c));
    return text.toString();
  }

  private static BoxSearch.InBox search(Optional<String> filter, int limit) {
    FeatureQuery query =
        FeatureQuery.of(filter.map(Cql2Text::parse), Optional.empty(), PageRequest.first(1));
    return db.database()
        .inTransaction(
            tx ->
                new BoxSearch(tx, COLLECTION, new Envelope(9, 11, 9, 12), query, limit, MAX_BYTES)
                    .read())
        .await();
  }

  private static List<String> ids(BoxSearch.InBox found) {
    return found.items().stream().map(StoredItem::id).toList();
  }

  private static List<String> ids(IntStream numbers) {
    return numbers.mapToObj(number -> "f" + (100 + number)).toList();
  }

  @Test
  void longFeaturesKeepTheirPlaceInTheOrder() {
    BoxSearch.InBox found = search(Optional.empty(), 15);
    assertThat(ids(found)).isEqualTo(ids(IntStream.range(0, 15)));
    assertThat(found.isCut()).isFalse();
    assertThat(found.items().getLast().property("note").asText()).hasSizeGreaterThan(900_000);
  }

  @Test
  @Tag("GLEBE_BOX_FEATURE_BYTES")
  void theLeastImportantAreLeftOutBeyondABoundOfBytes() {
    BoxSearch.InBox found = search(Optional.empty(), 10_000);
    long bytes = found.items().stream().mapToLong(item -> item.propertiesText().length()).sum();
    assertThat(bytes).isBetween(25L * MEGABYTE, (long) MAX_BYTES);
    assertThat(ids(found)).isEqualTo(ids(IntStream.range(0, found.items().size())));
    assertThat(found.isCut()).isTrue();
  }

  @Test
  void aFilterIsExactForLongFeatures() {
    BoxSearch.InBox found = search(Optional.of("CASEI(note) = 'short' OR number = 20"), 100);
    assertThat(ids(found)).contains("f100", "f109", "f120").doesNotContain("f110", "f121");
  }
}
