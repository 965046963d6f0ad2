package io.glebe.zarr.dataset.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The attributes of the GeoZarr conventions {@code proj}, {@code spatial} and {@code multiscales}.
 * A convention is declared by its identifier alone: the addresses of its drafts change.
 */
record GeoZarrAttributes(GridSpec grid) {
  private static final Map<String, Object> PROJ =
      convention(
          "f17cb550-5864-4468-aeb7-f3180cfb622f",
          "Coordinate reference system information for geospatial data");
  private static final Map<String, Object> SPATIAL =
      convention("689b58e2-cf7b-45e0-9fff-9cfc0883d6b4", "Spatial coordinate information");
  private static final Map<String, Object> MULTISCALES =
      convention("d35379db-88df-4056-af3a-620245f8e347", "Multiscale layout of zarr datasets");

  private static Map<String, Object> convention(String uuid, String description) {
    Map<String, Object> convention = new LinkedHashMap<>();
    convention.put("uuid", uuid);
    convention.put("description", description);
    return convention;
  }

  /** The CRS and the place of the grid, for an array or the group of a level. */
  Map<String, Object> place() {
    return placed(List.of(PROJ, SPATIAL));
  }

  private Map<String, Object> placed(List<Object> conventions) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("zarr_conventions", conventions);
    attributes.put("proj:code", "EPSG:" + grid.epsg());
    attributes.put("spatial:dimensions", List.of("y", "x"));
    attributes.put("spatial:bbox", List.of(grid.minX(), grid.minY(), grid.maxX(), grid.maxY()));
    attributes.putAll(extent(grid));
    return attributes;
  }

  private static Map<String, Object> extent(GridSpec grid) {
    Map<String, Object> extent = new LinkedHashMap<>();
    extent.put(
        "spatial:transform",
        List.of(grid.pixelWidth(), 0.0, grid.originX(), 0.0, grid.pixelHeight(), grid.originY()));
    extent.put("spatial:shape", List.of((long) grid.height(), (long) grid.width()));
    return extent;
  }

  /** The attributes of a layer's group, whose children are the levels. */
  Map<String, Object> levels(int count, String resampling) {
    List<Object> layout = new ArrayList<>();
    for (int level = 0; level < count; level++) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("asset", "" + level);
      double scale = level == 0 ? 1 : 2;
      if (level > 0) {
        entry.put("derived_from", "" + (level - 1));
      }
      entry.put("transform", Map.of("scale", List.of(scale, scale)));
      entry.putAll(extent(grid.level(level)));
      layout.add(entry);
    }
    Map<String, Object> multiscales = new LinkedHashMap<>();
    multiscales.put("layout", layout);
    multiscales.put("resampling_method", resampling);
    Map<String, Object> attributes = placed(List.of(MULTISCALES, PROJ, SPATIAL));
    attributes.put("multiscales", multiscales);
    return attributes;
  }
}
