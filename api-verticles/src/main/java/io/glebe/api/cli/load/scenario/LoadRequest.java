package io.glebe.api.cli.load.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A request to send.
 *
 * @param path with its query
 * @param line the request as text that does not depend on the target's answers: the same for the
 *     same seed
 * @param etag the ETag to send in If-None-Match, known at the time of sending; empty for none
 * @param reader reads the answer
 */
public record LoadRequest(
    RequestClass kind,
    Audience audience,
    HttpMethod method,
    String path,
    Optional<Buffer> body,
    String line,
    Supplier<String> etag,
    AnswerReader reader) {

  /**
   * What the reader found in a good answer.
   *
   * @param detail name of the group inside the class, such as {@code cold}
   * @param faults names of faults that the status does not show, one for each
   */
  public record Reading(String detail, List<String> faults) {
    static Reading of(String detail) {
      return new Reading(detail, List.of());
    }
  }

  /** Reads answers with a status of success, on the thread of the connection. */
  public interface AnswerReader {
    Reading read(LoadAnswer answer);

    /** Whether {@link #read} needs the body. */
    default boolean keepsBody() {
      return false;
    }
  }

  /** A GET whose answers are one group. */
  static LoadRequest get(RequestClass kind, Audience audience, String path, String detail) {
    return get(kind, audience, path, () -> "", answer -> Reading.of(detail));
  }

  /** A GET whose path does not depend on the target's answers. */
  static LoadRequest get(
      RequestClass kind,
      Audience audience,
      String path,
      Supplier<String> etag,
      AnswerReader reader) {
    return new LoadRequest(
        kind, audience, HttpMethod.GET, path, Optional.empty(), "GET " + path, etag, reader);
  }

  /** A POST of JSON. */
  static LoadRequest post(
      RequestClass kind,
      Audience audience,
      String path,
      JsonNode body,
      String line,
      AnswerReader reader) {
    return new LoadRequest(
        kind,
        audience,
        HttpMethod.POST,
        path,
        Optional.of(Buffer.buffer(body.toString())),
        line,
        () -> "",
        reader);
  }
}
