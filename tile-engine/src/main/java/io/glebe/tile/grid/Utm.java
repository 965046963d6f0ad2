package io.glebe.tile.grid;

/**
 * Universal Transverse Mercator on WGS 84 (EPSG 326zz north, 327zz south), metres.
 *
 * <p>Krueger's series to the sixth order of the third flattening, coefficients and the Newton step
 * after C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers", Journal of
 * Geodesy 85 (2011), equations 35, 36 and 19 to 21. Points further than {@value #MAX_OFFSET}
 * degrees from the central meridian give NaN.
 */
public final class Utm implements Projection {
  /** Degrees from the central meridian up to which the error of the series is far below a metre. */
  static final double MAX_OFFSET = 60;

  private static final int NORTH = 32600;
  private static final int SOUTH = 32700;
  private static final int ZONES = 60;
  private static final double FALSE_EASTING = 500_000;
  private static final double FALSE_NORTHING_SOUTH = 10_000_000;
  private static final double F = 1 / 298.257223563;
  private static final double N = F / (2 - F);
  private static final double N2 = N * N;
  private static final double N3 = N2 * N;
  private static final double N4 = N3 * N;
  private static final double N5 = N4 * N;
  private static final double N6 = N5 * N;
  private static final double ECCENTRICITY2 = F * (2 - F);
  private static final double ECCENTRICITY = Math.sqrt(ECCENTRICITY2);

  /** Scale on the central meridian times the rectifying radius, metres per radian. */
  private static final double SCALED_RADIUS =
      0.9996 * 6378137.0 / (1 + N) * (1 + N2 / 4 + N4 / 64 + N6 / 256);

  private static final double[] ALPHA = {
    N / 2 - 2 * N2 / 3 + 5 * N3 / 16 + 41 * N4 / 180 - 127 * N5 / 288 + 7891 * N6 / 37800,
    13 * N2 / 48 - 3 * N3 / 5 + 557 * N4 / 1440 + 281 * N5 / 630 - 1983433 * N6 / 1935360,
    61 * N3 / 240 - 103 * N4 / 140 + 15061 * N5 / 26880 + 167603 * N6 / 181440,
    49561 * N4 / 161280 - 179 * N5 / 168 + 6601661 * N6 / 7257600,
    34729 * N5 / 80640 - 3418889 * N6 / 1995840,
    212378941 * N6 / 319334400
  };
  private static final double[] BETA = {
    N / 2 - 2 * N2 / 3 + 37 * N3 / 96 - N4 / 360 - 81 * N5 / 512 + 96199 * N6 / 604800,
    N2 / 48 + N3 / 15 - 437 * N4 / 1440 + 46 * N5 / 105 - 1118711 * N6 / 3870720,
    17 * N3 / 480 - 37 * N4 / 840 - 209 * N5 / 4480 + 5569 * N6 / 90720,
    4397 * N4 / 161280 - 11 * N5 / 504 - 830251 * N6 / 7257600,
    4583 * N5 / 161280 - 108847 * N6 / 3991680,
    20648693 * N6 / 638668800
  };

  private final int epsg;
  private final double centralMeridian;
  private final double falseNorthing;

  private Utm(int epsg, int zone, boolean south) {
    this.epsg = epsg;
    this.centralMeridian = zone * 6 - 183;
    this.falseNorthing = south ? FALSE_NORTHING_SOUTH : 0;
  }

  static boolean covers(int epsg) {
    return epsg > NORTH && epsg <= NORTH + ZONES || epsg > SOUTH && epsg <= SOUTH + ZONES;
  }

  static Utm of(int epsg) {
    boolean south = epsg > SOUTH;
    return new Utm(epsg, epsg - (south ? SOUTH : NORTH), south);
  }

  @Override
  public int epsg() {
    return epsg;
  }

