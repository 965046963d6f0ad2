package io.glebe.api.http.server;

import static io.glebe.api.http.server.GatewayAnswers.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.body.Body;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compressed form of an answer has a validator of its own (RFC 9110, 8.8.3.3). */
class CompressedFormTest {
  private static final String PLAIN = "\"7\"";
  private static final String GZIP = "\"7-gzip\"";
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = new TestServer(Settings.defaults(), new Records());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Records of several lengths, in version 7. */
  private static final class Records implements ApiArea {
    @Override
    public String name() {
      return "records";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .get(Surface.ROOT, "/long", open("long", () -> record(4_000)))
          .get(Surface.ROOT, "/larger", open("larger", () -> record(40_000)))
          .get(Surface.ROOT, "/short", open("short", () -> record(10)))
          .get(Surface.ROOT, "/weak", open("weak", () -> record(4_000).etag("W/\"7\"")))
          .put(Surface.ROOT, "/long", open("put", () -> record(4_000)).body(Body.JSON));
    }

    private static Operation open(String id, Supplier<Reply> reply) {
      return Operation.of(id, "", Guard.PUBLIC, request -> Future.succeededFuture(reply.get()));
    }

    private static Reply record(int characters) {
      return Reply.json(Json.object().put("text", "x".repeat(characters))).version(7);
    }
  }

  private static HttpResponse<String> gzip(String path, String... more) {
    var request = server.to(path).header("Accept-Encoding", "gzip");
    return server.send(more.length == 0 ? request : request.headers(more));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/long", "/larger"})
  void theValidatorOfACompressedAnswerIsItsOwn(String path) {
    assertThat(header(gzip(path), "Content-Encoding")).isEqualTo("gzip");
    assertThat(gzip(path).headers().allValues("ETag")).containsExactly(GZIP);
    assertThat(header(server.get(path), "ETag")).isEqualTo(PLAIN);
    var head = server.to(path).header("Accept-Encoding", "gzip").HEAD();
    assertThat(header(server.send(head), "ETag")).isEqualTo(GZIP);
  }

  @Test
  void whatIsNotCompressedKeepsItsValidator() {
    assertThat(header(gzip("/short"), "ETag")).isEqualTo(PLAIN);
  }

  @Test
  void aWeakValidatorIsOfBothForms() {
    assertThat(header(gzip("/weak"), "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(gzip("/weak"), "ETag")).isEqualTo("W/\"7\"");
  }

  /** A change names the version that it has made, which is of all forms. */
  @Test
  void theAnswerToAChangeNamesTheVersion() {
    HttpResponse<String> changed =
        server.send(
            server
                .to("/long")
                .header("Accept-Encoding", "gzip")
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{}")));
    assertThat(header(changed, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(changed, "ETag")).isEqualTo(PLAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, GZIP})
  void aClientThatHasEitherFormGetsItsValidatorAndNoBody(String held) {
    assertNotModified(gzip("/long", "If-None-Match", "\"6\", " + held), held);
    assertNotModified(server.get("/long", "If-None-Match", "\"6\", " + held), held);
  }

  private static void assertNotModified(HttpResponse<String> answer, String held) {
    assertThat(answer.statusCode()).isEqualTo(304);
    assertThat(answer.headers().allValues("ETag")).containsExactly(held);
  }

  @Test
  void anotherVersionIsSent() {
    assertThat(gzip("/long", "If-None-Match", "\"6-gzip\"").statusCode()).isEqualTo(200);
  }
}
