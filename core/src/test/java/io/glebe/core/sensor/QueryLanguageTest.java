package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that random conditions give the same result in the database and in memory. */
class QueryLanguageTest {
  private static final Caller PROBE = SensorStation.device("probe");
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final long SEED = 20_261_120L;
  private static final int CONDITIONS = 400;
  private static final List<Seen> ALL = new ArrayList<>();
  private static SensorStation station;

  /** An observation of the oracle in memory; null represents a missing value. */
  private record Seen(
      long id, Double result, Instant time, Double n, String s, String stream, Instant made) {}

  /** A part of a condition with its meaning; atoms with navigation are never unknown. */
  private record Piece<T>(String text, Function<Seen, T> meaning, boolean navigates) {
    static <T> Piece<T> of(String text, Function<Seen, T> meaning) {
      return new Piece<>(text, meaning, false);
    }
  }

  @BeforeAll
  static void open() {
    station = new SensorStation();
    Random random = new Random(SEED);
    String[] names = {"wind", "Regen d'or", "soil"};
    for (String name : names) {
      long datastream = station.datastream("probe");
      station
          .db
          .database()
          .query("update sensor.datastream set name = $2 where id = $1", datastream, name)
          .await();
      for (int i = 0; i < 40; i++) {
        observe(random, datastream, name, i);
      }
    }
  }

  private static void observe(Random random, long datastream, String name, int i) {
    Instant time = START.plusSeconds(3607L * random.nextInt(2000));
    ObjectNode body = Json.object().put("phenomenonTime", time.toString());
    Double result = null;
    if (i % 7 == 0) {
      body.put("result", "calm");
    } else {
      result = random.nextInt(41) / 4.0 - 5;
      body.put("result", result);
    }
    Double n = null;
    String s = null;
    ObjectNode parameters = body.putObject("parameters");
    if (random.nextBoolean()) {
      n = (double) random.nextInt(10);
      parameters.put("n", n);
    }
    if (random.nextBoolean()) {
      s = List.of("wind", "O'Neill", "", "Soil %_", "ÄÖ").get(random.nextInt(5));
      parameters.put("s", s);
    }
    Instant made = random.nextBoolean() ? time.plusSeconds(random.nextInt(100_000)) : null;
    if (made != null) {
      body.put("resultTime", made.toString());
    }
    body.put("clientKey", "k" + i);
    StoredResult stored =
        station
            .sensors
            .writer()
            .write(PROBE, datastream, ObservationBody.parse(body, START))
            .await();
    ALL.add(new Seen(stored.id(), result, time, n, s, name, made));
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static Set<Long> resultIds(String filter) {
    ResourcePath path = ResourcePath.parse(List.of("Observations"));
    var options = QueryParser.parse(Map.of("$filter", filter, "$top", "1000"), 30_000);
    var answer =
        station
            .sensors
            .queries()
            .read(new SensorQueries.Query(PROBE, "", "", path, options))
            .await();
    JsonNode page = Json.parse(((SensorQueries.JsonText) answer).text());
    TreeSet<Long> ids = new TreeSet<>();
    page.path("value").forEach(o -> ids.add(o.path("@iot.id").asLong()));
    return ids;
  }

  @Test
  void conditionsGiveTheSameResultInTheDatabaseAndInMemory() {
    Random random = new Random(SEED);
    int some = 0;
    for (int i = 0; i < CONDITIONS; i++) {
      Piece<Boolean> condition = condition(random, 3);
      TreeSet<Long> expected = new TreeSet<>();
      for (Seen seen : ALL) {
        if (Boolean.TRUE.equals(condition.meaning().apply(seen))) {
          expected.add(seen.id());
        }
      }
      some += expected.isEmpty() || expected.size() == ALL.size() ? 0 : 1;
      assertThat(resultIds(condition.text()))
          .as("seed %d, condition %d: %s", SEED, i, condition.text())
          .isEqualTo(expected);
    }
    assertThat(some).as("conditions that tell observations apart").isGreaterThan(CONDITIONS / 4);
  }

  private static Piece<Boolean> condition(Random random, int depth) {
    int kind = depth == 0 ? 3 : random.nextInt(6);
    return switch (kind) {
      case 0 -> {
        Piece<Boolean> a = condition(random, depth - 1);
        Piece<Boolean> b = condition(random, depth - 1);
        yield Piece.of(
            "(" + a.text() + " and " + b.text() + ")",
            o -> and(a.meaning().apply(o), b.meaning().apply(o)));
      }
      case 1 -> {
        Piece<Boolean> a = condition(random, depth - 1);
        Piece<Boolean> b = condition(random, depth - 1);
        yield Piece.of(
            "(" + a.text() + " or " + b.text() + ")",
            o -> not(and(not(a.meaning().apply(o)), not(b.meaning().apply(o)))));
      }
      case 2 -> {
        Piece<Boolean> a = condition(random, depth - 1);
        yield Piece.of("not (" + a.text() + ")", o -> not(a.meaning().apply(o)));
      }
      default -> atom(random);
    };
  }

  private static Boolean and(Boolean a, Boolean b) {
    if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
      return false;
    }
    return a == null || b == null ? null : Boolean.TRUE;
  }

