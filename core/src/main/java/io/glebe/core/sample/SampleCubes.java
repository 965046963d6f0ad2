package io.glebe.core.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.CubeModule;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.layer.GridBody;
import io.glebe.core.cube.layer.LayerBody;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.core.progress.Progress;
import io.glebe.zarr.dataset.SliceClaims;
import io.vertx.core.Future;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The raster collections of the sample: {@code demo-s2} and {@code demo-neighbour}. */
public final class SampleCubes {
  private static final Caller SYSTEM = Caller.system();
  private static final int NEIGHBOUR_DATES = 3;

  /** The light of each band. */
  private static final Map<String, String> LIGHT =
      Map.of(
          "B02", "Blue",
          "B03", "Green",
          "B04", "Red",
          "B08", "Near infrared",
          "B11", "Short-wave infrared 1.6 µm",
          "B12", "Short-wave infrared 2.2 µm");

  private final CubeModule cubes;
  private final SampleSeasons seasons;

  private final Progress progress;
  private int filled;

  /**
   * @param progress receives the number of finished dates; this step takes nearly all the time of
   *     the sample
   */
  public SampleCubes(CubeModule cubes, SampleSeasons seasons, Progress progress) {
    this.cubes = cubes;
    this.seasons = seasons;
    this.progress = progress;
  }

  /** Creates both collections; completes when all slices are stored. */
  public Future<Void> load() {
    int all = seasons.dates().size();
    int newestSummer = all - SampleSeasons.DATES / 2;
    List<String> bands = new ArrayList<>(SampleSeasons.BANDS);
    bands.add("NDVI");
    bands.add("CLOUD");
    return collection("demo-s2", "Sample farm from space", SampleIds.FARM, bands, 0, all)
        .compose(
            done ->
                collection(
                    "demo-neighbour",
                    "The neighbour's farm from space",
                    SampleIds.NEIGHBOUR_FARM,
                    List.of("NDVI"),
                    newestSummer,
                    newestSummer + NEIGHBOUR_DATES));
  }

  private Future<Void> collection(
      String id, String title, UUID farm, List<String> layers, int from, int to) {
    ObjectNode body = Json.object().put("id", id).put("title", title);
    body.put("description", "Made-up reflectances at 10 m over three seasons, clouds included");
    body.put("license", "CC0-1.0").put("farmId", farm.toString());
    Future<Cube> cube =
        cubes
            .collections()
            .create(SYSTEM, CollectionBody.parse(body))
            .compose(made -> cubes.layers().initialise(SYSTEM, id, GridBody.parse(grid())));
    for (String layer : layers) {
      cube =
          cube.compose(
              made -> cubes.layers().create(SYSTEM, id, LayerBody.create(description(layer))));
    }
    return cube.compose(
            made ->
                cubes.layers().writing(id, made, claims -> fill(made, claims, layers, from, to)))
        .mapEmpty();
  }

  private static ObjectNode grid() {
    ObjectNode grid = Json.object().put("crs", "EPSG:" + SampleLand.EPSG);
    grid.putArray("bbox")
        .add(SampleLand.WEST)
        .add(SampleLand.NORTH - SampleLand.EDGE)
        .add(SampleLand.WEST + SampleLand.EDGE)
        .add(SampleLand.NORTH);
    return grid.put("width", SampleSeasons.CELLS).put("height", SampleSeasons.CELLS);
  }

  private static ObjectNode description(String layer) {
    ObjectNode body = Json.object().put("name", layer);
    return switch (layer) {
      case "NDVI" -> {
        body.put("title", "NDVI").put("dtype", "int16").put("scale", SampleSeasons.SCALE);
        yield body.put("nodata", Short.MIN_VALUE).put("colormap", "ndvi");
      }
      case "CLOUD" ->
          body.put("title", "Cloud mask").put("dtype", "uint8").put("categorical", true);
      default -> {
        body.put("title", LIGHT.get(layer) + ", reflectance")
            .put("dtype", "uint16")
            .put("nodata", 0);
        body.putArray("range").add(0).add(0.4);
        yield body.put("scale", SampleSeasons.SCALE).put("colormap", "greys");
      }
    };
  }

  private Void fill(Cube cube, SliceClaims claims, List<String> layers, int from, int to) {
    try (var transaction = cube.dataset().begin(claims)) {
      for (int date = from; date < to; date++) {
        SampleSeasons.Scene scene = seasons.scene(date);
        Map<String, MemorySegment> cells = cells(scene);
        for (String layer : layers) {
          transaction
              .slice(layer, scene.instant())
              .write(
                  0,
                  0,
                  SampleSeasons.CELLS,
                  SampleSeasons.CELLS,
                  Objects.requireNonNull(cells.get(layer), layer));
        }
        progress.reached(++filled, seasons.dates().size() + NEIGHBOUR_DATES);
      }
      transaction.commit();
    }
    return null;
  }

  private static Map<String, MemorySegment> cells(SampleSeasons.Scene scene) {
    Map<String, MemorySegment> cells = new HashMap<>();
    for (int band = 0; band < SampleSeasons.BANDS.size(); band++) {
      cells.put(SampleSeasons.BANDS.get(band), MemorySegment.ofArray(scene.bands()[band]));
    }
    cells.put("NDVI", MemorySegment.ofArray(scene.ndvi()));
    cells.put("CLOUD", MemorySegment.ofArray(scene.cloud()));
    return cells;
  }
}
