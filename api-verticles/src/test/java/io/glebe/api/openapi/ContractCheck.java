package io.glebe.api.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.glebe.api.http.Route;
import io.glebe.api.http.RouteFinder;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks responses against the published OpenAPI 3.1 documents of the platform that sent them: the
 * status and the media type are documented, and a JSON body matches its schema. Requests without a
 * published operation are not checked. Thread-safe.
 */
public final class ContractCheck {
  private static final int MAX_BODY = 1 << 20;
  private static final String ANY = "*/*";
  private static final String SCHEMAS = "#/components/schemas/";

  private final RouteTable table;
  private final Map<Surface, ObjectNode> documents = new ConcurrentHashMap<>();
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  public ContractCheck(RouteTable table) {
    this.table = table;
    List.of(ContractDocument.FARM, ContractDocument.SPATIO, ContractDocument.SENSOR)
        .forEach(subject -> publish(ContractDocument.of(table, subject, Oas.LOCAL), subject));
  }

  private void publish(ObjectNode document, ContractDocument.Subject subject) {
    subject.surfaces().forEach(surface -> documents.put(surface, document));
  }

  boolean publishes(Surface surface) {
    return documents.containsKey(surface);
  }

  /**
   * A response without its body.
   *
   * @param path encoded, without the query
   * @param mediaType empty when there is no body
   */
  record Answered(String method, String path, int status, String mediaType) {}

  /**
   * Throws when a response does not match the contract.
   *
   * @param body the body of the response as text
   */
  public void check(HttpResponse<?> answer, String body) {
    Answered answered =
        new Answered(
            answer.request().method(),
            answer.uri().getRawPath(),
            answer.statusCode(),
            answer.headers().firstValue("Content-Type").orElse(""));
    fault(answered, body)
        .ifPresent(
            fault -> {
              throw new AssertionError(answered + " " + answer.uri() + ": " + fault);
            });
  }

  /**
   * Throws when JSON does not match the response schema of GET for the path; for pages that arrive
   * as events.
   */
  public void checkBody(String path, String json) {
    fault(new Answered("GET", path, 200, Json.MEDIA_TYPE), json)
        .ifPresent(
            fault -> {
              throw new AssertionError(path + ": " + fault);
            });
  }

  /** The difference between a response and the contract; empty when there is none. */
  Optional<String> fault(Answered answer, String body) {
    if (answer.method().equals("HEAD") || answer.method().equals("OPTIONS")) {
      return Optional.empty();
    }
    return RouteFinder.find(table, answer.method(), answer.path())
        .filter(route -> documents.containsKey(route.surface()))
        .flatMap(route -> fault(route, answer, body));
  }

  private Optional<String> fault(Route route, Answered answer, String body) {
    ObjectNode document = documents.get(route.surface());
    String template = ContractDocument.path(route);
    String method = route.method().name().toLowerCase(Locale.ROOT);
    JsonNode responses = document.path("paths").path(template).path(method).path("responses");
    String status = Integer.toString(answer.status());
    boolean problem = answer.status() >= 400;
    if (!responses.has(status) && !problem) {
      return Optional.of("the contract describes no such status");
    }
    JsonNode response =
        resolved(document, responses.path(responses.has(status) ? status : "default"));
    return content(
        new Place(document, method + template + status), response.path("content"), answer, body);
  }

  /** The location of a schema and its key in the cache. */
  private record Place(ObjectNode document, String key) {}

  private Optional<String> content(Place place, JsonNode content, Answered answer, String body) {
    if (body.isEmpty()) {
      boolean may = content.isEmpty();
      return may ? Optional.empty() : Optional.of("a body is described, none came");
    }
    if (content.has(ANY)) {
      return Optional.empty();
    }
    String type = bare(answer.mediaType());
    Optional<JsonNode> of =
        content.properties().stream()
            .filter(e -> bare(e.getKey()).equals(type))
            .map(e -> e.getValue().path("schema"))
            .findFirst();
    if (of.isEmpty()) {
      return Optional.of("the contract describes no " + type);
    }
    boolean isJson = type.endsWith("json") && !type.endsWith("ndjson");
    boolean skip = of.get().isMissingNode() || body.length() > MAX_BODY || !isJson;
    return skip ? Optional.empty() : misfit(place, of.get(), body, type);
  }

  private Optional<String> misfit(Place place, JsonNode schema, String body, String type) {
    var errors =
        compiled
            .computeIfAbsent(place.key() + type, _ -> compile(place.document(), schema))
            .validate(body, InputFormat.JSON);
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(errors.stream().limit(5).toList() + " in " + shortened(body));
  }

  private static String shortened(String body) {
    return body.substring(0, Math.min(body.length(), 2000));
  }

  /** The schema with the component schemas that it refers to. */
  private static Schema compile(ObjectNode document, JsonNode schema) {
    ObjectNode whole = schema.deepCopy();
    ObjectNode needed = Json.object();
    collect(document, schema, needed);
    whole.putObject("components").set("schemas", needed);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Json.write(whole), InputFormat.JSON);
  }

  private static void collect(ObjectNode document, JsonNode node, ObjectNode needed) {
    String ref = node.path("$ref").asText("");
    if (ref.startsWith(SCHEMAS)) {
      String name = ref.substring(SCHEMAS.length());
      if (!needed.has(name)) {
        JsonNode target = document.path("components").path("schemas").path(name);
        needed.set(name, target);
        collect(document, target, needed);
      }
    }
    node.forEach(child -> collect(document, child, needed));
  }

  private static JsonNode resolved(ObjectNode document, JsonNode response) {
    String ref = response.path("$ref").asText("");
    return ref.isEmpty() ? response : document.at(JsonPointer.compile(ref.substring(1)));
  }

  private static String bare(String mediaType) {
    return mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
