package io.glebe.api.faults;

import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Uploads attachments with different bytes, which a gateway first writes to its own disk. */
final class LayerUploadLoad {
  private static final Duration PAUSE = Duration.ofMillis(300);
  private static final int BYTES = 100_000;
  private static final String SQUARE =
      "{\"type\": \"Polygon\", \"coordinates\":"
          + " [[[15.50,46.01],[15.51,46.01],[15.51,46.02],[15.50,46.02],[15.50,46.01]]]}";

  private final FaultClient client;
  private final String uploads;
  private final Map<UUID, Byte> acknowledged = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  private LayerUploadLoad(FaultClient client, String record) {
    this.client = client;
    uploads = "/v1/records/" + record + "/attachments/";
  }

  /** Makes the record that has the attachments. */
  static LayerUploadLoad make(FaultClient client, UUID farm)
      throws IOException, InterruptedException {
    String fields = "/v1/farms/" + farm + "/fields";
    String field = made(client, fields, "{\"name\": \"Faults\", \"geometry\": " + SQUARE + "}");
    String note = "{\"type\": \"NOTE\", \"payload\": {\"text\": \"x\"}}";
    return new LayerUploadLoad(client, made(client, fields + "/" + field + "/records", note));
  }

  private static String made(FaultClient client, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(
            0, Audience.FARM, "POST", path, Json.MEDIA_TYPE, body.getBytes(StandardCharsets.UTF_8));
    return Json.parseObject(answer.body()).path("id").asText();
  }

  void begin(LoadThreads threads, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    threads.repeat("uploads", PAUSE, () -> upload(random.nextInt(client.gateways())));
  }

  private void upload(int gateway) throws IOException, InterruptedException {
    UUID id = UUID.randomUUID();
    byte content = (byte) count.incrementAndGet();
    HttpResponse<byte[]> answer =
        client.send(
            gateway,
            Audience.FARM,
            "PUT",
            uploads + id,
            "multipart/form-data; boundary=XyZ",
            form(content));
    if (answer.statusCode() == 201) {
      acknowledged.put(id, content);
    }
  }

  private static byte[] bytes(byte content) {
    byte[] bytes = new byte[BYTES];
    Arrays.fill(bytes, content);
    return bytes;
  }

  private static byte[] form(byte content) {
    byte[] head =
        """
        --XyZ
        Content-Disposition: form-data; name="file"; filename="x.txt"
        Content-Type: text/plain

        """
            .replace("\n", "\r\n")
            .getBytes(StandardCharsets.UTF_8);
    byte[] tail = "\r\n--XyZ--".getBytes(StandardCharsets.UTF_8);
    byte[] form = Arrays.copyOf(head, head.length + BYTES + tail.length);
    System.arraycopy(bytes(content), 0, form, head.length, BYTES);
    System.arraycopy(tail, 0, form, head.length + BYTES, tail.length);
    return form;
  }

  /** The acknowledged attachments since the last check. */
  Map<UUID, Byte> expected() {
    Map<UUID, Byte> expected = Map.copyOf(acknowledged);
    acknowledged.keySet().removeAll(expected.keySet());
    return expected;
  }

  /** Those that a gateway does not have, or with other bytes. */
  List<String> lost(int gateway, Map<UUID, Byte> expected)
      throws IOException, InterruptedException {
    List<String> lost = new ArrayList<>();
    for (Map.Entry<UUID, Byte> one : expected.entrySet()) {
      HttpResponse<byte[]> answer =
          client.get(gateway, Audience.FARM, "/v1/attachments/stream/" + one.getKey());
      if (!Arrays.equals(answer.body(), bytes(one.getValue()))) {
        lost.add("attachment " + one.getKey() + " is answered with " + answer.statusCode());
      }
    }
    return lost;
  }
}