  private static Boolean not(Boolean a) {
    return a == null ? null : Boolean.valueOf(!a);
  }

  private static Piece<Boolean> atom(Random random) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> compare(random, number(random, 2), plain(number(random, 2)));
      case 2 -> compare(random, text(random, 1), text(random, 1));
      case 3 -> compare(random, time(random), time(random));
      case 4 -> nothing(random);
      default -> textTest(random);
    };
  }

  /** Adds 0, because two JSON values would be compared as JSON, including text with numbers. */
  private static Piece<Double> plain(Piece<Double> a) {
    return new Piece<>("(" + a.text() + " add 0)", a.meaning(), a.navigates());
  }

  private static Piece<Boolean> nothing(Random random) {
    boolean equal = random.nextBoolean();
    boolean quality = random.nextBoolean();
    return Piece.of(
        (quality ? "parameters/s" : "resultTime") + (equal ? " eq null" : " ne null"),
        o -> (quality ? o.s() == null : o.made() == null) == equal);
  }

  private static <T extends Comparable<T>> Piece<Boolean> compare(
      Random random, Piece<T> a, Piece<T> b) {
    String operator = List.of("eq", "ne", "lt", "le", "gt", "ge").get(random.nextInt(6));
    BiPredicate<T, T> test =
        switch (operator) {
          case "eq" -> (x, y) -> x.compareTo(y) == 0;
          case "ne" -> (x, y) -> x.compareTo(y) != 0;
          case "lt" -> (x, y) -> x.compareTo(y) < 0;
          case "le" -> (x, y) -> x.compareTo(y) <= 0;
          case "gt" -> (x, y) -> x.compareTo(y) > 0;
          default -> (x, y) -> x.compareTo(y) >= 0;
        };
    return known(a.text() + " " + operator + " " + b.text(), a, b, test::test);
  }

  private static <T> Piece<Boolean> known(
      String text, Piece<T> a, Piece<T> b, BiFunction<T, T, Boolean> test) {
    boolean navigates = a.navigates() || b.navigates();
    return Piece.of(
        text,
        o -> {
          T x = a.meaning().apply(o);
          T y = b.meaning().apply(o);
          return x == null || y == null ? (navigates ? Boolean.FALSE : null) : test.apply(x, y);
        });
  }

  private static Piece<Boolean> textTest(Random random) {
    Piece<String> a = text(random, 1);
    Piece<String> b = text(random, 0);
    return switch (random.nextInt(3)) {
      case 0 -> known("contains(" + a.text() + "," + b.text() + ")", a, b, String::contains);
      case 1 -> known("startswith(" + a.text() + ", " + b.text() + ")", a, b, String::startsWith);
      default -> known("endswith(" + a.text() + "," + b.text() + ")", a, b, String::endsWith);
    };
  }

  private static Piece<Double> number(Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 3 : 7);
    return switch (kind) {
      case 0 -> Piece.of("result", Seen::result);
      case 1 -> Piece.of("parameters/n", Seen::n);
      case 2 -> {
        double value = random.nextInt(40) / 4.0;
        yield Piece.of(value % 1 == 0 ? "" + (long) value : "" + value, o -> value);
      }
      case 3 -> {
        Piece<Double> a = number(random, depth - 1);
        Piece<Double> b = number(random, depth - 1);
        yield both("(" + a.text() + " add " + b.text() + ")", a, b, Double::sum);
      }
      case 4 -> {
        Piece<Double> a = number(random, depth - 1);
        Piece<Double> b = number(random, depth - 1);
        yield both(
            "(" + a.text() + " mod " + b.text() + ")", a, b, (x, y) -> y == 0 ? null : x % y + 0.0);
      }
      case 5 -> {
        Piece<String> a = text(random, 0);
        yield new Piece<>(
            "length(" + a.text() + ")",
            o -> {
              String x = a.meaning().apply(o);
              return x == null ? null : Double.valueOf(x.length());
            },
            a.navigates());
      }
      default ->
          Piece.of(
              "hour(phenomenonTime)", o -> (double) o.time().atOffset(ZoneOffset.UTC).getHour());
    };
  }

  private static <A, T> Piece<T> both(
      String text, Piece<A> a, Piece<A> b, BiFunction<A, A, T> combine) {
    return new Piece<>(
        text,
        o -> {
          A x = a.meaning().apply(o);
          A y = b.meaning().apply(o);
          return x == null || y == null ? null : combine.apply(x, y);
        },
        a.navigates() || b.navigates());
  }

  private static Piece<String> text(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 4)) {
      case 0 -> Piece.of("parameters/s", Seen::s);
      case 1 -> new Piece<>("Datastream/name", Seen::stream, true);
      case 2 -> {
        String value = List.of("wind", "O'Neill", "", "%", "soil").get(random.nextInt(5));
        yield Piece.of("'" + value.replace("'", "''") + "'", o -> value);
      }
      default -> {
        Piece<String> a = text(random, 0);
        Piece<String> b = text(random, 0);
        yield both("concat(" + a.text() + "," + b.text() + ")", a, b, String::concat);
      }
    };
  }

  private static Piece<Instant> time(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Piece.of("phenomenonTime", Seen::time);
      case 1 -> Piece.of("resultTime", Seen::made);
      default -> {
        Instant value = START.plusSeconds(3607L * random.nextInt(2000));
        yield Piece.of(value.toString(), o -> value);
      }
    };
  }

  @Test
  void spatialConditionsAreExact() {
    long inside = thing(15.5, 46.05);
    long outside = thing(15.9, 46.05); // inside the box, outside the triangle
    String triangle = "geography'POLYGON((15 46, 16 46, 15 47, 15 46))'";
    assertThat(things("geo.intersects(Locations/location, " + triangle + ")"))
        .contains(inside)
        .doesNotContain(outside + 1000);
    assertThat(
            things(
                "st_within(Locations/location, geography'POLYGON((15.8 46, 16 46, 16 46.1, 15.8"
                    + " 46.1, 15.8 46))')"))
        .contains(outside)
        .doesNotContain(inside);
    assertThat(things("geo.distance(Locations/location, geography'POINT(15.5 46.05)') lt 0.01"))
        .contains(inside)
        .doesNotContain(outside);
    assertThat(things("not geo.intersects(Locations/location, geography'POINT(15.5 46.05)')"))
        .contains(outside)
        .doesNotContain(inside);
  }

  private static long thing(double lon, double lat) {
    ObjectNode body =
        Json.parseObject(
            "{\"name\": \"t\", \"Locations\": [{\"location\": {\"type\": \"Point\","
                + " \"coordinates\": ["
                + lon
                + ","
                + lat
                + "]}}]}");
    return station
        .sensors
        .entities()
        .create(PROBE, ResourcePath.parse(List.of("Things")), body)
        .await()
        .id();
  }

  private static List<Long> things(String filter) {
    var answer =
        station
            .sensors
            .queries()
            .read(
                new SensorQueries.Query(
                    PROBE,
                    "",
                    "",
                    ResourcePath.parse(List.of("Things")),
                    QueryParser.parse(Map.of("$filter", filter), 30_000)))
            .await();
    List<Long> ids = new ArrayList<>();
    Json.parse(((SensorQueries.JsonText) answer).text())
        .path("value")
        .forEach(t -> ids.add(t.path("@iot.id").asLong()));
    return ids;
  }
}
