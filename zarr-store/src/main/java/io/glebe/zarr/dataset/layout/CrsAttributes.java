package io.glebe.zarr.dataset.layout;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The attributes by which other tools recognize a CRS: WKT 1 with the codes of EPSG, and the grid
 * mapping of the Climate and Forecast conventions. For a code that is not listed here only the code
 * is written.
 */
final class CrsAttributes {
  private static final String GREENWICH = "PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]]";
  private static final String DEGREE =
      "UNIT[\"degree\",0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]]";
  private static final String METRE = "UNIT[\"metre\",1,AUTHORITY[\"EPSG\",\"9001\"]]";
  private static final String EAST_NORTH = "AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]";

  private static final Datum WGS84 =
      new Datum("WGS 84", "WGS_1984", 6326, 4326, "WGS 84", 7030, 298.257223563);
  private static final Datum ETRS89 =
      grs80("ETRS89", "European_Terrestrial_Reference_System_1989", 6258, 4258);
  private static final Datum SLOVENIA =
      grs80("Slovenia 1996", "Slovenia_Geodetic_Datum_1996", 6765, 4765);

  /** Metres of the half axis of all ellipsoids. */
  private static final double HALF_AXIS = 6_378_137;

  private CrsAttributes() {}

  private static Datum grs80(String name, String datum, int datumCode, int code) {
    return new Datum(name, datum, datumCode, code, "GRS 1980", 7019, 298.257222101);
  }

  private record Datum(
      String name,
      String datum,
      int datumCode,
      int code,
      String ellipsoid,
      int ellipsoidCode,
      double flattening) {
    String wkt() {
      return "GEOGCS[\"%s\",DATUM[\"%s\",SPHEROID[\"%s\",6378137,%s,%s],%s],%s,%s,%s]"
          .formatted(
              name,
              datum,
              ellipsoid,
              Double.toString(flattening),
              epsg(ellipsoidCode),
              epsg(datumCode),
              GREENWICH,
              DEGREE,
              epsg(code));
    }
  }