  @Override
  public void fromLonLat(double longitude, double latitude, double[] out, int at) {
    double offset = Math.IEEEremainder(longitude - centralMeridian, 360);
    if (!(Math.abs(offset) <= MAX_OFFSET && Math.abs(latitude) <= 90)) {
      out[at] = Double.NaN;
      out[at + 1] = Double.NaN;
      return;
    }
    double lambda = Math.toRadians(offset);
    double tau = conformal(Math.tan(Math.toRadians(latitude)));
    double cosine = Math.cos(lambda);
    double xi = Math.atan2(tau, cosine);
    double eta = asinh(Math.sin(lambda) / Math.sqrt(tau * tau + cosine * cosine));
    series(ALPHA, xi, eta, out, at);
    double easting = SCALED_RADIUS * (eta + out[at]);
    out[at + 1] = falseNorthing + SCALED_RADIUS * (xi + out[at + 1]);
    out[at] = FALSE_EASTING + easting;
  }

  @Override
  public void toLonLat(double x, double y, double[] out, int at) {
    double eta = (x - FALSE_EASTING) / SCALED_RADIUS;
    double xi = (y - falseNorthing) / SCALED_RADIUS;
    if (!(Math.abs(xi) <= Math.PI / 2 && Math.abs(eta) <= 1.5)) {
      out[at] = Double.NaN;
      out[at + 1] = Double.NaN;
      return;
    }
    series(BETA, xi, eta, out, at);
    eta -= out[at];
    xi -= out[at + 1];
    double sinh = Math.sinh(eta);
    double cosine = Math.cos(xi);
    double tau = Math.sin(xi) / Math.sqrt(sinh * sinh + cosine * cosine);
    double longitude = centralMeridian + Math.toDegrees(Math.atan2(sinh, cosine));
    out[at] = Math.IEEEremainder(longitude, 360);
    out[at + 1] = Math.toDegrees(Math.atan(geodetic(tau)));
  }

  /**
   * The sum of c[j] sin(2 j zeta) for complex zeta = xi + i eta by Clenshaw's recurrence; the
   * imaginary part (eta, east) goes to {@code out[at]}, the real part (xi, north) after it.
   */
  private static void series(double[] c, double xi, double eta, double[] out, int at) {
    double sine = Math.sin(2 * xi);
    double cosine = Math.cos(2 * xi);
    double grow = Math.exp(2 * eta);
    double sinh = (grow - 1 / grow) / 2;
    double cosh = (grow + 1 / grow) / 2;
    double factorRe = 2 * cosine * cosh;
    double factorIm = -2 * sine * sinh;
    double re = 0;
    double im = 0;
    double lastRe = 0;
    double lastIm = 0;
    for (int j = c.length - 1; j >= 0; j--) {
      double nextRe = c[j] + factorRe * re - factorIm * im - lastRe;
      double nextIm = factorRe * im + factorIm * re - lastIm;
      lastRe = re;
      lastIm = im;
      re = nextRe;
      im = nextIm;
    }
    double sinRe = sine * cosh;
    double sinIm = cosine * sinh;
    out[at] = re * sinIm + im * sinRe;
    out[at + 1] = re * sinRe - im * sinIm;
  }

  /** Tangent of the conformal latitude from that of the geodetic one (Karney, equations 7 to 9). */
  private static double conformal(double tau) {
    double secant = Math.sqrt(1 + tau * tau);
    double sine = ECCENTRICITY * tau / secant;
    double sigma = Math.sinh(ECCENTRICITY * 0.5 * Math.log((1 + sine) / (1 - sine)));
    return tau * Math.sqrt(1 + sigma * sigma) - sigma * secant;
  }

  /** The inverse of {@link #conformal}: three Newton steps reach the last bits. */
  private static double geodetic(double conformal) {
    double tau = conformal / (1 - ECCENTRICITY2);
    for (int step = 0; step < 3; step++) {
      double now = conformal(tau);
      tau +=
          (conformal - now)
              / Math.sqrt(1 + now * now)
              * (1 + (1 - ECCENTRICITY2) * tau * tau)
              / ((1 - ECCENTRICITY2) * Math.sqrt(1 + tau * tau));
    }
    return tau;
  }

  private static double asinh(double x) {
    double magnitude = Math.abs(x);
    return Math.copySign(
        Math.log1p(magnitude + magnitude * magnitude / (1 + Math.sqrt(1 + magnitude * magnitude))),
        x);
  }

  @Override
  public String toString() {
    return "EPSG:" + epsg;
  }
}
