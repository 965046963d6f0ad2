package io.glebe.tile.engine;

import io.glebe.tile.band.BandMath;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.style.ColourRamp;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rule that turns the slices of a request into colours. The slices are in the order that the
 * rendering needs.
 */
public sealed interface Rendering {

  /** Number of slices needed. */
  int slices();

  /** Canonical text, used in keys. Equal renderings have equal texts. */
  String canonical();

  /** One layer with a colour ramp. */
  static Rendering layer(ColourRamp ramp, Stretch stretch) {
    return new Shaded(Optional.empty(), ramp, stretch);
  }

  /** A formula over layers (the slices in the order of its bands) with a colour ramp. */
  static Rendering formula(BandMath formula, ColourRamp ramp, Stretch stretch) {
    return new Shaded(Optional.of(formula), ramp, stretch);
  }

  /** Three layers as red, green and blue. */
  static Rendering composite(Stretch red, Stretch green, Stretch blue) {
    return new Composed(List.of(red, green, blue));
  }

  /** Values that are coloured by a ramp; classes of a categorical ramp have their own colours. */
  record Shaded(Optional<BandMath> formula, ColourRamp ramp, Stretch stretch) implements Rendering {
    @Override
    public int slices() {
      return formula.map(f -> f.bands().size()).orElse(1);
    }

    @Override
    public String canonical() {
      String values = formula.map(f -> f.expression().replaceAll("\\s+", "")).orElse("");
      String range =
          ramp.kind() == ColourRamp.Kind.CATEGORICAL ? "" : stretch.low() + ":" + stretch.high();
      return "shaded(" + values + "," + ramp.name() + "," + range + ")";
    }
  }

  /** Three bands, each with its own stretch. */
  record Composed(List<Stretch> stretches) implements Rendering {
    public Composed {
      stretches = List.copyOf(stretches);
      if (stretches.size() != 3) {
        throw new IllegalArgumentException("a composite has three bands");
      }
    }

    @Override
    public int slices() {
      return 3;
    }

    @Override
    public String canonical() {
      return stretches.stream()
          .map(s -> s.low() + ":" + s.high())
          .collect(Collectors.joining(",", "composed(", ")"));
    }
  }
}
