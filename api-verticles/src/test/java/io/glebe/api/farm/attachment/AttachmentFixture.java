package io.glebe.api.farm.attachment;

import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.defaultRegion;
import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.send;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.attachment.Attachments;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** A farm with a field and an action, and the requests that upload and read attachments. */
abstract class AttachmentFixture {
  static final TestFarm FARM = new TestFarm("owner");
  static final String FIELD = field(FARM.farm, "Photographed");
  static final String OF_FIELD = "/v1/farms/" + FARM.farm + "/fields/" + FIELD;
  static final String ACTION =
      created(send("POST", "/v1/actions", "{'fieldId': '" + FIELD + "', 'type': 'SCOUTING'}"))
          .path("id")
          .asText();

  static final byte[] TEXT = "0123456789".getBytes(StandardCharsets.UTF_8);

  static String record() {
    return created(
            send(
                "POST",
                OF_FIELD + "/records",
                "{'type': 'NOTE', 'actionId': '" + ACTION + "', 'payload': {'text': 'x'}}"))
        .path("id")
        .asText();
  }

  static String flat(String record) {
    return "/v1/records/" + record + "/attachments";
  }

  static String collectionPath(String form, String record) {
    return switch (form) {
      case "flat" -> flat(record);
      case "field" -> OF_FIELD + "/records/" + record + "/attachments";
      case "region" ->
          "/v1/regions/" + defaultRegion(FIELD) + "/records/" + record + "/attachments";
      default -> OF_FIELD + "/actions/" + ACTION + "/" + form + "/" + record + "/attachments";
    };
  }

  static byte[] form(String disposition, String type, byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String head =
        "preamble\r\n"
            + "--XyZ\r\n"
            + "Content-Disposition: form-data; "
            + disposition
            + "\r\nContent-Type: "
            + type
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.UTF_8));
    out.write(bytes);
    out.write("\r\n--XyZ--".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  static HttpResponse<String> upload(String user, String path, byte[] form) {
    return upload(user, "POST", path, form);
  }

  static HttpResponse<String> upload(String user, String method, String path, byte[] form) {
    return TestPlatform.shared()
        .send(
            HttpRequest.newBuilder(TestPlatform.shared().uri(path))
                .header("Authorization", "Bearer " + TestFarm.token(user))
                .header("Content-Type", "multipart/form-data; boundary=XyZ")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(form)));
  }

  static JsonNode attached(String path, String name, String type, byte[] bytes) throws IOException {
    return created(
        upload("owner", path, form("name=\"file\"; filename=\"" + name + "\"", type, bytes)));
  }

  static HttpResponse<byte[]> bytes(String path, String... headers) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(TestPlatform.shared().uri(path))
              .header("Authorization", "Bearer " + TestFarm.token("owner"));
      if (headers.length > 0) {
        request.headers(headers);
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  static String path(JsonNode url) {
    return URI.create(url.asText()).getRawPath();
  }

  static byte[] image() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(37, 21, BufferedImage.TYPE_INT_RGB), "png", out);
    return out.toByteArray();
  }

  static String sha256(byte[] bytes) throws Exception {
    return "sha-256:"
        + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  static Attachments attachments() {
    return TestPlatform.shared().platform().attachments();
  }

  static long spooled() {
    try (Stream<Path> files = Files.list(attachments().blobs().spool())) {
      return files.count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
