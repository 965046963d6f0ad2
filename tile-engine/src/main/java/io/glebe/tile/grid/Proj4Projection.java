package io.glebe.tile.grid;

import org.locationtech.proj4j.BasicCoordinateTransform;
import org.locationtech.proj4j.CRSFactory;
import org.locationtech.proj4j.CoordinateReferenceSystem;
import org.locationtech.proj4j.Proj4jException;
import org.locationtech.proj4j.ProjCoordinate;

/**
 * Any other EPSG code, by proj4j. The axis order is always x (east) first, even if the EPSG
 * register differs.
 */
public final class Proj4Projection implements Projection {
  private static final CRSFactory FACTORY = new CRSFactory();

  private final int epsg;

  /** proj4j keeps scratch memory inside a transform, so each thread has its own pair. */
  private final ThreadLocal<Pair> pairs;

  private Proj4Projection(
      int epsg, CoordinateReferenceSystem crs, CoordinateReferenceSystem wgs84) {
    this.epsg = epsg;
    this.pairs = ThreadLocal.withInitial(() -> new Pair(crs, wgs84));
  }

  static Proj4Projection of(int epsg) {
    try {
      synchronized (FACTORY) {
        CoordinateReferenceSystem crs = FACTORY.createFromName("EPSG:" + epsg);
        CoordinateReferenceSystem wgs84 = FACTORY.createFromName("EPSG:" + Geographic.EPSG);
        if (crs == null) {
          throw new IllegalArgumentException("EPSG:" + epsg + " is not known");
        }
        return new Proj4Projection(epsg, crs, wgs84);
      }
    } catch (Proj4jException unknown) {
      throw new IllegalArgumentException("EPSG:" + epsg + " is not known", unknown);
    }
  }

  @Override
  public int epsg() {
    return epsg;
  }

  @Override
  public void fromLonLat(double longitude, double latitude, double[] out, int at) {
    Pair pair = pairs.get();
    pair.run(pair.forward, longitude, latitude, out, at);
  }

  @Override
  public void toLonLat(double x, double y, double[] out, int at) {
    Pair pair = pairs.get();
    pair.run(pair.inverse, x, y, out, at);
  }

  @Override
  public String toString() {
    return "EPSG:" + epsg;
  }

  private static final class Pair {
    final BasicCoordinateTransform forward;
    final BasicCoordinateTransform inverse;
    private final ProjCoordinate from = new ProjCoordinate();
    private final ProjCoordinate to = new ProjCoordinate();

    Pair(CoordinateReferenceSystem crs, CoordinateReferenceSystem wgs84) {
      forward = new BasicCoordinateTransform(wgs84, crs);
      inverse = new BasicCoordinateTransform(crs, wgs84);
    }

    void run(BasicCoordinateTransform transform, double x, double y, double[] out, int at) {
      from.setValue(x, y);
      try {
        transform.transform(from, to);
        out[at] = to.x;
        out[at + 1] = to.y;
      } catch (Proj4jException outside) {
        out[at] = Double.NaN;
        out[at + 1] = Double.NaN;
      }
    }
  }
}
