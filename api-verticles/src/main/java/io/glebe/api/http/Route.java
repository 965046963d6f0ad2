package io.glebe.api.http;

import io.glebe.api.http.guard.LimitClass;
import io.glebe.core.json.Json;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One entry of the route table.
 *
 * @param template the whole path with the surface's prefix, for example {@code /v1/farms/{id}}
 * @param area the area that declared it
 * @param declared the parameters that the endpoint may read
 * @param forms what it declares of the texts in its query
 * @param jsonForms the media types of its documents, where a GET has only JSON; else empty
 * @param limitNames names in GLEBE_RATE_LIMITS whose limit may apply to it, most special first
 */
public record Route(
    HttpMethod method,
    String template,
    Surface surface,
    String area,
    Operation operation,
    DeclaredParameters declared,
    ParameterForms forms,
    List<String> jsonForms,
    List<String> limitNames) {
  Route(HttpMethod method, String template, Surface surface, String area, Operation operation) {
    this(
        method,
        template,
        surface,
        area,
        operation,
        new DeclaredParameters(operation, surface, template),
        new ParameterForms(operation.parameters()),
        method.equals(HttpMethod.GET) && !surface.equals(Surface.ROOT)
            ? jsonForms(operation)
            : List.of(),
        limitNames(template, surface, operation));
  }

  /** Whether a client that has the current version gets 304. */
  public boolean answersNotModified() {
    return method.equals(HttpMethod.GET)
        && operation.answers().stream()
            .flatMap(answer -> answer.headers().stream())
            .anyMatch(header -> header.name().equals(ResponseHeader.ETAG.name()));
  }

  private static List<String> limitNames(String template, Surface surface, Operation operation) {
    boolean signIn =
        template.startsWith("/dev/identity/") || template.startsWith("/console/session/");
    String area = surface.equals(Surface.ROOT) && signIn ? "identity" : surface.limitedArea();
    return operation.limitClass() == LimitClass.PLAIN
        ? List.of(area)
        : List.of(operation.limitClass().limitName(), area);
  }

  private static List<String> jsonForms(Operation operation) {
    Set<String> forms = operation.mediaTypes();
    return !forms.isEmpty() && forms.stream().allMatch(Route::isJson)
        ? Stream.concat(forms.stream(), Stream.of(Json.MEDIA_TYPE)).distinct().toList()
        : List.of();
  }

  private static boolean isJson(String mediaType) {
    String plain = mediaType.split(";", 2)[0].strip();
    return plain.equals(Json.MEDIA_TYPE) || plain.endsWith("+json");
  }
}
