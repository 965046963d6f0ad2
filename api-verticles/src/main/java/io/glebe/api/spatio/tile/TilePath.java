package io.glebe.api.spatio.tile;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Params;
import io.glebe.core.problem.Problem;
import io.glebe.tile.grid.TileId;
import io.glebe.tile.grid.TileMatrixSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tile and the size in a path: {@code {z}/{x}/{y}}, with {@code @2x} and a suffix.
 *
 * @param size pixels along an edge
 */
record TilePath(TileMatrixSet set, TileId tile, int size) {
  private static final Pattern LAST = Pattern.compile("(\\d{1,9})(@2x)?(\\.png)?");
  private static final int USUAL = 256;
  private static final int LARGE = 512;

  static TilePath parse(ApiRequest request) {
    TileMatrixSet set = TileMatrixSetRoutes.require(request.path("tmsId"));
    Matcher last = LAST.matcher(request.path("y"));
    if (!last.matches()) {
      throw Problem.malformedParameter("y", "must be a tile row, as in 5829 or 5829@2x.png");
    }
    int z = request.pathInteger("z", 0, Integer.MAX_VALUE);
    int x = request.pathInteger("x", 0, Integer.MAX_VALUE);
    int y = Integer.parseInt(last.group(1));
    int size = size(request.params());
    return new TilePath(set, inside(set, z, x, y), last.group(2) == null ? size : 2 * size);
  }

  /** The pixels of a side, without the factor in the path. */
  static int size(Params params) {
    int size = params.integer("tilesize", USUAL, USUAL, LARGE);
    if (size != USUAL && size != LARGE) {
      throw Problem.malformedParameter("tilesize", "must be 256 or 512");
    }
    return size;
  }

  private static TileId inside(TileMatrixSet set, int z, int x, int y) {
    if (z <= TileMatrixSet.MAX_ZOOM) {
      var matrix = set.matrix(z);
      if (x < matrix.columns() && y < matrix.rows()) {
        return new TileId(z, x, y);
      }
    }
    throw Problem.notFound(
        "there is no tile "
            + z
            + "/"
            + x
            + "/"
            + y
            + " in "
            + set.id()
            + ", whose zooms are 0 to "
            + TileMatrixSet.MAX_ZOOM);
  }
}
