package io.glebe.tile.png;

import java.util.Random;

/** Kinds of content that use the different branches of the encoder. */
enum TestImage {
  FLAT,
  NOISE,
  SMOOTH,
  OVERSAMPLED,
  SPARSE,
  STEEP;

  byte[] bytes(int width, int height, int channels, Random random) {
    byte[] bytes = new byte[width * height * channels];
    for (int i = 0; i < bytes.length; i++) {
      int x = i / channels % width;
      int y = i / channels / width;
      bytes[i] =
          (byte)
              switch (this) {
                case FLAT -> 42;
                case NOISE -> random.nextInt();
                case SMOOTH ->
                    110 + 70 * Math.sin(x / 31.0) * Math.cos(y / 23.0) + 8 * random.nextGaussian();
                case OVERSAMPLED -> new Random(x / 3 * 7919L + y / 3 * 104729L).nextInt(60, 90);
                case SPARSE -> random.nextInt(40) == 0 ? random.nextInt() : 0;
                case STEEP -> Math.min(255, (int) -(Math.log(random.nextDouble()) * 9));
              };
    }
    return bytes;
  }
}
