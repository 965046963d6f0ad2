package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Route;
import io.glebe.api.http.RouteFinder;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks responses against the published OpenAPI 3.1 documents of the platform that sent them, see
 * {@link DocumentCheck}. Requests without a published operation are not checked. Thread-safe.
 */
public final class ContractCheck {
  private final RouteTable table;
  private final Map<Surface, DocumentCheck> documents = new HashMap<>();

  public ContractCheck(RouteTable table) {
    this.table = table;
    Oas.SUBJECTS.forEach(
        subject -> publish(ContractDocument.of(table, subject, Oas.LOCAL), subject));
  }

  private void publish(ObjectNode document, ContractDocument.Subject subject) {
    DocumentCheck check = new DocumentCheck(document);
    subject.surfaces().forEach(surface -> documents.put(surface, check));
  }

  /** The operation of a published route in its document. */
  JsonNode described(Route route) {
    return check(route)
        .document()
        .path("paths")
        .path(ContractDocument.path(route))
        .path(route.method().name().toLowerCase(Locale.ROOT));
  }

  /** A part of the document of a route, or the component that it refers to. */
  JsonNode resolved(Route route, JsonNode part) {
    return check(route).resolved(part);
  }

  private DocumentCheck check(Route route) {
    return Objects.requireNonNull(documents.get(route.surface()));
  }

  boolean publishes(Surface surface) {
    return documents.containsKey(surface);
  }

  /**
   * Throws when a response does not match the contract.
   *
   * @param body the body of the response as text
   */
  public void check(HttpResponse<?> answer, String body) {
    DocumentCheck.Answered answered =
        DocumentCheck.Answered.of(answer.request().method(), answer.uri().getRawPath(), answer)
            .ofSelection(isSelection(answer));
    fault(answered, body)
        .ifPresent(
            fault -> {
              throw new AssertionError(answered + " " + answer.uri() + ": " + fault);
            });
  }

  /** Of a selection only the named members are there, so that no member is required. */
  private static boolean isSelection(HttpResponse<?> answer) {
    String query = answer.uri().getQuery();
    return query != null && query.contains("$select=");
  }

  /**
   * Throws when JSON does not match the response schema of GET for the path; for pages that arrive
   * as events.
   */
  public void checkBody(String path, String json) {
    fault(new DocumentCheck.Answered("GET", path, 200, Json.MEDIA_TYPE), json)
        .ifPresent(
            fault -> {
              throw new AssertionError(path + ": " + fault);
            });
  }

  /** The difference between a response and the contract; empty when there is none. */
  Optional<String> fault(DocumentCheck.Answered answer, String body) {
    if (answer.method().equals("HEAD") || answer.method().equals("OPTIONS")) {
      return Optional.empty();
    }
    return RouteFinder.find(table, answer.method(), answer.path())
        .filter(route -> documents.containsKey(route.surface()))
        .flatMap(route -> fault(route, answer, body));
  }

  private Optional<String> fault(Route route, DocumentCheck.Answered answer, String body) {
    return check(route).fault(ContractDocument.path(route), answer, body);
  }
}
