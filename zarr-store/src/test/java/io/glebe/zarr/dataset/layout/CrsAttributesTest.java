package io.glebe.zarr.dataset.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.array.ZarrPython;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CrsAttributesTest {
  @TempDir Path folder;

  /** One code of each family, and the first and last zones. */
  @ParameterizedTest
  @ValueSource(ints = {4326, 4258, 3857, 3035, 3794, 32601, 32633, 32660, 32719, 25828, 25838})
  void gdalReadsTheSystemThatItsOwnDatabaseHas(int epsg) throws Exception {
    ZarrPython.gdal(folder);
    String wkt = CrsAttributes.wkt(epsg).orElseThrow();
    assertThat(srs("proj4", wkt)).isEqualTo(srs("proj4", "EPSG:" + epsg));
    assertThat(srs("epsg", wkt)).contains("EPSG:" + epsg);
  }

  private String srs(String form, String system) throws Exception {
    return ZarrPython.run(folder, "gdalsrsinfo", "-o", form, system).strip();
  }

  @Test
  void anotherSystemIsNamedByItsCode() {
    GridSpec grid = GridSpec.northUp(2180, 0, 0, 100, 100, 10, 10);
    Map<String, Object> attributes = CrsAttributes.of(grid);
    assertThat(attributes).containsEntry("spatial_ref", "EPSG:2180");
    assertThat(attributes).containsEntry("GeoTransform", "0.0 10.0 0 100.0 0 -10.0");
    assertThat(attributes).doesNotContainKey("grid_mapping_name");
  }
}
