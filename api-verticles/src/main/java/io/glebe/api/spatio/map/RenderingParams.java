package io.glebe.api.spatio.map;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.problem.Problem;
import io.glebe.tile.resample.Resampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The parameters of renderings, with the names that map viewers use. */
public final class RenderingParams {
  private static final Map<String, Resampling> METHODS =
      Map.of(
          "nearest", Resampling.NEAREST,
          "bilinear", Resampling.BILINEAR,
          "cubic", Resampling.CUBIC,
          "average", Resampling.AVERAGE);

  /** Maximum length in characters of the name of a layer, a composite or a colour ramp. */
  private static final int MAX_STYLE = 100;

  /** Makes the response immutable. */
  public static final Parameter VERSION =
      Parameter.query(
          "v",
          "version of the data; the response to the present one never changes",
          Schemas.count());

  private RenderingParams() {}

  /** Images of cells have no filter; 400 when one is given. */
  public static void refuseFilter(Params params) {
    for (String name : List.of("filter", "filter-lang")) {
      if (params.has(name)) {
        throw Problem.malformedParameter(name, "selects features, and this collection has a cube");
      }
    }
  }

  /** The names of the parameters that select what tiles, maps and legends show. */
  public static Stream<String> names() {
    return Stream.of(declared(0)).map(Parameter::name);
  }

  /**
   * The parameters that select what tiles, maps and legends show, for the contract.
   *
   * @param expression maximum length of a band expression in characters
   */
  public static Parameter[] declared(int expression) {
    return new Parameter[] {
      Parameter.query(
          "layers", "one layer or composite, or three bands", Schemas.list(Schemas.text(), 1, 3)),
      Parameter.query(
          "style",
          "what to show when layers is absent, or a colour ramp",
          QuerySchemas.like(MAX_STYLE, "ndvi", "default")),
      Parameter.query(
          "datetime",
          "an instant, a date, an interval with at least one end, latest, latest-clear for the"
              + " newest slice with few clouds, or nearest: before a time",
          QuerySchemas.sliceTime()),
      Parameter.query(
          "expression", "band arithmetic", QuerySchemas.like(expression, "(B08-B04)/(B08+B04)")),
      Parameter.query("colormap_name", "name of a colour ramp", QuerySchemas.colourRamp()),
      Parameter.query("colormap", "the same as colormap_name", QuerySchemas.colourRamp()),
      Parameter.query(
          "rescale",
          "values of the first and the last colour, for each of up to three bands",
          Schemas.list(Schemas.number(), 2, 6)),
      Parameter.query(
          "nodata",
          "a stored number that means no value",
          Schemas.either(Schemas.number(), Schemas.word("nan", "NaN"))),
      Parameter.query(
          "resampling",
          "how cells between cells are computed",
          Schemas.word("nearest", "bilinear", "cubic", "average"))
    };
  }

  /**
   * The requested rendering.
   *
   * @param expression maximum length of a band expression in characters
   */
  public static RenderingQuery parse(ApiRequest request, int expression) {
    return parse(request.params(), expression);
  }

  /** The same of parameters that are not those of a request. */
  static RenderingQuery parse(Params params, int expression) {
    RenderingQuery query =
        new RenderingQuery(
            params.list("layers", 3),
            params.text("datetime").map(Datetime::parse).orElse(Datetime.LATEST),
            params.text("expression").filter(text -> !text.isEmpty()),
            params.text("colormap_name").or(() -> params.text("colormap")),
            rescale(params),
            nodata(params),
            resampling(params).orElse(Resampling.BILINEAR),
            params.text("style"));
    query.requireExpression(expression);
    query.ramp().ifPresent(RenderingResolver::named); // also where it is not drawn
    return query;
  }

  private static OptionalDouble nodata(Params params) {
    if (params.text("nodata").filter("nan"::equalsIgnoreCase).isPresent()) {
      return OptionalDouble.of(Double.NaN);
    }
    return params.number("nodata").map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  /** The resampling method of the parameter, if it is present; 400 for an unknown one. */
  public static Optional<Resampling> resampling(Params params) {
    return params
        .text("resampling")
        .map(
            name -> {
              Resampling method = METHODS.get(name.toLowerCase(Locale.ROOT));
              if (method == null) {
                throw Problem.malformedParameter(
                    "resampling", "must be one of average, bilinear, cubic, nearest");
              }
              return method;
            });
  }

  /** {@code rescale=0,1}, or one pair for each of three bands, repeated or in one list. */
  private static List<double[]> rescale(Params params) {
    List<double[]> pairs = new ArrayList<>();
    for (String text : params.all("rescale")) {
      String[] numbers = text.split(",", -1);
      if (numbers.length % 2 != 0 || pairs.size() + numbers.length / 2 > 3) {
        throw Problem.malformedParameter("rescale", "has pairs of numbers, at most three");
      }
      for (int i = 0; i < numbers.length; i += 2) {
        pairs.add(new double[] {number(numbers[i]), number(numbers[i + 1])});
      }
    }
    return pairs;
  }

  private static double number(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw Problem.malformedParameter("rescale", "'" + text + "' is no number");
    }
    throw Problem.malformedParameter("rescale", "the numbers are finite");
  }
}
