package io.glebe.tile.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.glebe.tile.band.BandStack;
import io.glebe.tile.kernel.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

class StyleTest {
  private static final List<String> SENTINEL =
      List.of("NDVI", "B02", "B03", "B04", "B05", "B08", "B8A", "B11", "B12");

  @Test
  void sequentialRampsGrowLighterOrDarkerOneWay() {
    for (ColourRamp ramp : ramps(ColourRamp.Kind.SEQUENTIAL)) {
      double direction = lightness(ramp, 255) - lightness(ramp, 1);
      assertThat(Math.abs(direction)).as(ramp.name()).isGreaterThan(0.4);
      for (int i = 2; i < 256; i++) {
        double step = (lightness(ramp, i) - lightness(ramp, i - 1)) * Math.signum(direction);
        assertThat(step).as(ramp.name() + " at " + i).isGreaterThan(-0.006);
      }
    }
  }

  @Test
  void divergingRampsAreLightestInTheMiddle() {
    for (ColourRamp ramp : ramps(ColourRamp.Kind.DIVERGING)) {
      int lightest = 1;
      for (int i = 1; i < 256; i++) {
        lightest = lightness(ramp, i) > lightness(ramp, lightest) ? i : lightest;
      }
      assertThat(lightest).as(ramp.name()).isBetween(110, 146);
      assertThat(lightness(ramp, 1)).isCloseTo(lightness(ramp, 255), within(0.15));
    }
  }

  @Test
  void everyRampIsFoundByNameAndReversed() {
    assertThat(ColourRamp.names())
        .contains("viridis", "magma", "cividis", "ndvi", "moisture", "temperature", "elevation")
        .contains("greys", "rdylgn", "categories");
    for (String name : ColourRamp.names()) {
      Palette forth = ColourRamp.byName(name).orElseThrow().palette();
      Palette back = ColourRamp.byName(name + "_r").orElseThrow().palette();
      assertThat(forth.argb(0)).isZero();
      assertThat(forth.argb(1)).isNotEqualTo(forth.argb(0));
      if (ColourRamp.byName(name).orElseThrow().kind() != ColourRamp.Kind.CATEGORICAL) {
        for (int i = 1; i < 256; i++) {
          assertThat(back.argb(256 - i)).isEqualTo(forth.argb(i));
        }
      }
    }
    assertThat(ColourRamp.byName("nope")).isEmpty();
    assertThat(ColourRamp.byName("viridis").orElseThrow().colour(0)).isEqualTo(0x440154);
    assertThat(ColourRamp.byName("viridis").orElseThrow().colour(1)).isEqualTo(0xfde725);
  }

  @Test
  void legendsContainValuesAndColours() {
    ColourRamp greys = ColourRamp.byName("greys").orElseThrow();
    List<LegendEntry> legend = greys.legend(new Stretch(-1, 1), 5);
    assertThat(legend).extracting(LegendEntry::value).containsExactly(-1.0, -0.5, 0.0, 0.5, 1.0);
    assertThat(legend.getFirst().hex()).isEqualTo("#000000");
    assertThat(legend.getLast().hex()).isEqualTo("#ffffff");
    assertThat(ColourRamp.byName("categories").orElseThrow().legend(new Stretch(0, 3), 2))
        .hasSize(12);
  }

  @Test
  void classesTakeTheirColoursInTurn() {
    ColourRamp ramp = ColourRamp.byName("categories").orElseThrow();
    byte[] entries = ramp.classEntries();
    assertThat(ramp.palette().argb(entries[0]) & 0xffffff)
        .isEqualTo(ramp.legend(ramp.stretch(), 2).getFirst().rgb());
    assertThat(entries[12]).isEqualTo(entries[0]);
  }

  @Test
  void compositesFindTheirBandsUnderAnyUsualName() {
    assertThat(Composite.byName("rgb").orElseThrow().layers(SENTINEL))
        .contains(List.of("B04", "B03", "B02"));
    assertThat(Composite.CIR.layers(List.of("red", "NIR", "Green")))
        .contains(List.of("NIR", "red", "Green"));
    assertThat(Composite.SWIR.layers(SENTINEL)).contains(List.of("B12", "B8A", "B04"));
    assertThat(Composite.SWIR.layers(List.of("B12", "B08", "B04")))
        .contains(List.of("B12", "B08", "B04"));
    assertThat(Composite.AGRICULTURE.layers(List.of("B08", "B02"))).isEmpty();
    assertThat(Composite.byName("none")).isEmpty();
  }

  @Test
  void indicesMatchTheirFormulas() {
    float red = 0.05f;
    float nir = 0.45f;
    assertThat(index(SpectralIndex.NDVI, red, nir)).isCloseTo(0.8f, within(1e-6f));
    assertThat(index(SpectralIndex.EVI2, red, nir))
        .isCloseTo(2.5f * 0.4f / (0.45f + 0.12f + 1), within(1e-5f));
    assertThat(index(SpectralIndex.SAVI, red, nir)).isCloseTo(0.6f, within(1e-6f));
    assertThat(index(SpectralIndex.MSAVI, red, nir))
        .isCloseTo((float) ((1.9 - Math.sqrt(1.9 * 1.9 - 3.2)) / 2), within(1e-5f));
    assertThat(SpectralIndex.byName("ndmi").orElseThrow().layers(SENTINEL))
        .contains(List.of("B08", "B11"));
    assertThat(SpectralIndex.NDMI.layers(List.of("B08"))).isEmpty();
    for (SpectralIndex index : SpectralIndex.values()) {
      assertThat(index.ramp().palette().size()).isEqualTo(256);
    }
  }

  private static float index(SpectralIndex index, float red, float nir) {
    float[][] inputs = new float[index.formula().bands().size()][1];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i][0] = index.formula().bands().get(i).equals("B08") ? nir : red;
    }
    float[] out = new float[1];
    index.formula().run(inputs, 1, out, new BandStack());
    return out[0];
  }

  private static List<ColourRamp> ramps(ColourRamp.Kind kind) {
    return ColourRamp.names().stream()
        .map(name -> ColourRamp.byName(name).orElseThrow())
        .filter(ramp -> ramp.kind() == kind)
        .toList();
  }

  private static double lightness(ColourRamp ramp, int entry) {
    return Oklab.of(ramp.palette().argb(entry)).lightness();
  }
}
