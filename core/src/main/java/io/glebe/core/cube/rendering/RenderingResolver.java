package io.glebe.core.cube.rendering;

import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.model.LayerClass;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.snapshot.SliceChoice;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.tile.band.BandMath;
import io.glebe.tile.band.ExpressionException;
import io.glebe.tile.engine.DatasetView;
import io.glebe.tile.engine.LayerSlice;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.Composite;
import io.glebe.tile.style.SpectralIndex;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.dataset.layout.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resolves the parameters of a request to slices and colours, for tiles, maps and legends. */
public final class RenderingResolver {
  /** The style that selects the default rendering. */
  public static final String DEFAULT_STYLE = "default";

  private static final String DEFAULT_RAMP = "viridis";

  private RenderingResolver() {}

  /**
   * The layers and colours that a name refers to.
   *
   * @param layers layers to read, in order
   */
  public record Drawn(String name, List<String> layers, Rendering rendering) {}

  /**
   * Resolves a query on one snapshot; 404 lists the existing names or times when one does not
   * exist.
   */
  public static ResolvedRendering resolve(
      Cube cube, DatasetSnapshot snapshot, RenderingQuery query) {
    Drawn drawn = draw(snapshot, query);
    DatasetView view = cube.requireView(snapshot);
    Instant instant = instant(snapshot, drawn.layers(), query.when());
    List<LayerSlice> slices = view.slices(drawn.layers(), instant).orElseThrow();
    return new ResolvedRendering(
        drawn.name(), drawn.layers(), instant, view.cube(), slices, drawn.rendering());
  }

  /** Resolves layers and colours. */
  public static Drawn draw(DatasetSnapshot snapshot, RenderingQuery requested) {
    RenderingQuery query = styled(snapshot, requested);
    if (query.expression().isPresent()) {
      return expression(snapshot, query, query.expression().get());
    }
    if (query.layers().size() == 3) {
      return bands(snapshot, query);
    }
    if (query.layers().size() > 1) {
      throw Problem.malformedParameter("layers", "names one layer, or three bands");
    }
    String name = query.layers().isEmpty() ? preferred(snapshot) : query.layers().getFirst();
    Optional<Layer> layer = snapshot.layer(name);
    if (layer.isPresent()) {
      return single(layer.get(), query);
    }
    return composite(snapshot, query, name)
        .or(() -> index(snapshot, query, name))
        .orElseThrow(
            () ->
                Problem.notFound(
                    "there is no layer '"
                        + name
                        + "'; there are "
                        + String.join(", ", names(snapshot))));
  }

  /**
   * A style selects the layers when no other parameter does, and otherwise the colours; {@code
   * default} is the default rendering.
   */
  private static RenderingQuery styled(DatasetSnapshot snapshot, RenderingQuery query) {
    String style = query.style().orElse("");
    if (style.isEmpty() || style.equalsIgnoreCase(DEFAULT_STYLE)) {
      return query;
    }
    boolean open = query.layers().isEmpty() && query.expression().isEmpty();
    if (open && shows(snapshot, style)) {
      return query.showing(style);
    }
    if (ColourRamp.byName(style).isPresent()) {
      return query.through(query.ramp().or(query::style));
    }
    if (query.layers().equals(List.of(style))) {
      return query;
    }
    throw Problem.notFound(
        "there is no style '"
            + style
            + "'; there are "
            + DEFAULT_STYLE
            + ", "
            + String.join(", ", names(snapshot))
            + " and the colour ramps "
            + String.join(", ", ColourRamp.names()));
  }

  private static boolean shows(DatasetSnapshot snapshot, String name) {
    return snapshot.layer(name).isPresent()
        || Composite.byName(name).flatMap(c -> c.layers(bandNames(snapshot))).isPresent()
        || SpectralIndex.byName(name).flatMap(i -> i.layers(bandNames(snapshot))).isPresent();
  }

  /** Returns the names of all layers, and of the composites that their bands allow. */
  public static List<String> names(DatasetSnapshot snapshot) {
    List<String> names = new ArrayList<>(bandNames(snapshot));
    composites(snapshot).forEach(composite -> names.add(composite.name()));
    return names;
  }

  /** Returns the composites that the layers allow. */
  public static List<Composite> composites(DatasetSnapshot snapshot) {
    return List.of(Composite.values()).stream()
        .filter(composite -> composite.layers(bandNames(snapshot)).isPresent())
        .toList();
  }

  /**
   * Returns the ramp of a layer: its own, that of the index with the same name, or the default; in
   * it the classes that have a colour have this colour.
   */
  public static ColourRamp ramp(Layer layer) {
    ColourRamp ramp = plainRamp(layer);
    return layer.categorical() ? ramp.withClasses(LayerClass.colours(LayerClass.of(layer))) : ramp;
  }

  /**
   * Returns the ramp of a layer without the colours of its classes, which has a name of its own.
   */
  public static ColourRamp plainRamp(Layer layer) {
    return Optional.ofNullable((String) layer.attributes().get("colormap"))
        .flatMap(ColourRamp::byName)
        .or(() -> SpectralIndex.byName(layer.name()).map(SpectralIndex::ramp))
        .or(() -> ColourRamp.byName(layer.categorical() ? "categories" : DEFAULT_RAMP))
        .orElseThrow();
  }

