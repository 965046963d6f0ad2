package io.glebe.tile.style;

/**
 * Colours by perceived lightness and hue (B. Ottosson, "A perceptual color space for image
 * processing", 2020): steps of equal size look equally large.
 */
record Oklab(double lightness, double a, double b) {

  static Oklab of(int rgb) {
    double r = linear(rgb >> 16 & 0xff);
    double g = linear(rgb >> 8 & 0xff);
    double b = linear(rgb & 0xff);
    double l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return new Oklab(
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s);
  }

  Oklab towards(Oklab other, double share) {
    return new Oklab(
        lightness + (other.lightness - lightness) * share,
        a + (other.a - a) * share,
        b + (other.b - b) * share);
  }

  /** The nearest displayable colour, {@code 0xRRGGBB}. */
  int rgb() {
    double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    int red = screen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    int green = screen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    int blue = screen(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
    return red << 16 | green << 8 | blue;
  }

  private static double cube(double x) {
    return x * x * x;
  }

  private static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  private static int screen(double linear) {
    double c = linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.pow(linear, 1 / 2.4) - 0.055;
    return (int) Math.round(Math.clamp(c, 0.0, 1.0) * 255);
  }
}
