package io.glebe.api.farm.attachment;

import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.access.Caller;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.json.Json;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Storage and clean-up of the bytes of attachments. */
class AttachmentStorageTest extends AttachmentFixture {
  @Test
  void aLargeFileIsStoredAndReadUnchanged() throws Exception {
    byte[] large = new byte[5_000_003];
    new Random(7).nextBytes(large);
    byte[] tricky = "\r\n--XyX\r\n--Xy\r\n--".getBytes(StandardCharsets.UTF_8);
    for (int at = 60_000; at < large.length - tricky.length; at += 65_521) {
      System.arraycopy(tricky, 0, large, at, tricky.length);
    }
    JsonNode file = attached(flat(record()), "big.bin", "application/octet-stream", large);
    assertThat(file.path("checksum").asText()).isEqualTo(sha256(large));
    assertThat(bytes(path(file.path("downloadUrl"))).body()).isEqualTo(large);
  }

  @Test
  void brokenFormsAreRefusedAndStoreNothing() throws Exception {
    String record = record();
    String path = flat(record);
    byte[] whole = form("name=\"file\"; filename=\"a\"", "text/plain", TEXT);
    refused(
        upload("owner", path, form("name=\"other\"", "text/plain", TEXT)),
        400,
        "malformed-request");
    JsonNode unknown =
        refused(upload("owner", path, withPart("note", whole)), 400, "malformed-request");
    assertThat(unknown.path("detail").asText())
        .isEqualTo("the form has parts named file, not 'note'");
    refused(
        upload("owner", path, java.util.Arrays.copyOf(whole, whole.length - 12)),
        400,
        "malformed-request");
    refused(upload("owner", path, new byte[0]), 400, "malformed-request");
    refused(upload("owner", path, new byte[300_000]), 400, "malformed-request");
    refused(
        upload("owner", path, form("name=\"file\"", "model/stl", TEXT)),
        415,
        "unsupported-media-type");
    refused(send("POST", path, "{}"), 415, "unsupported-media-type");
    refused(get(path), 405, "method-not-allowed");
    assertThat(ok(get("/v1/files?dataId=" + record)).path("items")).isEmpty();
    assertThat(spooled()).isZero();
  }

  /** The form with one more part in front. */
  private static byte[] withPart(String name, byte[] form) {
    String part = "--XyZ\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\nhello\r\n";
    byte[] first = part.formatted(name).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(first.length + form.length).put(first).put(form).array();
  }

  @Test
  void anInterruptedUploadStoresNothing() throws Exception {
    String record = record();
    try (Socket socket = new Socket("localhost", TestPlatform.shared().platform().port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "POST "
              + flat(record)
              + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + TestFarm.token("owner")
              + "\r\n"
              + "Content-Type: multipart/form-data; boundary=XyZ\r\n"
              + "Content-Length: 9000000\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.UTF_8));
      byte[] form = form("name=\"file\"; filename=\"a\"", "text/plain", new byte[500_000]);
      out.write(form, 0, 400_000);
      out.flush();
      await().until(() -> spooled() > 0);
    }
    await().until(() -> spooled() == 0);
    assertThat(ok(get("/v1/files?dataId=" + record)).path("items")).isEmpty();
  }

  @Test
  void bytesWithoutARecordAreDeletedByTheCleanUp() throws Exception {
    UUID crashed = UUID.randomUUID();
    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query("insert into record.blob (file_id) values ($1)", crashed)
        .await();
    try (Attachments.Spooled left = attachments().spool(Caller.system())) {
      Files.write(left.file(), TEXT);
      attachments().blobs().keep(crashed, left.file());
    }
    JsonNode file = attached(flat(record()), "a.txt", "text/plain", TEXT);
    JsonNode kept = attached(flat(record()), "b.txt", "text/plain", TEXT);
    answered(send("DELETE", "/v1/files/" + file.path("id").asText(), ""), 204);
    assertThat(bytes(path(file.path("downloadUrl"))).statusCode()).isEqualTo(404);
    assertThat(attachments().sweep()).isGreaterThanOrEqualTo(2);
    assertThat(attachments().blobs().size(crashed)).isEmpty();
    assertThat(attachments().blobs().size(UUID.fromString(file.path("id").asText()))).isEmpty();
    assertThat(bytes(path(kept.path("downloadUrl"))).body()).isEqualTo(TEXT);
  }

  @Test
  void aFileInExternalStorageIsNotServed() throws Exception {
    UUID id = UUID.randomUUID();
    created(
        send(
            "PUT",
            "/v1/files/" + id,
            "{'id': '"
                + id
                + "', 'originType': 'USER', 'farmId': '"
                + FARM.farm
                + "', 'name': 'far', 'storageUrl': 'https://files.example/far'}"));
    HttpResponse<byte[]> answer = bytes("/v1/attachments/download/" + id);
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Json.parseObject(answer.body()).path("detail").asText())
        .contains("https://files.example/far");
    refused(send("DELETE", "/v1/attachments/" + id, ""), 404, "not-found");
    new TestFarm("neighbour");
    refused(
        TestFarm.send("neighbour", "GET", "/v1/attachments/download/" + id, ""), 403, "forbidden");
  }
}
