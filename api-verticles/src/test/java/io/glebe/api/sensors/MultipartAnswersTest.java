package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.glebe.core.config.BatchForm;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text of the answers to a batch of a read, a change set and a read of what is missing. */
class MultipartAnswersTest {
  private static final String BODY = "{\"name\":\"vlažno\"}";
  private static final List<BatchItem.Answer> ANSWERS =
      List.of(
          answer("", "", Outcome.json(200, Buffer.buffer(BODY))),
          answer("1", "g", Outcome.json(201, Buffer.buffer()).at("http://x/Things(7)")),
          answer("2", "g", Outcome.empty(200)),
          answer(
              "",
              "",
              Outcome.json(404, Buffer.buffer("{\"code\":404,\"message\":\"there is none\"}"))));

  private static BatchItem.Answer answer(String id, String group, Outcome outcome) {
    return new BatchItem.Answer(
        new BatchItem("", id, group, List.of(), "GET", "", false, MissingNode.getInstance()),
        outcome);
  }

  /** The text with short names for its boundaries. */
  private static String text(BatchForm form) {
    MultipartAnswers.Document document = new MultipartAnswers(form).write(ANSWERS);
    String boundary = document.mediaType().replaceFirst(".*boundary=", "");
    return document
        .body()
        .toString()
        .replace(boundary, "B")
        .replaceAll("changes_[0-9a-f]{32}", "C");
  }

  @Test
  void theStandardFormIsThatOfMessagesAndParts() {
    assertThat(text(BatchForm.STANDARD))
        .isEqualTo(
            """
            --B
            Content-Type: application/http
            Content-Transfer-Encoding: binary

            HTTP/1.1 200 OK
            Content-Type: application/json
            Content-Length: 18

            {"name":"vlažno"}
            --B
            Content-Type: multipart/mixed; boundary=C

            --C
            Content-Type: application/http
            Content-Transfer-Encoding: binary
            Content-ID: 1

            HTTP/1.1 201 Created
            Location: http://x/Things(7)
            Content-Length: 0


            --C
            Content-Type: application/http
            Content-Transfer-Encoding: binary
            Content-ID: 2

            HTTP/1.1 200 OK
            Content-Length: 0


            --C--
            --B
            Content-Type: application/http
            Content-Transfer-Encoding: binary

            HTTP/1.1 404 Not Found
            Content-Type: application/json
            Content-Length: 38

            {"code":404,"message":"there is none"}
            --B--
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void theOtherFormIsThatOfFrostServer() {
    assertThat(text(BatchForm.FROST))
        .isEqualTo(
            """
            --B
            Content-Type: application/http

            http/1.1 200 no text
            Content-Type: application/json; charset=UTF-8

            {"name":"vlažno"}
            --B
            Content-Type: multipart/mixed; boundary=C

            --C
            Content-Type: application/http
            Content-ID: 1

            http/1.1 201 no text
            Location: http://x/Things(7)


            --C
            Content-Type: application/http
            Content-ID: 2

            http/1.1 200 no text


            --C--
            --B
            Content-Type: application/http

            http/1.1 404 no text

            {"code":404,"type":"error","message":"Not Found"}
            --B--\
            """);
  }
}
