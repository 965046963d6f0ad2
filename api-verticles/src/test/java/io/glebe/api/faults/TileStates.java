package io.glebe.api.faults;

import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * Writes all cells of a layer again and again with another value, and reads its tile through all
 * gateways. A tile may be as old as {@link #STALE} at most.
 */
final class TileStates {
  /** GLEBE_ACCESS_AGE, after which a gateway without its database serves nothing, and a second. */
  static final Duration STALE = Duration.ofSeconds(11);

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration READ_PAUSE = Duration.ofMillis(60);
  private static final int CELLS = 200;

  /** Values are used in turn: the same one returns after more than {@link #STALE}. */
  private static final int VALUES = 32;

  /** The darkest colours of the map are equal, so values begin above them. */
  private static final int LOWEST = 500;

  private static final int STEP = (10_000 - LOWEST) / VALUES;
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String COLLECTIONS = "/api/v2/collections";
  private static final String TILE =
      "/tiles/WebMercatorQuad/17/71176/46617.png?layers=NDVI&colormap_name=greys&rescale=0,1"
          + "&datetime=2026-05-01";
  private static final String POINT = "/point/15.492,46.0253?layers=NDVI&datetime=2026-05-01";
  private static final double SCALE = 10_000;
  private static final int MOST_NOTES = 20;

  /** Reads the number of the value that a gateway shows; -1 when it does not answer. */
  private interface Shown {
    int at(int gateway) throws IOException, InterruptedException;
  }

  private final FaultClient client;
  private final String path;
  private final Map<Integer, Integer> valueOfColour = new ConcurrentHashMap<>();
  private final AtomicInteger attempted = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final NavigableMap<Long, Integer> acknowledged = new ConcurrentSkipListMap<>();
  private final Queue<String> stale = new ConcurrentLinkedQueue<>();

  private TileStates(FaultClient client, String path) {
    this.client = client;
    this.path = path;
  }

  /** Makes the collection, and learns the colours of all values. */
  static TileStates make(FaultClient client, UUID farm) throws IOException, InterruptedException {
    String id = "faults-" + UUID.randomUUID();
    TileStates tiles = new TileStates(client, COLLECTIONS + "/" + id);
    tiles.post(
        COLLECTIONS,
        Json.bytes(
            Json.object().put("id", id).put("title", "Faults").put("farmId", farm.toString())));
    tiles.post(tiles.path + "/zarr/init", Json.bytes(SpatioClient.grid()));
    tiles.post(tiles.path + "/layers", Json.bytes(SpatioClient.layer("NDVI")));
    tiles.learnColours();
    if (!tiles.write(0)) {
      throw new IOException("the cells are refused");
    }
    return tiles;
  }

  /** All values in one tile: a higher one is lighter. */
  private void learnColours() throws IOException, InterruptedException {
    if (!writes(0, cell -> cell % VALUES)) {
      throw new IOException("the cells are refused");
    }
    HttpResponse<byte[]> tile = tile(0, "&resampling=nearest");
    List<Integer> colours = opaque(tile).distinct().sorted().boxed().toList();
    if (colours.size() != VALUES) {
      throw new IllegalStateException(VALUES + " values have other colours: " + colours);
    }
    for (int value = 0; value < VALUES; value++) {
      valueOfColour.put(colours.get(value), value);
    }
  }

  private void post(String address, byte[] body) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(0, Audience.SPATIO, "POST", address, Json.MEDIA_TYPE, body);
    if (answer.statusCode() != 201) {
      throw new IOException(address + " is answered with " + answer.statusCode());
    }
  }

  private HttpResponse<byte[]> tile(int gateway, String parameters)
      throws IOException, InterruptedException {
    return client.get(gateway, Audience.SPATIO, path + TILE + parameters);
  }

  /** The colours of the opaque pixels. */
  private static IntStream opaque(HttpResponse<byte[]> tile) throws IOException {
    BufferedImage image =
        Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(tile.body())), "a PNG");
    int width = image.getWidth();
    return IntStream.range(0, width * image.getHeight())
        .map(i -> image.getRGB(i % width, i / width))
        .filter(colour -> colour >>> 24 == 255);
  }

  private static int colour(HttpResponse<byte[]> tile) throws IOException {
    return opaque(tile).findFirst().orElseThrow(() -> new IOException("the tile is empty"));
  }

  /** Begins a writer, and for each gateway a reader of tiles and one of series. */
  void begin(LoadThreads threads, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    threads.repeat("cells", PAUSE, () -> write(random.nextInt(client.gateways())));
    for (int i = 0; i < client.gateways(); i++) {
      int gateway = i;
      threads.repeat("tiles " + gateway, READ_PAUSE, () -> read(gateway, "tile", this::ofTile));
      threads.repeat("series " + gateway, PAUSE, () -> read(gateway, "series", this::ofSeries));
    }
  }

  private boolean write(int gateway) throws IOException, InterruptedException {
    int number = attempted.getAndIncrement();
    boolean done = writes(gateway, cell -> number % VALUES);
    if (done) {
      acknowledged.put(System.nanoTime(), number);
    }
    return done;
  }

  private boolean writes(int gateway, IntUnaryOperator valueOfCell)
      throws IOException, InterruptedException {
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      cells.putShort((short) (LOWEST + valueOfCell.applyAsInt(i) * STEP));
    }
    HttpResponse<byte[]> answer =
        client.send(
            gateway,
            Audience.SPATIO,
            "PUT",
            path + "/layers/NDVI/data/binary?datetime=" + MAY,
            "application/octet-stream",
            cells.array());
    return answer.statusCode() == 200;
  }

  private void read(int gateway, String what, Shown value)
      throws IOException, InterruptedException {
    long from = System.nanoTime();
    int number = shown(gateway, value);
    if (number < 0) {
      return;
    }
    reads.incrementAndGet();
    var oldest = acknowledged.floorEntry(from - STALE.toNanos());
    if (oldest != null && number < oldest.getValue() && stale.size() < MOST_NOTES) {
      stale.add(
          "a %s of gateway %d shows state %d, %d was acknowledged %.1f s before"
              .formatted(
                  what, gateway + 1, number, oldest.getValue(), (from - oldest.getKey()) / 1e9));
    }
  }

  /** The newest state with the value that a gateway shows; -1 when it does not answer. */
  private int shown(int gateway, Shown read) throws IOException, InterruptedException {
    int value = read.at(gateway);
    int newest = attempted.get() - 1;
    return value < 0 ? -1 : newest - Math.floorMod(newest - value, VALUES);
  }

  private int ofTile(int gateway) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = tile(gateway, "");
    if (answer.statusCode() != 200) {
      return -1;
    }
    Integer value = valueOfColour.get(colour(answer));
    if (value == null) {
      throw new AssertionError("a tile with a colour that no value has");
    }
    return value;
  }

  private int ofSeries(int gateway) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = client.get(gateway, Audience.SPATIO, path + POINT);
    if (answer.statusCode() != 200) {
      return -1;
    }
    double shown = Json.parse(answer.body()).at("/values/0/value").asDouble(-1) * SCALE;
    int value = (int) Math.round((shown - LOWEST) / STEP);
    if (Math.abs(LOWEST + value * STEP - shown) > 0.1) {
      throw new AssertionError("a series with " + shown + ", which was never written");
    }
    return value;
  }

  /** Whether a gateway shows the last acknowledged state or a later one. */
  boolean isNewestAt(int gateway) throws InterruptedException {
    int last = acknowledged.lastEntry().getValue();
    try {
      return shown(gateway, this::ofTile) >= last && shown(gateway, this::ofSeries) >= last;
    } catch (IOException lost) {
      return false;
    }
  }

  /** The collection that is written. */
  String collection() {
    return path.substring(COLLECTIONS.length() + 1);
  }

  int reads() {
    return reads.get();
  }

  /** Tiles that were too old. */
  List<String> stale() {
    return new ArrayList<>(stale);
  }
}
