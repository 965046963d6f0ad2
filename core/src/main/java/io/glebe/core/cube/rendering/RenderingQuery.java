package io.glebe.core.cube.rendering;

import io.glebe.core.cube.model.Datetime;
import io.glebe.core.problem.Problem;
import io.glebe.tile.resample.Resampling;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The requested rendering of a cube.
 *
 * @param layers one layer, one composite, one index, or three bands; empty for the default
 * @param when selects the slice
 * @param expression band arithmetic instead of a layer
 * @param ramp name of a colour ramp
 * @param rescale values of the first and the last colour; one pair, or one for each of three bands
 * @param nodata a stored number that counts as no value in this request
 * @param style name of a layer, composite or index to show, or of a ramp for the layer's values
 */
public record RenderingQuery(
    List<String> layers,
    Datetime when,
    Optional<String> expression,
    Optional<String> ramp,
    List<double[]> rescale,
    OptionalDouble nodata,
    Resampling resampling,
    Optional<String> style) {

  public RenderingQuery {
    layers = List.copyOf(layers);
    rescale = List.copyOf(rescale);
  }

  /** Returns a query for one layer at one time, with defaults for everything else. */
  public static RenderingQuery of(List<String> layers, Datetime when) {
    return new RenderingQuery(
        layers,
        when,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        OptionalDouble.empty(),
        Resampling.BILINEAR,
        Optional.empty());
  }

  /** Refuses an expression that is longer than this, in characters; 400. */
  public void requireExpression(int characters) {
    if (expression.isPresent() && expression.get().length() > characters) {
      throw Problem.malformedParameter("expression", "has at most " + characters + " characters");
    }
  }

  /** Returns the same query at another time. */
  public RenderingQuery at(Datetime other) {
    return new RenderingQuery(layers, other, expression, ramp, rescale, nodata, resampling, style);
  }

  RenderingQuery showing(String layer) {
    return new RenderingQuery(
        List.of(layer), when, expression, ramp, rescale, nodata, resampling, Optional.empty());
  }

  RenderingQuery through(Optional<String> otherRamp) {
    return new RenderingQuery(
        layers, when, expression, otherRamp, rescale, nodata, resampling, Optional.empty());
  }
}
