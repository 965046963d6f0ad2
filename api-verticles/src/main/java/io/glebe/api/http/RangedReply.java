package io.glebe.api.http;

import io.glebe.api.http.header.BytesRange;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Bytes that clients can request in ranges (RFC 9110): 200 with all bytes, 206 with a range, 304,
 * or 416.
 */
public final class RangedReply {
  private RangedReply() {}

  /** Creates the reply with a range of the bytes. */
  @FunctionalInterface
  public interface Content {
    Reply of(int status, long from, long length);
  }

  /**
   * The answers of such an operation as the published contract describes them.
   *
   * @param more headers of both
   */
  public static DocumentedResponse[] answers(List<String> mediaTypes, ResponseHeader... more) {
    return mediaTypes.stream()
        .flatMap(
            type ->
                Stream.of(
                    answer(200, "all bytes", type, more),
                    answer(206, "the range", type, more).with(ResponseHeader.CONTENT_RANGE)))
        .toArray(DocumentedResponse[]::new);
  }

  private static DocumentedResponse answer(
      int status, String description, String mediaType, ResponseHeader... more) {
    return DocumentedResponse.of(status, description, mediaType)
        .with(ResponseHeader.ETAG, ResponseHeader.ACCEPT_RANGES)
        .with(more);
  }

  /**
   * The reply that a request asks for.
   *
   * @param etag strong validator of the bytes
   * @param size of all bytes
   */
  public static Reply of(ApiRequest request, String etag, long size, Content content) {
    if (request.has(etag)) {
      return request.notModified(etag);
    }
    boolean isHead =
        request.raw().method().equals(HttpMethod.HEAD); // has no ranges: RFC 9110, 14.2
    Optional<BytesRange> range =
        isHead
            ? Optional.empty()
            : BytesRange.of(request.header("Range"), request.header("If-Range"), etag, size);
    return part(range, size, content).etag(etag).header("Accept-Ranges", "bytes");
  }

  private static Reply part(Optional<BytesRange> range, long size, Content content) {
    if (range.isEmpty()) {
      return content.of(200, 0, size);
    }
    BytesRange part = range.get();
    if (part.length() == 0) {
      throw Problem.of(
              ProblemType.RANGE_NOT_SATISFIABLE,
              "one range of the " + size + " bytes can be requested")
          .with("Content-Range", "bytes */" + size);
    }
    long last = part.from() + part.length() - 1;
    return content
        .of(206, part.from(), part.length())
        .header("Content-Range", "bytes " + part.from() + "-" + last + "/" + size);
  }
}
