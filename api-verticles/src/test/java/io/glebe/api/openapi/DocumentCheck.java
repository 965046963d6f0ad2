package io.glebe.api.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.glebe.core.json.Json;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Checks requests and responses against one OpenAPI 3.1 document: the status, the media type and
 * the headers are documented, required headers are there, and a JSON body and the headers match
 * their schemas. Thread-safe.
 */
final class DocumentCheck {
  private static final int MAX_BODY = 1 << 20;
  private static final String ANY = "*/*";
  private static final String SCHEMAS = "#/components/schemas/";

  /** Refusals before the operation of a request counts: of its head, and of its host. */
  private static final Set<Integer> BEFORE_OPERATIONS = Set.of(414, 421, 431);

  /** Headers of HTTP and of the connection, which no document names. */
  private static final Set<String> OF_HTTP =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "date",
          "strict-transport-security",
          "transfer-encoding");

  /** The beginnings of headers of HTTP/2 and of cross-origin calls. */
  private static final List<String> OF_PROTOCOLS = List.of(":", "access-control-");

  private final ObjectNode document;
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  DocumentCheck(ObjectNode document) {
    this.document = document;
  }

  ObjectNode document() {
    return document;
  }

  /**
   * A response without its body.
   *
   * @param path encoded, without the query
   * @param mediaType empty when there is no body
   * @param selection whether the request selected members, so that none is required
   * @param headers not checked where they are absent
   */
  record Answered(
      String method,
      String path,
      int status,
      String mediaType,
      boolean selection,
      Optional<HttpHeaders> headers) {
    Answered(String method, String path, int status, String mediaType) {
      this(method, path, status, mediaType, false, Optional.empty());
    }

    /** A response with its headers. */
    static Answered of(String method, String path, HttpResponse<?> response) {
      HttpHeaders headers = response.headers();
      String mediaType = headers.firstValue("Content-Type").orElse("");
      return new Answered(
          method, path, response.statusCode(), mediaType, false, Optional.of(headers));
    }

    /** The same as the answer to a selection. */
    Answered ofSelection(boolean isSelection) {
      return new Answered(method, path, status, mediaType, isSelection, headers);
    }
  }

  /** The difference between a response and the document; empty when there is none. */
  Optional<String> fault(String template, Answered answer, String body) {
    String method = answer.method().toLowerCase(Locale.ROOT);
    JsonNode responses = document.path("paths").path(template).path(method).path("responses");
    String status = Integer.toString(answer.status());
    if (!responses.has(status) && !BEFORE_OPERATIONS.contains(answer.status())) {
      return Optional.of("the contract describes no such status");
    }
    JsonNode response = resolved(responses.path(responses.has(status) ? status : "default"));
    return content(method + template + status, response.path("content"), answer, body)
        .or(() -> answer.headers().flatMap(sent -> headers(response.path("headers"), sent)));
  }

  /** The members of a JSON response that its schema does not have. */
  Set<String> undocumented(String template, Answered answer, String body) {
    String method = answer.method().toLowerCase(Locale.ROOT);
    JsonNode responses = document.path("paths").path(template).path(method).path("responses");
    JsonNode response = resolved(responses.path(Integer.toString(answer.status())));
    return schema(response.path("content"), bare(answer.mediaType()))
        .filter(schema -> isJson(bare(answer.mediaType())))
        .map(schema -> SentMembers.undocumented(this, schema, Json.parse(body)))
        .orElse(Set.of());
  }

  /** The difference between the headers of a response and those that are described. */
  Optional<String> headers(JsonNode described, HttpHeaders sent) {
    Map<String, JsonNode> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    described.properties().forEach(e -> known.put(e.getKey(), resolved(e.getValue())));
    Stream<String> missing =
        known.entrySet().stream()
            .filter(e -> e.getValue().path("required").asBoolean())
            .map(Map.Entry::getKey)
            .filter(name -> sent.firstValue(name).isEmpty())
            .map(name -> "the required header " + name + " is missing");
    Stream<String> others =
        sent.map().keySet().stream()
            .filter(name -> !known.containsKey(name) && !isOfHttp(name))
            .map(name -> "the contract describes no header " + name);
    Stream<String> misfits =
        sent.map().entrySet().stream()
            .filter(e -> known.containsKey(e.getKey()))
            .filter(e -> !e.getValue().stream().allMatch(value -> fits(known, e.getKey(), value)))
            .map(e -> e.getKey() + " does not match its schema: " + e.getValue());
    return Stream.of(missing, others, misfits).flatMap(faults -> faults).findFirst();
  }

  private static boolean isOfHttp(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return OF_HTTP.contains(lower) || OF_PROTOCOLS.stream().anyMatch(lower::startsWith);
  }

  private boolean fits(Map<String, JsonNode> known, String name, String value) {
    JsonNode schema = Objects.requireNonNull(known.get(name)).path("schema");
    boolean isNumber = schema.path("type").asText().equals("integer");
    return fits(schema, isNumber ? Json.parse(value) : TextNode.valueOf(value));
  }

  /** Whether a value matches a schema of the document, with its formats. */
  boolean fits(JsonNode schema, JsonNode value) {
    return compiled
        .computeIfAbsent(Json.write(schema), _ -> compile(schema))
        .validate(
            Json.write(value),
            InputFormat.JSON,
            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
        .isEmpty();
  }

  private Optional<String> content(String key, JsonNode content, Answered answer, String body) {
    if (body.isEmpty()) {
      boolean may = content.isEmpty();
      return may ? Optional.empty() : Optional.of("a body is described, none came");
    }
    if (content.has(ANY)) {
      return Optional.empty();
    }
    String type = bare(answer.mediaType());
    Optional<JsonNode> of = schema(content, type);
    if (of.isEmpty()) {
      return Optional.of("the contract describes no " + type);
    }
    boolean skip = of.get().isMissingNode() || body.length() > MAX_BODY || !isJson(type);
    return skip ? Optional.empty() : misfit(key, of.get(), body, answer);
  }

  private static Optional<JsonNode> schema(JsonNode content, String type) {
    return content.properties().stream()
        .filter(e -> bare(e.getKey()).equals(type))
        .map(e -> e.getValue().path("schema"))
        .findFirst();
  }

  private static boolean isJson(String type) {
    return type.endsWith("json") && !type.endsWith("ndjson");
  }

  private Optional<String> misfit(String key, JsonNode schema, String body, Answered answer) {
    boolean selection = answer.selection();
    var errors =
        compiled
            .computeIfAbsent(key + answer.mediaType() + selection, _ -> compile(schema, selection))
            .validate(body, InputFormat.JSON);
    return errors.isEmpty()
        ? Optional.empty()
        : Optional.of(errors.stream().limit(5).toList() + " in " + shortened(body));
  }

  private static String shortened(String body) {
    return body.substring(0, Math.min(body.length(), 2000));
  }

  private Schema compile(JsonNode schema) {
    return compile(schema, false);
  }

  /**
   * The schema with the component schemas that it refers to.
   *
   * @param optional whether no member is required
   */
  private Schema compile(JsonNode schema, boolean optional) {
    ObjectNode whole = schema.deepCopy();
    ObjectNode needed = Json.object();
    collect(schema, needed);
    whole.putObject("components").set("schemas", needed.deepCopy());
    if (optional) {
      whole.findParents("required").stream()
          .filter(each -> each.get("required").isArray())
          .forEach(each -> ((ObjectNode) each).remove("required"));
    }
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Json.write(whole), InputFormat.JSON);
  }

  private void collect(JsonNode node, ObjectNode needed) {
    String ref = node.path("$ref").asText("");
    if (ref.startsWith(SCHEMAS)) {
      String name = ref.substring(SCHEMAS.length());
      if (!needed.has(name)) {
        JsonNode target = document.path("components").path("schemas").path(name);
        needed.set(name, target);
        collect(target, needed);
      }
    }
    node.forEach(child -> collect(child, needed));
  }

  /** The node itself, or the component that it refers to. */
  JsonNode resolved(JsonNode node) {
    String ref = node.path("$ref").asText("");
    return ref.isEmpty() ? node : document.at(JsonPointer.compile(ref.substring(1)));
  }

  private static String bare(String mediaType) {
    return mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
