package io.glebe.bench.load;

import io.glebe.api.boot.Platform;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Layer data over HTTP: slices of 4096 x 4096 int16 cells (32 MB) as raw cells, and as a GeoTIFF of
 * GDAL (tiled, DEFLATE, predictor 2) on the same grid and on another one, where gdal_translate is
 * installed. MB are megabytes of cells, stored with overviews and statistics. Generator and
 * platform share one machine.
 *
 * <p>{@code UploadLoad [slices per scenario]}; default 6.
 */
public final class UploadLoad {
  private static final Logger LOG = LoggerFactory.getLogger(UploadLoad.class);
  private static final int SIDE = 4096;
  private static final double CELL_MB = 2.0 * SIDE * SIDE / 1e6;
  private static final String CUBE = "/api/v2/collections/load";
  private static final String LAYER = CUBE + "/layers/H";

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI base;
  private final int slices;
  private int day;

  private UploadLoad(URI base, int slices) {
    this.base = base;
    this.slices = slices;
  }

  public static void main(String[] args) throws Exception {
    int slices = args.length > 0 ? Integer.parseInt(args[0]) : 6;
    Path data = Files.createTempDirectory("glebe-load-");
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.DATA_DIR, data.toString())
            .with(HttpSettings.HTTP_PORT, "0")
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(SpatioSettings.WARM_UP, "false");
    try (Platform platform = Platform.start(settings)) {
      URI base = URI.create("http://127.0.0.1:" + platform.port());
      new UploadLoad(base, slices).run(data);
    }
  }

  private void run(Path folder) throws IOException, InterruptedException {
    json("POST", "/api/v2/collections", "{\"id\": \"load\", \"title\": \"Load\"}");
    json(
        "POST",
        CUBE + "/zarr/init",
        "{\"crs\": \"EPSG:32633\", \"bbox\": [500000, 5059040, 540960, 5100000], \"resolution\":"
            + " 10}");
    json("POST", CUBE + "/layers", "{\"name\": \"H\", \"dtype\": \"int16\", \"nodata\": -32768}");
    Path raw = folder.resolve("cells.img");
    Files.write(raw, cells());
    measure("raw cells", "PUT", LAYER + "/data/binary?datetime=", raw);
    if (Files.isExecutable(Path.of("/usr/bin/gdal_translate"))) {
      Path file = tiff(folder, raw, "500000", "5100000", "540960", "5059040");
      measure("GeoTIFF on the grid", "POST", LAYER + "/data?datetime=", file);
      Path off = tiff(folder, raw, "500003", "5100003", "540963", "5059043");
      measure("GeoTIFF, bilinear", "POST", LAYER + "/data?resampling=bilinear&datetime=", off);
    }
  }

  /** Hills with some noise, which compress like real fields. */
  private static byte[] cells() {
    Random random = new Random(1);
    ByteBuffer cells = ByteBuffer.allocate(2 * SIDE * SIDE).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < SIDE * SIDE; i++) {
      int row = i / SIDE;
      double hill = 3000 * Math.sin(i % SIDE / 90.0) * Math.cos(row / 70.0);
      cells.putShort((short) (hill + random.nextInt(40)));
    }
    return cells.array();
  }

  private static Path tiff(Path folder, Path raw, String... box)
      throws IOException, InterruptedException {
    Files.writeString(
        folder.resolve("cells.hdr"),
        "ENVI\nsamples = %d\nlines = %d\nbands = 1\ndata type = 2\nbyte order = 0\n"
            .formatted(SIDE, SIDE));
    Path file = folder.resolve(box[0] + ".tif");
    List<String> command =
        new ArrayList<>(List.of("/usr/bin/gdal_translate", "-q", "-a_srs", "EPSG:32633"));
    command.add("-a_ullr");
    command.addAll(List.of(box));
    command.addAll(List.of("-co", "TILED=YES", "-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=2"));
    command.addAll(List.of(raw.toString(), file.toString()));
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new IOException("gdal_translate failed");
    }
    return file;
  }

  private void measure(String what, String verb, String path, Path body)
      throws IOException, InterruptedException {
    send(verb, path, body); // compiles the code
    long from = System.nanoTime();
    for (int i = 0; i < slices; i++) {
      send(verb, path, body);
    }
    double seconds = (System.nanoTime() - from) / 1e9;
    LOG.info(
        String.format(
            Locale.ROOT,
            "%s: %d slices of %.0f MB in %.1f s: %,.0f MB/s of cells, %,.0f MB/s of files",
            what,
            slices,
            CELL_MB,
            seconds,
            slices * CELL_MB / seconds,
            slices * Files.size(body) / 1e6 / seconds));
  }

  private void send(String verb, String path, Path body) throws IOException, InterruptedException {
    String time = "%d-01-01T00:00:00Z".formatted(1900 + day++);
    exchange(
        HttpRequest.newBuilder(base.resolve(path + time))
            .header("Content-Type", "application/octet-stream")
            .method(verb, HttpRequest.BodyPublishers.ofFile(body)));
  }

  private void json(String verb, String path, String body)
      throws IOException, InterruptedException {
    exchange(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Content-Type", "application/json")
            .method(verb, HttpRequest.BodyPublishers.ofString(body)));
  }

  private void exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            request.header("Authorization", "Bearer glebe-dev-token").build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(answer.uri() + " answered " + answer.statusCode() + answer.body());
    }
  }
}