  /** The attributes of the variable that a grid mapping names. */
  static Map<String, Object> of(GridSpec grid) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    Optional<String> wkt = wkt(grid.epsg());
    attributes.put("crs_wkt", wkt.orElse("EPSG:" + grid.epsg()));
    attributes.put("spatial_ref", wkt.orElse("EPSG:" + grid.epsg()));
    attributes.putAll(mapping(grid.epsg()));
    attributes.put(
        "GeoTransform",
        grid.originX()
            + " "
            + grid.pixelWidth()
            + " 0 "
            + grid.originY()
            + " 0 "
            + grid.pixelHeight());
    return attributes;
  }

  /** The attribute {@code _CRS} of an array, by which GDAL finds its CRS. */
  static Map<String, Object> gdal(int epsg) {
    Map<String, Object> crs = new LinkedHashMap<>();
    crs.put("url", "http://www.opengis.net/def/crs/EPSG/0/" + epsg);
    wkt(epsg).ifPresent(wkt -> crs.put("wkt", wkt));
    return crs;
  }

  /** Whether the axes are degrees of longitude and latitude, of the codes that are listed here. */
  static boolean geographic(int epsg) {
    return epsg == WGS84.code() || epsg == ETRS89.code();
  }

  /** The CRS as WKT 1; empty for a code that is not listed here. */
  static Optional<String> wkt(int epsg) {
    if (geographic(epsg)) {
      return Optional.of((epsg == WGS84.code() ? WGS84 : ETRS89).wkt());
    }
    if (epsg == 3857) {
      return Optional.of(webMercator());
    }
    if (epsg == 3035) {
      return Optional.of(europe());
    }
    if (epsg == 3794) {
      return Optional.of(
          transverse(
              "Slovenia 1996 / Slovene National Grid", SLOVENIA, 15, "0.9999", -5_000_000, epsg));
    }
    return zone(epsg)
        .map(
            zone ->
                transverse(
                    zone.name(),
                    zone.datum(),
                    zone.meridian(),
                    "0.9996",
                    zone.falseNorthing(),
                    epsg));
  }

  /** A zone of UTM. */
  private record Zone(Datum datum, int number, boolean north) {
    String name() {
      return datum.name() + " / UTM zone " + number + (north ? "N" : "S");
    }

    int meridian() {
      return 6 * number - 183;
    }

    int falseNorthing() {
      return north ? 0 : 10_000_000;
    }
  }

  private static Optional<Zone> zone(int epsg) {
    int number = epsg % 100;
    return switch (epsg / 100) {
      case 326, 327 ->
          number >= 1 && number <= 60
              ? Optional.of(new Zone(WGS84, number, epsg / 100 == 326))
              : Optional.empty();
      case 258 ->
          number >= 28 && number <= 38
              ? Optional.of(new Zone(ETRS89, number, true))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static String transverse(
      String name, Datum datum, int meridian, String scale, int falseNorthing, int epsg) {
    return projected(
        name,
        datum,
        "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"latitude_of_origin\",0],"
            + parameter("central_meridian", meridian)
            + ",PARAMETER[\"scale_factor\","
            + scale
            + "],PARAMETER[\"false_easting\",500000],"
            + parameter("false_northing", falseNorthing),
        EAST_NORTH,
        epsg);
  }

  private static String webMercator() {
    return projected(
        "WGS 84 / Pseudo-Mercator",
        WGS84,
        "PROJECTION[\"Mercator_1SP\"],PARAMETER[\"central_meridian\",0],"
            + "PARAMETER[\"scale_factor\",1],PARAMETER[\"false_easting\",0],"
            + "PARAMETER[\"false_northing\",0]",
        EAST_NORTH
            + ",EXTENSION[\"PROJ4\",\"+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0"
            + " +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs\"]",
        3857);
  }

  private static String europe() {
    return projected(
        "ETRS89-extended / LAEA Europe",
        ETRS89,
        "PROJECTION[\"Lambert_Azimuthal_Equal_Area\"],PARAMETER[\"latitude_of_center\",52],"
            + "PARAMETER[\"longitude_of_center\",10],PARAMETER[\"false_easting\",4321000],"
            + "PARAMETER[\"false_northing\",3210000]",
        "AXIS[\"Northing\",NORTH],AXIS[\"Easting\",EAST]",
        3035);
  }

  private static String projected(
      String name, Datum datum, String projection, String axes, int epsg) {
    return "PROJCS[\"%s\",%s,%s,%s,%s,%s]"
        .formatted(name, datum.wkt(), projection, METRE, axes, epsg(epsg));
  }

  private static String parameter(String name, int value) {
    return String.format(Locale.ROOT, "PARAMETER[\"%s\",%d]", name, value);
  }

  private static String epsg(int code) {
    return "AUTHORITY[\"EPSG\",\"" + code + "\"]";
  }

  /** The grid mapping; Web Mercator has none, since it is no projection of an ellipsoid. */
  private static Map<String, Object> mapping(int epsg) {
    Map<String, Object> mapping = new LinkedHashMap<>();
    Optional<Zone> zone = zone(epsg);
    if (geographic(epsg)) {
      mapping.put("grid_mapping_name", "latitude_longitude");
    } else if (zone.isPresent() || epsg == 3794) {
      mapping.put("grid_mapping_name", "transverse_mercator");
      mapping.put("latitude_of_projection_origin", 0.0);
      mapping.put(
          "longitude_of_central_meridian", zone.map(Zone::meridian).orElse(15).doubleValue());
      mapping.put("scale_factor_at_central_meridian", zone.isPresent() ? 0.9996 : 0.9999);
      mapping.put("false_easting", 500_000.0);
      mapping.put("false_northing", zone.map(Zone::falseNorthing).orElse(-5_000_000).doubleValue());
    } else if (epsg == 3035) {
      mapping.put("grid_mapping_name", "lambert_azimuthal_equal_area");
      mapping.put("latitude_of_projection_origin", 52.0);
      mapping.put("longitude_of_projection_origin", 10.0);
      mapping.put("false_easting", 4_321_000.0);
      mapping.put("false_northing", 3_210_000.0);
    } else {
      return mapping;
    }
    boolean wgs84 = epsg == WGS84.code() || zone.filter(in -> in.datum().equals(WGS84)).isPresent();
    mapping.put("semi_major_axis", HALF_AXIS);
    mapping.put("inverse_flattening", (wgs84 ? WGS84 : ETRS89).flattening());
    return mapping;
  }
}
