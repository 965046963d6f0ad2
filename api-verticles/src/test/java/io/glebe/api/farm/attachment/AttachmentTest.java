package io.glebe.api.farm.attachment;

import static io.glebe.api.farm.RecordEndpointsClient.answered;
import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.defaultRegion;
import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttachmentTest extends AttachmentFixture {
  @ParameterizedTest
  @ValueSource(strings = {"flat", "field", "region", "record", "records"})
  void aFileIsAttachedByEveryPath(String form) throws Exception {
    String record = record();
    byte[] png = image();
    JsonNode file = attached(collectionPath(form, record), "leaf.png", "image/png", png);
    assertThat(file.path("dataId").asText()).isEqualTo(record);
    assertThat(file.path("farmId").asText()).isEqualTo(FARM.farm.toString());
    assertThat(file.path("fieldId").asText()).isEqualTo(FIELD);
    assertThat(file.path("activityId").asText()).isEqualTo(ACTION);
    assertThat(file.path("size").asInt()).isEqualTo(png.length);
    assertThat(file.path("checksum").asText()).isEqualTo(sha256(png));
    assertThat(file.path("type").asText()).isEqualTo("image/png");
    assertThat(file.path("kind").asText()).isEqualTo("PHOTO");
    assertThat(file.path("width").asInt()).isEqualTo(37);
    assertThat(file.path("height").asInt()).isEqualTo(21);
    HttpResponse<byte[]> loaded = bytes(path(file.path("downloadUrl")));
    assertThat(loaded.body()).isEqualTo(png);
    assertThat(header(loaded, "Content-Disposition")).startsWith("attachment;");
    assertThat(header(loaded, "Content-Type")).isEqualTo("image/png");
    String id = file.path("id").asText();
    assertThat(ok(get("/v1/files/" + id)).path("name").asText()).isEqualTo("leaf.png");
    JsonNode records = ok(get(OF_FIELD + "/records?limit=1000")).path("items");
    for (JsonNode item : records) {
      if (item.path("id").asText().equals(record)) {
        assertThat(item.path("attachments")).containsExactly(file);
      }
    }
    if (form.equals("field") || form.equals("region")) {
      assertThat(ok(get(collectionPath(form, record))).path("items")).containsExactly(file);
    }
    refused(send("DELETE", "/v1/records/" + record, ""), 409, "dependent-records");
    boolean nested = form.startsWith("record");
    String one = nested ? collectionPath(form, record) : "/v1/attachments";
    assertThat(bytes(one + "/stream/" + id).body()).isEqualTo(png);
    assertThat(bytes(one + "/download/" + id).body()).isEqualTo(png);
    if (nested) {
      String other = collectionPath(form, record());
      assertThat(bytes(other + "/stream/" + id).statusCode()).isEqualTo(404);
      refused(send("DELETE", other + "/" + id, ""), 404, "not-found");
    }
    answered(send("DELETE", one + "/" + id, ""), 204);
    assertThat(bytes(path(file.path("downloadUrl"))).statusCode()).isEqualTo(404);
    refused(get("/v1/files/" + id), 404, "not-found");
    assertThat(attachments().blobs().size(UUID.fromString(id))).isEmpty();
    answered(send("DELETE", "/v1/records/" + record, ""), 204);
  }

  @Test
  void aFileThatIsSentAgainWithItsIdIsAttachedOnce() throws Exception {
    String record = record();
    String id = UUID.randomUUID().toString();
    String path = flat(record) + "/" + id;
    byte[] form = form("name=\"file\"; filename=\"a\"", "text/plain", TEXT);
    JsonNode file = answered(upload("owner", "PUT", path, form), 201);
    assertThat(file.path("id").asText()).isEqualTo(id);
    assertThat(answered(upload("owner", "PUT", path, form), 200)).isEqualTo(file);
    assertThat(bytes("/v1/attachments/stream/" + id).body()).isEqualTo(TEXT);
    assertThat(ok(get(collectionPath("field", record))).path("items")).containsExactly(file);

    byte[] other = form("name=\"file\"; filename=\"a\"", "text/plain", new byte[] {'b'});
    refused(upload("owner", "PUT", path, other), 412, "precondition-failed");
    refused(upload("owner", "PUT", flat(record()) + "/" + id, form), 412, "precondition-failed");
    assertThat(bytes("/v1/attachments/stream/" + id).body()).isEqualTo(TEXT);
    refused(upload("neighbour", "PUT", path, form), 403, "forbidden");
  }

  @Test
  void nestedUploadsCheckTheWholeChain() throws Exception {
    String record = record();
    byte[] form = form("name=\"file\"; filename=\"a\"", "text/plain", TEXT);
    TestFarm other = new TestFarm("owner");
    String far = field(other.farm, "Far");
    for (String wrong :
        List.of(
            collectionPath("field", record).replace(FIELD, far),
            collectionPath("field", record).replace(FARM.farm.toString(), other.farm.toString()),
            collectionPath("region", record).replace(defaultRegion(FIELD), defaultRegion(far)),
            collectionPath("record", record).replace(ACTION, UUID.randomUUID().toString()),
            flat(UUID.randomUUID().toString()))) {
      refused(upload("owner", wrong, form), 404, "not-found");
    }
    new TestFarm("neighbour");
    refused(upload("neighbour", flat(record), form), 403, "forbidden");
    refused(
        TestFarm.send("neighbour", "GET", collectionPath("field", record), ""), 403, "forbidden");
    assertThat(ok(get(collectionPath("field", record))).path("items")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bytes=0-3    | 206 | bytes 0-3/10  | 0123
          bytes=8-     | 206 | bytes 8-9/10  | 89
          bytes=-3     | 206 | bytes 7-9/10  | 789
          bytes=-99    | 206 | bytes 0-9/10  | 0123456789
          bytes=5-999  | 206 | bytes 5-9/10  | 56789
          bytes=10-    | 416 | bytes */10    |
          bytes=-0     | 416 | bytes */10    |
          bytes=99999999999999999999-  | 416 | bytes */10   |
          bytes=0-99999999999999999999 | 206 | bytes 0-9/10 | 0123456789
          bytes=-99999999999999999999  | 206 | bytes 0-9/10 | 0123456789
          BYTES=0003-0004              | 206 | bytes 3-4/10 | 34
          bytes=-                      | 200 |              | 0123456789
          bytes=0-3;x                  | 200 |              | 0123456789
          bytes=5-4    | 200 |               | 0123456789
          bytes=0-1,4-5| 416 | bytes */10    |
          bytes=0-1,,4-5               | 416 | bytes */10    |
          'bytes=0-1,	4-5,'           | 416 | bytes */10    |
          'bytes=,0-1,'                | 206 | bytes 0-1/10  | 01
          lines=0-1    | 200 |               | 0123456789
          """)
  void rangesOfAFileAreServed(String range, int status, String contentRange, String content)
      throws Exception {
    JsonNode file = attached(flat(record()), "digits.txt", "text/plain", TEXT);
    HttpResponse<byte[]> part = bytes(path(file.path("streamUrl")), "Range", range);
    assertThat(part.statusCode()).isEqualTo(status);
    assertThat(header(part, "Content-Range")).isEqualTo(contentRange == null ? "" : contentRange);
    if (status == 416) {
      JsonNode problem = Json.parseObject(part.body());
      assertThat(problem.path("type").asText()).endsWith("/range-not-satisfiable");
      assertThat(problem.path("detail").asText()).contains("10 bytes");
    } else {
      assertThat(part.body()).asString(StandardCharsets.UTF_8).isEqualTo(content);
      assertThat(header(part, "Accept-Ranges")).isEqualTo("bytes");
      assertThat(header(part, "Content-Disposition")).startsWith("inline;");
      assertThat(header(part, "Content-Security-Policy")).contains("sandbox");
    }
  }

  @Test
  void conditionalRequestsUseTheETagOfAFile() throws Exception {
    JsonNode file = attached(flat(record()), "digits.txt", "text/plain", TEXT);
    String path = path(file.path("streamUrl"));
    String etag = header(bytes(path), "ETag");
    assertThat(etag).isEqualTo("\"" + sha256(TEXT).substring("sha-256:".length()) + "\"");
    assertThat(bytes(path, "If-None-Match", etag).statusCode()).isEqualTo(304);
    assertThat(bytes(path, "Range", "bytes=0-0", "If-Range", etag).statusCode()).isEqualTo(206);
    assertThat(bytes(path, "Range", "bytes=0-0", "If-Range", "\"other\"").statusCode())
        .isEqualTo(200);
    HttpResponse<String> head = TestFarm.send("owner", "HEAD", path, "", "Range", "bytes=0-3");
    assertThat(head.statusCode()).as("only GET has ranges").isEqualTo(200);
    assertThat(header(head, "Content-Length")).isEqualTo("10");
    String changed = "{'checksum': '" + sha256(new byte[1]) + "'}";
    refused(send("PATCH", "/v1/files/" + file.path("id").asText(), changed), 422, "invalid-record");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          filename="Poročilo o tleh – 2026.pdf"          | Poročilo o tleh – 2026.pdf
          filename="../../etc/passwd"                    | passwd
          filename="C:\\\\Users\\\\me\\\\soil.pdf"       | soil.pdf
          filename=".."                                  | attachment
          filename=""                                    | attachment
          filename="say \\"hi\\".txt"                    | say "hi".txt
          filename="x"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt | naïve €.txt
          filename="plain.txt"; filename*=UTF-8''%2e%2e%2fup.txt    | up.txt
          filename="%22quoted%22.txt"                    | "quoted".txt
          """)
  void unusualFileNamesAreKeptSafely(String parameter, String name) throws Exception {
    JsonNode file =
        created(
            upload(
                "owner", flat(record()), form("name=\"file\"; " + parameter, "text/plain", TEXT)));
    assertThat(file.path("name").asText()).isEqualTo(name);
    String shown = header(bytes(path(file.path("downloadUrl"))), "Content-Disposition");
    assertThat(shown).startsWith("attachment; filename=\"").contains("filename*=UTF-8''");
    String encoded = shown.substring(shown.indexOf("''") + 2);
    assertThat(java.net.URLDecoder.decode(encoded, StandardCharsets.UTF_8)).isEqualTo(name);
  }
}
