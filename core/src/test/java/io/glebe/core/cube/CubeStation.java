package io.glebe.core.cube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.layer.GridBody;
import io.glebe.core.cube.layer.LayerBody;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.cube.upload.SliceUpload.UploadResult;
import io.glebe.core.cube.upload.UploadParts;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.infrastructure.TestInfrastructure;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordFixture;
import io.glebe.tile.grid.Projection;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.store.FileObjectStore;
import io.vertx.core.Future;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The services of collections with a store in a temporary folder, and a farm whose owner has all
 * rights. Cubes have cells of 10 m in UTM zone 33.
 */
public final class CubeStation implements AutoCloseable {
  public static final int WIDTH = 20;
  public static final int HEIGHT = 10;
  public static final double LEFT = 538_000;
  public static final double TOP = 5_097_000;
  public static final double CELL = 10;
  public static final Instant MAY = Instant.parse("2026-05-01T10:00:00Z");
  public static final Instant JUNE = Instant.parse("2026-06-01T10:00:00Z");

  public final TestInfrastructure platform;
  public final RecordFixture farm;
  public final CubeModule cubes;
  private final Path folder;

  public CubeStation() {
    this(Settings.defaults());
  }

  public CubeStation(Settings base) {
    try {
      folder = Files.createTempDirectory("cubes");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Settings settings =
        base.with(ProcessSettings.DATA_DIR, folder.toString())
            .with(SpatioSettings.CHUNK_CACHE_BYTES, "64M")
            .with(SpatioSettings.TILE_CACHE_BYTES, "64M");
    platform = new TestInfrastructure(settings);
    farm = new RecordFixture(platform.resources().database(), platform::close);
    cubes =
        CubeModule.open(
            platform.resources(),
            farm.records,
            new FileObjectStore(folder.resolve("objects")),
            CubeModule.engine(settings));
  }

  public Caller owner() {
    return farm.owner();
  }

  /** The owner of another farm. */
  public Caller neighbour() {
    return farm.person(UUID.randomUUID(), "console", Set.of(UUID.randomUUID()));
  }

  /** A new collection of the farm without a cube. */
  public String collection() {
    String id = "c-" + UUID.randomUUID();
    ObjectNode body = Json.object().put("id", id).put("farmId", farm.farm.toString());
    cubes.collections().create(owner(), CollectionBody.parse(body)).await();
    return id;
  }

  /** A new collection with a cube and these layers. */
  public String cube(ObjectNode... layers) {
    String id = collection();
    cubes.layers().initialise(owner(), id, GridBody.parse(grid())).await();
    for (ObjectNode layer : layers) {
      cubes.layers().create(owner(), id, LayerBody.create(layer)).await();
    }
    return id;
  }

  public static ObjectNode grid() {
    ObjectNode grid = Json.object().put("crs", "EPSG:32633");
    grid.putArray("bbox").add(LEFT).add(TOP - HEIGHT * CELL).add(LEFT + WIDTH * CELL).add(TOP);
    return grid.put("width", WIDTH).put("height", HEIGHT);
  }

  /** A layer with the nodata number -9999. */
  public static ObjectNode layer(String name, String type) {
    return Json.object().put("name", name).put("dtype", type).put("nodata", -9999);
  }

  /** Parameters of a file for the whole grid. */
  public static UploadSpec file(String layer, Instant... times) {
    return new UploadSpec(
        layer,
        List.of(times),
        false,
        Optional.empty(),
        UploadSpec.Form.FILES,
        Optional.empty(),
        false,
        UploadSpec.RasterSpec.NONE);
  }

  /** Parameters of raw or {@code .npy} cells for the whole grid. */
  public static UploadSpec cells(String layer, Instant... times) {
    UploadSpec file = file(layer, times);
    return new UploadSpec(
        layer,
        file.instants(),
        false,
        Optional.empty(),
        UploadSpec.Form.CELLS,
        Optional.empty(),
        false,
        file.raster());
  }

  /** A body with a single part. */
  public static LayerService.Sent sent(UUID upload, byte[] body) {
    UploadParts.Part part = new UploadParts.Part("", List.of(), new ByteArrayInputStream(body));
    List<UploadParts.Part> parts = new ArrayList<>(List.of(part));
    return new LayerService.Sent(
        upload,
        OptionalLong.of(body.length),
        () -> parts.isEmpty() ? Optional.empty() : Optional.of(parts.removeFirst()));
  }

  public Future<UploadResult> upload(String id, UploadSpec spec, byte[] body) {
    return cubes.layers().upload(owner(), id, spec, sent(UUID.randomUUID(), body));
  }

  /** Fills slices of a layer with 16-bit numbers: a thousand times the column, plus one number. */
  public void columns(String id, String layer, Instant time, int more) {
    short[] numbers = new short[WIDTH * HEIGHT];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (short) (i % WIDTH * 1000 + more);
    }
    upload(id, cells(layer, time), bytes(numbers)).await();
  }

  public static byte[] bytes(short... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asShortBuffer().put(numbers);
    return bytes.array();
  }

  public static byte[] bytes(float... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(numbers);
    return bytes.array();
  }

  public static float[] constant(float value) {
    float[] cells = new float[WIDTH * HEIGHT];
    Arrays.fill(cells, value);
    return cells;
  }

  public Cube opened(String id) {
    return cubes.cubes().require(id).await();
  }

  public List<Instant> times(String id, String layer) {
    return opened(id).now().times(layer);
  }

  private MemorySegment stored(String id, String layer, Instant time, int size) {
    DatasetSnapshot snapshot = opened(id).now();
    MemorySegment cells = MemorySegment.ofArray(new byte[WIDTH * HEIGHT * size]);
    snapshot
        .array(layer, 0)
        .readWindow(
            new long[] {snapshot.slot(layer, time).orElseThrow(), 0, 0},
            new int[] {1, HEIGHT, WIDTH},
            cells);
    return cells;
  }

  /** The stored numbers of a slice of 32-bit floats. */
  public float[] floats(String id, String layer, Instant time) {
    return stored(id, layer, time, 4).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  /** The stored numbers of a slice of 16-bit integers. */
  public short[] shorts(String id, String layer, Instant time) {
    return stored(id, layer, time, 2).toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
  }

  /** Longitude and latitude of a place that is given in columns and rows of the grid. */
  public static double[] lonLat(double column, double row) {
    double[] place = new double[2];
    Projection.of(32633).toLonLat(LEFT + CELL * column, TOP - CELL * row, place, 0);
    return place;
  }

  @Override
  public void close() {
    cubes.close();
    farm.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
