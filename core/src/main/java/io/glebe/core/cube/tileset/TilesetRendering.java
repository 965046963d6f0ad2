package io.glebe.core.cube.tileset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.resample.Resampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Checks that the rendering of a tileset is possible for a collection's cube. */
final class TilesetRendering {
  private TilesetRendering() {}

  /**
   * Fails with 422 when the rendering is impossible; a cube without layers is not checked.
   *
   * @param expression maximum length of a band expression in characters
   */
  static void check(Optional<Cube> cube, TilesetBody body, int expression) {
    boolean vector = body.doc().path("dataType").asText().equals("vector");
    if (vector || cube.isEmpty() || cube.get().now().layers().isEmpty()) {
      return;
    }
    try {
      RenderingQuery query = query(body.doc());
      query.requireExpression(expression);
      RenderingResolver.draw(cube.get().now(), query);
    } catch (Problem fault) {
      throw Problem.invalid(
          TilesetBody.fault(
              place(fault, body.doc()), Optional.ofNullable(fault.getMessage()).orElse("")));
    }
  }

  /** The member that the fault names, otherwise the one that selects the layers. */
  private static String place(Problem fault, ObjectNode doc) {
    return fault.violations().stream()
        .map(Violation::where)
        .filter(doc::has)
        .findFirst()
        .map(member -> "/" + member)
        .orElse(doc.has("expression") ? "/expression" : doc.has("layers") ? "/layers" : "/style");
  }

  private static RenderingQuery query(ObjectNode doc) {
    List<String> layers = new ArrayList<>();
    doc.path("layers").forEach(name -> layers.add(name.textValue()));
    List<double[]> rescale = new ArrayList<>();
    JsonNode numbers = doc.path("rescale");
    for (int i = 0; i + 1 < numbers.size(); i += 2) {
      rescale.add(new double[] {numbers.get(i).doubleValue(), numbers.get(i + 1).doubleValue()});
    }
    if (doc.has("datetime")) {
      Datetime.parse(doc.get("datetime").textValue());
    }
    if (doc.has("resampling")) {
      try {
        Resampling.valueOf(doc.get("resampling").textValue().toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw Problem.malformedParameter(
            "resampling", "must be one of average, bilinear, cubic, nearest");
      }
    }
    return new RenderingQuery(
        layers,
        Datetime.LATEST,
        text(doc, "expression"),
        text(doc, "colormap_name"),
        rescale,
        OptionalDouble.empty(),
        Resampling.BILINEAR,
        text(doc, "style"));
  }

  private static Optional<String> text(ObjectNode doc, String member) {
    return Optional.ofNullable(doc.path(member).textValue());
  }
}
