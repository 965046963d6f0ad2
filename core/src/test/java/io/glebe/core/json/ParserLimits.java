package io.glebe.core.json;

import io.glebe.core.cql.Cql2Text;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.tile.band.BandMath;
import java.util.List;
import java.util.Map;

/** The program of {@link ParserLimitsTest}: prints what its JVM refuses. */
final class ParserLimits {
  private static final List<String> BANDS = List.of("B01", "B02", "B03", "B04", "B05");

  private ParserLimits() {}

  public static void main(String[] arguments) {
    print("json levels", () -> Json.parse("[[[[[]]]]]"));
    print("json number", () -> Json.parse("123456"));
    print("json text", () -> Json.parse("\"A text\""));
    print("json name", () -> Json.parse("{\"member\":1}"));
    print("json digits", () -> Json.parse("1e100"));
    print("filter levels", () -> Cql2Text.parse("(((((a = 1)))))"));
    print(
        "sensor filter levels",
        () -> QueryParser.parse(Map.of("$filter", "(((((result eq 1)))))"), 1_000));
    print("expression levels", () -> BandMath.compile("((((((((((B04))))))))))", BANDS));
    print("expression steps", () -> BandMath.compile("B04+B04+B04+B04+B04", BANDS));
    print("expression bands", () -> BandMath.compile("B01+B02+B03+B04+B05", BANDS));
  }

  private static void print(String limit, Runnable parse) {
    try {
      parse.run();
      System.out.println(limit + " accepted");
    } catch (Problem | IllegalArgumentException refused) {
      System.out.println(limit + " refused");
    }
  }
}