  /** Returns the values that a layer shows with the first and the last colour. */
  public static Stretch stretch(Layer layer) {
    if (layer.attributes().get("range") instanceof List<?> range && range.size() == 2) {
      return new Stretch(number(range.get(0)), number(range.get(1)));
    }
    return SpectralIndex.byName(layer.name())
        .map(SpectralIndex::stretch)
        .orElseGet(() -> ramp(layer).stretch());
  }

  /** Returns the newest (or nearest) requested instant that all of the layers have. */
  private static Instant instant(DatasetSnapshot snapshot, List<String> layers, Datetime when) {
    return SliceChoice.instant(snapshot, layers, when)
        .orElseThrow(() -> noTime(snapshot.timeline(layers.getFirst()), layers));
  }

  private static Problem noTime(Timeline timeline, List<String> layers) {
    String what = String.join(", ", layers);
    return Problem.notFound(
        timeline.size() == 0
            ? "there are no data yet of " + what
            : "there are no data of "
                + what
                + " at that time; there are "
                + timeline.size()
                + " dates from "
                + timeline.instant(0)
                + " to "
                + timeline.instant(timeline.size() - 1)
                + ", listed under /time");
  }

  private static Drawn single(Layer layer, RenderingQuery query) {
    ColourRamp ramp = query.ramp().map(RenderingResolver::named).orElseGet(() -> ramp(layer));
    Stretch stretch = query.rescale().isEmpty() ? stretch(layer) : pair(query, 0);
    return new Drawn(layer.name(), List.of(layer.name()), Rendering.layer(ramp, stretch));
  }

  private static Optional<Drawn> composite(
      DatasetSnapshot snapshot, RenderingQuery query, String name) {
    return Composite.byName(name)
        .flatMap(
            composite ->
                composite
                    .layers(bandNames(snapshot))
                    .map(
                        layers ->
                            new Drawn(
                                composite.name(), layers, composed(composite.stretches(), query))));
  }

  private static Drawn bands(DatasetSnapshot snapshot, RenderingQuery query) {
    List<Stretch> stretches =
        query.layers().stream().map(name -> stretch(Cube.layer(snapshot, name))).toList();
    return new Drawn(String.join(",", query.layers()), query.layers(), composed(stretches, query));
  }

  private static Rendering composed(List<Stretch> usual, RenderingQuery query) {
    List<Stretch> stretches =
        switch (query.rescale().size()) {
          case 0 -> usual;
          case 1 -> List.of(pair(query, 0), pair(query, 0), pair(query, 0));
          case 3 -> List.of(pair(query, 0), pair(query, 1), pair(query, 2));
          default ->
              throw Problem.malformedParameter("rescale", "has one pair, or one for each band");
        };
    return Rendering.composite(stretches.get(0), stretches.get(1), stretches.get(2));
  }

  private static Optional<Drawn> index(
      DatasetSnapshot snapshot, RenderingQuery query, String name) {
    return SpectralIndex.byName(name)
        .flatMap(
            index ->
                index
                    .layers(bandNames(snapshot))
                    .map(
                        layers ->
                            new Drawn(
                                index.name(),
                                layers,
                                Rendering.formula(
                                    index.formula(),
                                    query
                                        .ramp()
                                        .map(RenderingResolver::named)
                                        .orElseGet(index::ramp),
                                    query.rescale().isEmpty()
                                        ? index.stretch()
                                        : pair(query, 0)))));
  }

  private static Drawn expression(DatasetSnapshot snapshot, RenderingQuery query, String text) {
    BandMath formula;
    try {
      formula = BandMath.compile(text, bandNames(snapshot));
    } catch (ExpressionException e) {
      throw Problem.malformedParameter(
          "expression", "at character " + (e.position() + 1) + ": " + e.getMessage());
    }
    if (formula.bands().isEmpty()) {
      throw Problem.malformedParameter("expression", "names no layer");
    }
    ColourRamp ramp =
        query.ramp().map(RenderingResolver::named).orElseGet(() -> named(DEFAULT_RAMP));
    Stretch stretch = query.rescale().isEmpty() ? ramp.stretch() : pair(query, 0);
    return new Drawn(text, formula.bands(), Rendering.formula(formula, ramp, stretch));
  }

  private static List<String> bandNames(DatasetSnapshot snapshot) {
    return snapshot.layers().stream().map(Layer::name).toList();
  }

  private static String preferred(DatasetSnapshot snapshot) {
    return composites(snapshot).stream()
        .findFirst()
        .map(Composite::name)
        .or(() -> bandNames(snapshot).stream().findFirst())
        .orElseThrow(() -> Problem.notFound("the collection has no layers yet"));
  }

  /** Returns the colour ramp of this name; 404 names those that exist. */
  public static ColourRamp named(String name) {
    return ColourRamp.byName(name)
        .orElseThrow(
            () ->
                Problem.notFound(
                    "there is no colour ramp '"
                        + name
                        + "'; there are "
                        + String.join(", ", ColourRamp.names())
                        + ", each also with _r behind it"));
  }

  private static Stretch pair(RenderingQuery query, int index) {
    double[] pair = query.rescale().get(index);
    try {
      return new Stretch((float) pair[0], (float) pair[1]);
    } catch (IllegalArgumentException e) {
      throw Problem.invalid(
          Violation.parameter("rescale", "rescale", String.valueOf(e.getMessage())));
    }
  }

  private static float number(Object value) {
    return ((Number) value).floatValue();
  }
}
