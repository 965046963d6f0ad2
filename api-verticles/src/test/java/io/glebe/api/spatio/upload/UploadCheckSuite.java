package io.glebe.api.spatio.upload;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.HeldRequest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.core.json.Json;
import io.glebe.zarr.dataset.SliceWriter;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks, progress and concurrent writers of uploads, for one surface. */
abstract class UploadCheckSuite extends UploadFixture {
  UploadCheckSuite(SpatioClient client) {
    super(client);
  }

  @Test
  void quantitiesAreScaledAndUnsuitableValuesAreRefused() {
    ObjectNode layer =
        Json.object().put("name", "H").put("dtype", "int16").put("scale", 0.01).put("offset", 1);
    String id = cube(layer);
    byte[] half = constant(0.5);
    ObjectNode gap = Json.parseObject(constant(1));
    ((ArrayNode) gap.path("values").get(3)).setNull(4);

    refused(422, send(id, "datetime=" + MAY, "application/json", half), "0.5", "values=physical");
    refused(
        422,
        send(id, "datetime=" + MAY + "&values=physical", "application/json", constant(500)),
        "int16");
    refused(
        422,
        send(id, "datetime=" + MAY, "application/json", Json.bytes(gap)),
        "row 3, column 4",
        "nodata");
    expect(200, send(id, "datetime=" + MAY + "&values=physical", "application/json", half));

    assertThat(shorts(id, MAY)).containsOnly(-50);
    assertThat(times(id)).containsExactly(MAY);
  }

  @Test
  void eachMemberOfTheJsonIsChecked() {
    String id = cube(floats());
    String[][] faults = {
      {"[1]", "object"},
      {"{\"values\": 3, \"datetime\": \"" + MAY + "\"}", "datetime must come before"},
      {"{\"datetime\": \"soon\"}", "soon"},
      {"{\"datetime\": \"" + MAY + "\", \"values\": [[1]]}", "instead of 300"},
      {"{\"datetime\": \"" + MAY + "\", \"values\": [[\"x\"]]}", "a number or null"},
      {"{\"datetime\": \"" + MAY + "\", \"values\": []}", "0 rows instead of 200"},
      {"{\"cells\": []}", "/cells"},
      {"{}", "neither"},
    };
    for (String[] fault : faults) {
      HttpResponse<byte[]> answer =
          send(id, "", "application/json", fault[0].getBytes(StandardCharsets.UTF_8));
      refused(422, answer, fault[1]);
    }
    refused(
        400,
        send(id, "", "application/json", "{\"datetime\": ".getBytes(StandardCharsets.UTF_8)),
        "line 1");
    refused(422, send(id, "datetime=" + MAY, "application/json", new byte[0]), "neither");
    assertThat(times(id)).isEmpty();
  }

  @Test
  void unsuitableFilesAreRefusedWithTheReason() {
    GdalTools gdal = GdalTools.in(folder);
    Path raw = gdal.raw("bad", hills(), WIDTH, LEFT, TOP, CELL);
    Path far = gdal.translate(raw, "far.tif", "-a_ullr", "700000", "5100000", "703000", "5098000");
    Path jpeg = gdal.translate(raw, "jpeg.tif", "-ot", "Byte", "-co", "COMPRESS=JPEG");
    Path lost =
        gdal.translate(
            gdal.raw("small", new float[64], 8, LEFT, TOP, CELL),
            "lost.tif",
            "-co",
            "PROFILE=BASELINE");
    String id = cube(floats());

    refused(422, send(id, "datetime=" + MAY, far), "outside the grid");
    refused(422, send(id, "datetime=" + MAY, jpeg), "JPEG", "LZW");
    refused(422, send(id, "datetime=" + MAY, lost), "does not say where it lies");
    refused(422, send(id, "datetime=" + MAY + "&crs=EPSG:999999", far), "999999");
    refused(400, send(id, "datetime=" + MAY + "&resampling=best", far), "resampling");
    refused(422, send(id, "", far), "datetime");
    refused(422, send(id, "datetime=" + MAY + "," + JUNE, far), "1 bands for 2 times");
    refused(422, send(id, "datetime=" + MAY, "application/octet-stream", new byte[100]), "dtype");
    assertThat(times(id)).isEmpty();
    assertThat(now(id).version()).isEqualTo(2);
  }

  @Test
  void aRepeatedUploadChangesNothingAndItsProgressIsReadable() {
    String id = cube(floats());
    UUID upload = UUID.randomUUID();
    String query = "upload=" + upload + "&datetime=" + MAY;

    expect(200, send(id, query, "application/json", constant(4)));
    ObjectNode again = json(expect(200, send(id, query, "application/json", constant(4))));

    assertThat(times(id)).containsExactly(MAY);
    assertThat(floats(id, MAY)).containsOnly(4);
    String path = "/collections/" + id + "/uploads";
    ObjectNode one = json(expect(200, client.get(path + "/" + upload)));
    assertThat(one.path("state").asText()).isEqualTo("successful");
    assertThat(one.path("bytes").asInt()).isEqualTo(constant(4).length);
    assertThat(one.path("bytesTotal").asInt()).isEqualTo(constant(4).length);
    assertThat(one.path("slices").asInt()).isEqualTo(1);
    assertThat(one.path("snapshot")).isEqualTo(again.path("snapshot"));
    expect(422, send(id, query, "application/json", "{}".getBytes(StandardCharsets.UTF_8)));
    one = json(expect(200, client.get(path + "/" + upload)));
    assertThat(one.path("state").asText()).isEqualTo("failed");
    assertThat(one.path("detail").asText()).contains("neither");
    assertThat(json(expect(200, client.get(path))).path("uploads")).hasSize(1);
    expect(404, client.get(path + "/" + UUID.randomUUID()));
  }

  @Test
  void aSecondWriterOfASliceIsRefused() {
    String id = cube(floats());
    Cube cube = TestPlatform.shared().platform().cubes().cubes().require(id).await();
    String query = "datetime=" + MAY;

    try (SliceWriter _ = cube.dataset().beginSlice("H", Instant.parse(MAY))) {
      refused(409, send(id, query, "application/json", constant(1)), "another upload");
      expect(200, send(id, "datetime=" + JUNE, "application/json", constant(1)));
    }

    expect(200, send(id, query, "application/json", constant(2)));
    assertThat(floats(id, MAY)).containsOnly(2);
  }

  @Test
  void theProgressOfARunningUploadIsReadableByOthers() throws IOException {
    String id = cube(floats());
    UUID upload = UUID.randomUUID();
    byte[] body = constant(5);
    String path = "/collections/" + id + "/uploads/" + upload;
    String address = "/collections/" + id + "/layers/H/data?upload=" + upload + "&datetime=" + MAY;
    try (HeldRequest held = HeldRequest.half(client, "POST", address, "application/json", body)) {
      await().atMost(PATIENCE).until(() -> client.get(path).statusCode() == 200);
      ObjectNode running = json(client.get(path));
      assertThat(running.path("state").asText()).isEqualTo("running");
      assertThat(running.path("bytesTotal").asInt()).isEqualTo(body.length);
      assertThat(times(id)).isEmpty();

      assertThat(held.finish()).isEqualTo(200);
    }
    assertThat(json(client.get(path)).path("state").asText()).isEqualTo("successful");
    assertThat(times(id)).containsExactly(MAY);
  }
}
