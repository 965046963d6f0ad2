package io.glebe.api.http;

import io.vertx.core.http.HttpMethod;

/**
 * One line of the route table.
 *
 * @param template the whole path with the surface's prefix, for example {@code /v1/farms/{id}}
 * @param area the area that brought it
 */
public record Route(
    HttpMethod method, String template, Surface surface, String area, Operation operation) {}
