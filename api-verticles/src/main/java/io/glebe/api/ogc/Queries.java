package io.glebe.api.ogc;

import io.glebe.api.http.ApiRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Writes the query of a request for links. */
public final class Queries {
  private Queries() {}

  /** The same parameters after a question mark; empty without any. */
  public static String of(ApiRequest request) {
    return with(request, "", "");
  }

  /** The same with one parameter set to another value. */
  public static String with(ApiRequest request, String name, String value) {
    StringBuilder query = new StringBuilder();
    for (String sent : request.params().names()) {
      if (!sent.equals(name)) {
        request.params().all(sent).forEach(each -> append(query, sent, each));
      }
    }
    if (!name.isEmpty()) {
      append(query, name, value);
    }
    return query.toString();
  }

  private static void append(StringBuilder query, String name, String value) {
    query.append(query.isEmpty() ? '?' : '&').append(encoded(name)).append('=');
    query.append(encoded(value));
  }

  /** The text encoded for a path or a query. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
