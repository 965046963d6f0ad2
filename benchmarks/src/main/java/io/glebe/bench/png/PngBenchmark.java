package io.glebe.bench.png;

import io.glebe.tile.png.PngEncoder;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.Palette;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A 256-pixel tile of parcels with texture and noise; the sizes are printed at the start. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class PngBenchmark {
  private static final int SIDE = 256;

  /** The content of the tile: noise at pixel resolution, or source pixels 2.5 times as large. */
  @Param({"noisy", "nearest", "bilinear", "flat"})
  public String content;

  private final PngEncoder encoder = new PngEncoder();
  private final Palette palette = ColourRamp.byName("ndvi").orElseThrow().palette();
  private final byte[] indices = new byte[SIDE * SIDE];
  private final byte[] rgb = new byte[3 * SIDE * SIDE];
  private BufferedImage image;

  /** Prints the sizes of the results next to their times. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Size {
    private long bytes;

    public long bytes() {
      return bytes;
    }
  }

  @Setup
  public void paint() throws IOException {
    for (int channel = 0; channel < 3; channel++) {
      double[][] scene = scene(new Random(17), channel);
      for (int i = 0; i < SIDE * SIDE; i++) {
        byte value = (byte) value(scene, i % SIDE, i / SIDE);
        rgb[3 * i + channel] = value;
        if (channel == 0) {
          indices[i] = value;
        }
      }
    }
    byte[] png = encoder.palette8(indices, SIDE, SIDE, palette);
    image = ImageIO.read(new ByteArrayInputStream(png));
  }

  /** Parcels of 24 x 17 pixels with a weak texture and Gaussian noise. */
  private static double[][] scene(Random random, int channel) {
    double[][] scene = new double[SIDE + 2][SIDE + 2];
    for (int y = 0; y < scene.length; y++) {
      for (int x = 0; x < scene.length; x++) {
        double parcel = new Random(x / 24 * 31L + y / 17 * 77L).nextDouble() * 120;
        double texture = 8 * Math.sin((x + 20 * channel) / 5.0) * Math.cos(y / 7.0);
        scene[y][x] = 60 + parcel + texture + 4 * random.nextGaussian();
      }
    }
    return scene;
  }

  private double value(double[][] scene, int x, int y) {
    return Math.clamp(
        switch (content) {
          case "noisy" -> scene[y][x];
          case "nearest" -> scene[(int) (y / 2.5)][(int) (x / 2.5)];
          case "bilinear" -> linear(scene, x / 2.5, y / 2.5);
          default -> 90;
        },
        1,
        255);
  }

  private static double linear(double[][] scene, double x, double y) {
    int column = (int) x;
    int row = (int) y;
    double fx = x - column;
    double north = scene[row][column] * (1 - fx) + scene[row][column + 1] * fx;
    double south = scene[row + 1][column] * (1 - fx) + scene[row + 1][column + 1] * fx;
    return north + (south - north) * (y - row);
  }

  @Benchmark
  public byte[] palette8(Size size) {
    byte[] png = encoder.palette8(indices, SIDE, SIDE, palette);
    size.bytes = png.length;
    return png;
  }

  @Benchmark
  public byte[] rgb(Size size) {
    byte[] png = encoder.rgb(rgb, SIDE, SIDE, false);
    size.bytes = png.length;
    return png;
  }

  @Benchmark
  public byte[] imageIoPalette(Size size) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);
    ImageIO.write(image, "png", out);
    size.bytes = out.size();
    return out.toByteArray();
  }
}
