package io.glebe.core.cube.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.style.ColourRamp;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Tests the pixels of legend images. */
class LegendImageTest {

  private static Legend.Values values(String ramp, Stretch shown) {
    ColourRamp colours = ColourRamp.byName(ramp).orElseThrow();
    List<Legend.Stop> stops =
        colours.legend(shown, Legend.STEPS).stream()
            .map(entry -> new Legend.Stop(entry, Optional.empty()))
            .toList();
    return new Legend.Values("NDVI", "", colours, shown, stops);
  }

  private static BufferedImage image(Legend legend, int scale) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(LegendImage.png(legend, scale)));
  }

  private static int dark(BufferedImage image, int fromY, int toY) {
    int count = 0;
    for (int y = fromY; y < toY; y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y);
        count += (rgb >> 16 & 255) < 100 && (rgb >> 8 & 255) < 100 && (rgb & 255) < 100 ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void aBarShowsTheFirstToTheLastColourWithValuesBelow() throws IOException {
    Legend.Values legend = values("ndvi", new Stretch(-0.1f, 0.95f));
    BufferedImage image = image(legend, 1);
    assertThat(image.getRGB(14, 39) & 0xffffff).isEqualTo(legend.ramp().colour(2 / 275.0));
    assertThat(image.getRGB(150, 39) & 0xffffff).isEqualTo(legend.ramp().colour(138 / 275.0));
    assertThat(dark(image, 8, 24)).as("the title").isGreaterThan(40);
    assertThat(dark(image, 52, 64)).as("the values").isGreaterThan(60);
    assertThat(image(legend, 2).getWidth()).isEqualTo(2 * image.getWidth());
  }

  @Test
  void eachClassAndBandHasASwatch() throws IOException {
    Legend.Values classes = values("categories", new Stretch(0, 11));
    BufferedImage image = image(classes, 1);
    for (int i = 0; i < classes.stops().size(); i++) {
      assertThat(image.getRGB(20, 30 + 20 * i + 6) & 0xffffff)
          .isEqualTo(classes.stops().get(i).entry().rgb());
    }
    Stretch unit = new Stretch(0, 0.3f);
    Legend.Channels bands =
        new Legend.Channels(
            "RGB",
            "",
            List.of(
                new Legend.Channel("red", "B04", unit),
                new Legend.Channel("green", "B03", unit),
                new Legend.Channel("blue", "B02", unit)));
    assertThat(image(bands, 1).getRGB(20, 36) & 0xffffff).isEqualTo(0xd0021b);
  }

  @Test
  void valuesHaveThreeDigitsAndNoTrailingZeros() {
    assertThat(LegendImage.number(0.5, 1)).isEqualTo("0.5");
    assertThat(LegendImage.number(-0.001, 100)).isEqualTo("0");
    assertThat(LegendImage.number(1250.4, 2500)).isEqualTo("1250");
    assertThat(LegendImage.number(0.16249, 1.05)).isEqualTo("0.16");
  }

  @Test
  void unknownLettersAreDrawnWithoutAccentsOrAsABox() {
    assertThat(StrokeFont.width("Škofja Loka", 9)).isEqualTo(StrokeFont.width("Skofja Loka", 9));
    assertThat(StrokeFont.width("作", 9)).isPositive();
  }
}
