package io.glebe.api.farm.attachment;

import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ResumableUploadTest extends AttachmentFixture {
  private static final String PARTIAL = "application/partial-upload";
  private static final int PIECE = 32 * 1024;

  private final String record = record();
  private final String id = UUID.randomUUID().toString();
  private final String path = "/v1/records/" + record + "/uploads/" + id;

  private static String announcement(long size) {
    return "{'name': 'folder/hail.jpg', 'type': 'image/jpeg', 'size': " + size + "}";
  }

  private HttpResponse<String> append(String user, long offset, byte[] bytes) {
    return TestPlatform.shared()
        .send(
            HttpRequest.newBuilder(TestPlatform.shared().uri(path))
                .header("Authorization", "Bearer " + TestFarm.token(user))
                .header("Content-Type", PARTIAL)
                .header("Upload-Offset", Long.toString(offset))
                .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(bytes)));
  }

  private long received() {
    return ok(get(path)).path("received").asLong();
  }

  private static RowSet<Row> query(String sql, Object... values) {
    return TestPlatform.shared().platform().infrastructure().database().query(sql, values).await();
  }

  private static byte[] content(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  /** Sends the beginning of a body, waits until whole pieces of it are stored, and disconnects. */
  private void cut(byte[] bytes, int sent) throws Exception {
    try (Socket socket = new Socket("localhost", TestPlatform.shared().platform().port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "PATCH "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + TestFarm.token("owner")
              + "\r\nUpload-Offset: 0\r\nContent-Type: "
              + PARTIAL
              + "\r\nContent-Length: "
              + bytes.length
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.UTF_8));
      out.write(bytes, 0, sent);
      out.flush();
      int rest = sent % PIECE;
      await().until(() -> received() + rest == sent);
    }
  }

  @Test
  void aFileContinuesFromTheByteThatHasArrivedAndIsStoredOnce() throws Exception {
    byte[] photo = content(700_001);
    int sent = 300_007;
    JsonNode upload = created(send("PUT", path, announcement(photo.length)));
    assertThat(upload.path("name").asText()).isEqualTo("hail.jpg");
    assertThat(upload.path("received").asLong()).isZero();
    cut(photo, sent);
    await().until(() -> received() == sent);
    HttpResponse<String> again = send("PUT", path, announcement(photo.length));
    assertThat(answered(again, 200).path("received").asLong()).isEqualTo(sent);
    assertThat(header(again, "Upload-Offset")).isEqualTo("" + sent);
    assertThat(ok(get("/v1/files?dataId=" + record)).path("items")).isEmpty();

    refused(append("owner", sent + 1, content(10)), 409, "conflict");
    refused(append("owner", 0, photo), 409, "conflict");
    HttpResponse<String> more = append("owner", sent, Arrays.copyOfRange(photo, sent, 400_000));
    answered(more, 204);
    assertThat(header(more, "Upload-Offset")).isEqualTo("400000");
    assertThat(header(more, "Upload-Length")).isEqualTo("" + photo.length);
    JsonNode file =
        created(append("owner", 400_000, Arrays.copyOfRange(photo, 400_000, photo.length)));
    assertThat(file.path("id").asText()).isEqualTo(id);
    assertThat(file.path("checksum").asText()).isEqualTo(sha256(photo));
    assertThat(file.path("type").asText()).isEqualTo("image/jpeg");
    assertThat(bytes(path(file.path("downloadUrl"))).body()).isEqualTo(photo);

    assertThat(answered(append("owner", photo.length, new byte[0]), 200)).isEqualTo(file);
    assertThat(ok(get(path)).path("isAttached").asBoolean()).isTrue();
    answered(send("PUT", path, announcement(photo.length)), 200);
    refused(send("PUT", path, announcement(5)), 412, "precondition-failed");
    assertThat(ok(get("/v1/files?dataId=" + record)).path("items")).hasSize(1);
    assertThat(query("select from record.upload where id = $1", UUID.fromString(id))).isEmpty();
    assertThat(query("select from record.upload_piece where upload_id = $1", UUID.fromString(id)))
        .isEmpty();
    answered(send("DELETE", path, ""), 204);
    assertThat(bytes(path(file.path("downloadUrl"))).body()).isEqualTo(photo);
  }

  @Test
  void anotherPersonNeitherSeesNorContinuesNorEndsAnUpload() {
    FARM.assign("manager", "MANAGER");
    new TestFarm("neighbour");
    created(send("PUT", path, announcement(4)));
    answered(append("owner", 0, new byte[] {1, 2}), 204);
    refused(TestFarm.send("manager", "GET", path, ""), 404, "not-found");
    refused(append("manager", 2, new byte[] {3, 4}), 404, "not-found");
    refused(TestFarm.send("manager", "DELETE", path, ""), 404, "not-found");
    refused(
        TestFarm.send("manager", "PUT", path, announcement(4).replace('\'', '"')),
        412,
        "precondition-failed");
    refused(TestFarm.send("neighbour", "GET", path, ""), 403, "forbidden");
    refused(append("neighbour", 2, new byte[] {3, 4}), 403, "forbidden");
    String other = "/v1/records/" + record() + "/uploads/" + id;
    refused(get(other), 404, "not-found");
    assertThat(received()).isEqualTo(2);
    answered(send("DELETE", path, ""), 204);
    refused(get(path), 404, "not-found");
  }

  @Test
  @Tag("GLEBE_ATTACHMENT_UNFINISHED_AGE")
  void anExpiredUploadIsForgottenWithItsBytes() {
    created(send("PUT", path, announcement(4)));
    answered(append("owner", 0, new byte[] {1, 2}), 204);
    query(
        "update record.upload set expires_at = now() - interval '1 second' where id = $1",
        UUID.fromString(id));
    refused(get(path), 404, "not-found");
    refused(append("owner", 2, new byte[] {3, 4}), 404, "not-found");
    assertThat(created(send("PUT", path, announcement(4))).path("received").asLong()).isZero();
    assertThat(query("select from record.upload_piece where upload_id = $1", UUID.fromString(id)))
        .isEmpty();
    answered(send("DELETE", path, ""), 204);
  }

  @Test
  @Tag("GLEBE_ATTACHMENT_BYTES")
  @Tag("GLEBE_ATTACHMENT_UNFINISHED_BYTES_PER_CALLER")
  void announcementsAndBodiesHaveLimits() {
    refused(send("PUT", path, announcement(1L << 40)), 413, "payload-too-large");
    refused(send("PUT", path, announcement(0)), 422, "invalid-record");
    refused(
        send("PUT", path, "{'name': 'x', 'type': 'model/stl', 'size': 1}"),
        415,
        "unsupported-media-type");
    created(send("PUT", path, announcement(4)));
    refused(append("owner", 0, new byte[] {1, 2, 3, 4, 5}), 413, "payload-too-large");
    refused(send("PATCH", path, "x", "Content-Type", PARTIAL), 400, "malformed-request");
    assertThat(received()).isZero();

    List<String> announced = new ArrayList<>(List.of(path));
    HttpResponse<String> last;
    do {
      String next = "/v1/records/" + record + "/uploads/" + UUID.randomUUID();
      last = send("PUT", next, announcement(200_000_000));
      announced.add(next);
    } while (last.statusCode() == 201 && announced.size() < 10);
    refused(last, 429, "too-many-requests");
    announced.removeLast();
    announced.forEach(each -> answered(send("DELETE", each, ""), 204));
  }
}
