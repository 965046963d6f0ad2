package io.glebe.api.matrix;

import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.core.access.Permission;
import java.util.List;

/**
 * One operation, filled in so that it names what is on the home farm.
 *
 * @param path with query
 * @param body empty for none; {@code $uuid} stands for a new id with every request
 * @param mediaType of the body
 * @param permissions all that is asked for; empty where {@code place} says all
 * @param told where that belongs whose secret the answer may tell
 */
public record Target(
    Route route,
    String path,
    String body,
    String mediaType,
    List<Permission> permissions,
    MatrixPlace place,
    MatrixPlace told) {

  public String method() {
    return route.method().name();
  }

  /** The same with another body. */
  Target with(String other) {
    return new Target(route, path, other, mediaType, permissions, place, told);
  }

  public boolean reads() {
    return method().equals("GET");
  }

  /** Whether a version that does not exist can be asked for, so that nothing is changed. */
  public boolean takesVersion() {
    return !method().equals("POST")
        && route.operation().parameters().stream()
            .map(Parameter::name)
            .anyMatch("If-Match"::equals);
  }

  /** Whether somebody with the right may send it without taking away what others are asked for. */
  public boolean repeatable() {
    return !List.of("PUT", "DELETE").contains(method()) || takesVersion();
  }

  @Override
  public String toString() {
    return method() + " " + route.template();
  }
}
