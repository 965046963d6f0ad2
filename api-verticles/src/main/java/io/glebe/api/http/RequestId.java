package io.glebe.api.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;
import java.util.regex.Pattern;

/** The id of a request: the client's X-Request-Id where it is sane, else a new one. */
final class RequestId {
  static final String HEADER = "X-Request-Id";
  private static final Pattern SANE = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

  private RequestId() {}

  static String of(HttpServerRequest request) {
    String sent = request.getHeader(HEADER);
    return sent != null && SANE.matcher(sent).matches() ? sent : UUID.randomUUID().toString();
  }
}
