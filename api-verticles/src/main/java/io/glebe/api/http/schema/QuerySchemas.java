package io.glebe.api.http.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.layer.LayerBody;
import io.glebe.core.cube.model.CollectionId;
import io.glebe.core.cube.tileset.TilesetBody;
import io.glebe.core.geo.Crs;
import io.glebe.tile.style.ColourRamp;
import java.util.stream.Stream;

/** JSON Schemas of text forms that parameters of several operations have. */
public final class QuerySchemas {
  /** Maximum length of a cursor in characters. */
  public static final int MAX_CURSOR = 20_000;

  /** Maximum length in characters of a time or an interval. */
  private static final int MAX_TIME = 100;

  private static final int MAX_CRS = 200;
  private static final int MAX_ZONE = 64;
  private static final int MAX_RANGE = 100;
  private static final String TAG = "(W/)?\"[^\"]*\"";

  private QuerySchemas() {}

  /** Text of at most so many characters with examples, where a pattern cannot state the form. */
  public static ObjectNode like(int maxLength, String... examples) {
    ObjectNode schema = Schemas.text().put("maxLength", maxLength);
    var list = schema.putArray("examples");
    for (String example : examples) {
      list.add(example);
    }
    return schema;
  }

  /**
   * Text of at most so many characters before it is percent-encoded: then each has at most three
   * bytes, and each of these three characters.
   */
  public static ObjectNode encoded(int maxLength, String... examples) {
    return like(9 * maxLength, examples);
  }

  /** Text of this form. */
  public static ObjectNode form(String pattern) {
    return Schemas.text().put("pattern", pattern);
  }

  /** The time of slices. */
  public static ObjectNode sliceTime() {
    return like(
        MAX_TIME,
        "2026-05-01T10:00:00Z",
        "2026-05-01",
        "2026-05-01/2026-06-01",
        "latest",
        "latest-clear",
        "nearest:2026-05-01");
  }

  /** The time of features, items and collections. */
  public static ObjectNode time() {
    return like(
        MAX_TIME,
        "2026-05-01T10:00:00Z",
        "2026-05-01",
        "2026-05-01T00:00:00Z/..",
        "../2026-06-01T00:00:00Z");
  }

  /** An interval. */
  public static ObjectNode interval() {
    return like(MAX_TIME, "2026-05-01T00:00:00Z/..");
  }

  /** A condition over features of the sample, in CQL2 text. */
  public static ObjectNode filter(int maxLength) {
    return like(maxLength, "status = 'verified'", "area > 2 AND crop IN ('wheat','barley')");
  }

  public static ObjectNode filterLanguage() {
    return Schemas.word("cql2-text", "cql2-json").put("default", "cql2-text");
  }

  public static ObjectNode crs() {
    return like(
        MAX_CRS, Crs.CRS84.uri(), "http://www.opengis.net/def/crs/EPSG/0/3857", "EPSG:32633");
  }

  public static ObjectNode timezone() {
    return like(MAX_ZONE, "UTC", "Europe/Ljubljana").put("default", "UTC");
  }

  public static ObjectNode colourRamp() {
    return Schemas.word(ColourRamp.names().stream().flatMap(QuerySchemas::bothWays).toList());
  }

  private static Stream<String> bothWays(String ramp) {
    return Stream.of(ramp, ramp + ColourRamp.REVERSED);
  }

  /** The id of a collection of the spatio-temporal API. */
  public static ObjectNode collectionId() {
    return form("^" + CollectionId.PATTERN + "$");
  }

  /** The name of a layer of a cube. */
  public static ObjectNode layerName() {
    return form("^" + LayerBody.NAME_PATTERN + "$");
  }

  /** The id of a saved tileset. */
  public static ObjectNode tilesetId() {
    return form("^" + TilesetBody.ID_PATTERN + "$");
  }

  /** A position that an answer of the same list has named; its content is not public. */
  public static ObjectNode cursor() {
    return Schemas.text().put("minLength", 1).put("maxLength", MAX_CURSOR);
  }

  /** One entity tag. */
  public static ObjectNode entityTag() {
    return form("^" + TAG + "$");
  }

  /** Entity tags, or a star. */
  public static ObjectNode entityTags() {
    return form("^\\s*(\\*|" + TAG + "(\\s*,\\s*" + TAG + ")*)\\s*$");
  }

  /** One range of bytes. */
  public static ObjectNode byteRange() {
    return like(MAX_RANGE, "bytes=0-1023", "bytes=1024-", "bytes=-512");
  }
}
