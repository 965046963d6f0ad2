package io.glebe.core.geo;

import io.glebe.tile.grid.Geographic;
import io.glebe.tile.grid.Projection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A coordinate reference system in which positions are sent, with its order of axes.
 *
 * @param uri its name in the register of the OGC
 * @param projection to and from longitude and latitude in WGS 84
 * @param northFirst whether a position says latitude before longitude, as EPSG:4326 does
 */
public record Crs(String uri, Projection projection, boolean northFirst) {
  /** Longitude and latitude in degrees: the stored form. */
  public static final Crs CRS84 =
      new Crs("http://www.opengis.net/def/crs/OGC/1.3/CRS84", Geographic.INSTANCE, false);

  private static final String EPSG = "http://www.opengis.net/def/crs/EPSG/0/";
  private static final Pattern CODE =
      Pattern.compile("(?:http://www\\.opengis\\.net/def/crs/EPSG/[0-9.]{1,9}/|EPSG:)(\\d{4,5})");
  private static final Pattern LON_LAT =
      Pattern.compile("(?:http://www\\.opengis\\.net/def/crs/OGC/[0-9.]{1,9}/|OGC:)?CRS84h?");

  /** Whether positions are in the stored form. */
  public boolean isStored() {
    return projection == Geographic.INSTANCE && !northFirst;
  }

  /**
   * The CRS of a name, of a URI of the OGC register or of {@code EPSG:nnnn}: CRS84, EPSG:4326,
   * EPSG:3857, the UTM zones of WGS 84 (326nn, 327nn) and of ETRS89 (25828 to 25838). Others have
   * an order of axes that is not supported here.
   */
  public static Optional<Crs> of(String name) {
    String bare =
        name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    if (LON_LAT.matcher(bare).matches()) {
      return Optional.of(CRS84);
    }
    Matcher code = CODE.matcher(bare);
    return code.matches() ? ofEpsg(Integer.parseInt(code.group(1))) : Optional.empty();
  }

  /** The CRS of an EPSG code. */
  public static Optional<Crs> ofEpsg(int epsg) {
    boolean utm = epsg > 32600 && epsg <= 32660 || epsg > 32700 && epsg <= 32760;
    boolean european = epsg >= 25828 && epsg <= 25838;
    return epsg == 4326 || epsg == 3857 || utm || european
        ? Optional.of(new Crs(EPSG + epsg, Projection.of(epsg), epsg == 4326))
        : Optional.empty();
  }

  /** The UTM zone of a place. */
  public static Crs utm(double longitude, double latitude) {
    int zone = Math.clamp((int) Math.floor((longitude + 180) / 6) + 1, 1, 60);
    return ofEpsg((latitude < 0 ? 32700 : 32600) + zone).orElseThrow();
  }

  /** Writes a position in this CRS, in its order of axes; NaN outside of its domain. */
  public void fromLonLat(double longitude, double latitude, double[] out) {
    projection.fromLonLat(longitude, latitude, out, 0);
    swapAxes(out);
  }

  /** Writes longitude and latitude of a position in this CRS; NaN outside of its domain. */
  public void toLonLat(double first, double second, double[] out) {
    if (northFirst) {
      projection.toLonLat(second, first, out, 0);
    } else {
      projection.toLonLat(first, second, out, 0);
    }
  }

  private void swapAxes(double[] pair) {
    if (northFirst) {
      double first = pair[0];
      pair[0] = pair[1];
      pair[1] = first;
    }
  }
}
