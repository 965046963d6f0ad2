package io.glebe.core.cube.map;

import io.glebe.core.cube.model.LayerClass;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.style.DefaultStyle;
import io.glebe.tile.engine.Rendering;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.LegendEntry;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.layout.Layer;
import java.util.List;
import java.util.Optional;

/** Explains the colours of an image. */
public sealed interface Legend {
  /** Number of lines of a continuous legend. */
  int STEPS = 11;

  /** Name of the layer, composite, index or expression. */
  String title();

  /** The unit of the values; empty for none. */
  String unit();

  /** A value with its colour, and the name of the class where it is one with a name. */
  record Stop(LegendEntry entry, Optional<String> name) {}

  /** Values through a colour ramp, or classes with one colour each. */
  record Values(String title, String unit, ColourRamp ramp, Stretch shown, List<Stop> stops)
      implements Legend {
    /** Whether the values are classes. */
    public boolean classes() {
      return ramp.kind() == ColourRamp.Kind.CATEGORICAL;
    }
  }

  /** Features, all in one colour. */
  record Features(String title) implements Legend {
    @Override
    public String unit() {
      return "";
    }

    /** The colour, {@code #rrggbb}. */
    public String hex() {
      return DefaultStyle.FEATURES;
    }
  }

  /** Three layers shown as red, green and blue. */
  record Channels(String title, String unit, List<Channel> channels) implements Legend {}

  /**
   * One of the three channels.
   *
   * @param name red, green or blue
   * @param shown values at zero and at full intensity
   */
  record Channel(String name, String layer, Stretch shown) {}

  /** Returns the legend of a rendering. */
  static Legend of(DatasetSnapshot snapshot, RenderingResolver.Drawn drawn) {
    String unit = snapshot.layer(drawn.name()).map(Layer::unit).orElse("");
    return switch (drawn.rendering()) {
      case Rendering.Shaded shaded ->
          new Values(
              drawn.name(),
              unit,
              shaded.ramp(),
              shaded.stretch(),
              stops(snapshot, drawn.name(), shaded));
      case Rendering.Composed composed ->
          new Channels(
              drawn.name(),
              unit,
              List.of(
                  new Channel("red", drawn.layers().get(0), composed.stretches().get(0)),
                  new Channel("green", drawn.layers().get(1), composed.stretches().get(1)),
                  new Channel("blue", drawn.layers().get(2), composed.stretches().get(2))));
    };
  }

  /** The classes that have a name, or the colours of the ramp where none has. */
  private static List<Stop> stops(DatasetSnapshot snapshot, String layer, Rendering.Shaded shaded) {
    ColourRamp ramp = shaded.ramp();
    List<LegendEntry> colours = ramp.legend(shaded.stretch(), STEPS);
    List<LayerClass> classes =
        ramp.kind() == ColourRamp.Kind.CATEGORICAL
            ? snapshot.layer(layer).map(LayerClass::of).orElse(List.of())
            : List.of();
    return classes.isEmpty()
        ? colours.stream().map(entry -> new Stop(entry, Optional.empty())).toList()
        : classes.stream()
            .map(
                one ->
                    new Stop(
                        new LegendEntry(one.value(), ramp.classColour(one.value())),
                        Optional.of(one.name())))
            .toList();
  }
}
