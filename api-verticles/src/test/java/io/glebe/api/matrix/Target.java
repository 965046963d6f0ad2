package io.glebe.api.matrix;

import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.core.access.Permission;
import java.util.List;
import java.util.Map;

/**
 * One operation with a path and a body that name records of the home farm.
 *
 * @param path with query
 * @param body empty for none; {@code $uuid} is replaced by a new id in every request
 * @param mediaType of the body
 * @param permissions all required permissions; empty if {@code place} alone decides
 * @param secretOwner owner of the secret that the response may contain
 */
public record Target(
    Route route,
    String path,
    String body,
    String mediaType,
    List<Permission> permissions,
    MatrixPlace place,
    MatrixPlace secretOwner) {

  public String method() {
    return route.method().name();
  }

  /** The same with another body. */
  Target with(String other) {
    return new Target(route, path, other, mediaType, permissions, place, secretOwner);
  }

  /** The same with a form of text parts. */
  Target withForm(Map<String, String> parts) {
    String delimiter = "--part-of-a-target";
    StringBuilder form = new StringBuilder();
    parts.forEach(
        (name, text) ->
            form.append(delimiter + "\r\nContent-Disposition: form-data; name=\"" + name + "\"")
                .append("\r\n\r\n" + text + "\r\n"));
    form.append(delimiter).append("--\r\n");
    String type = DocumentedBody.FORM + "; boundary=" + delimiter.substring(2);
    return new Target(route, path, form.toString(), type, permissions, place, secretOwner);
  }

  /** The same with another value of a query parameter. */
  Target asking(String name, String value) {
    String[] parts = path.split("\\?", 2);
    StringBuilder query = new StringBuilder(name + "=" + value);
    if (parts.length == 2) {
      for (String other : parts[1].split("&", -1)) {
        if (!other.startsWith(name + "=")) {
          query.append('&').append(other);
        }
      }
    }
    String changed = parts[0] + "?" + query;
    return new Target(route, changed, body, mediaType, permissions, place, secretOwner);
  }

  public boolean reads() {
    return method().equals("GET");
  }

  /** Whether the request can name a version that does not exist, so that it changes nothing. */
  public boolean takesVersion() {
    return !method().equals("POST")
        && route.operation().parameters().stream()
            .map(Parameter::name)
            .anyMatch("If-Match"::equals);
  }

  /** Whether a permitted request leaves the records of the other requests unchanged. */
  public boolean repeatable() {
    return !List.of("PUT", "DELETE").contains(method()) || takesVersion();
  }

  @Override
  public String toString() {
    return method() + " " + route.template();
  }
}
