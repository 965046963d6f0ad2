package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.DocumentedBody;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Describes one route. */
final class ContractOperation {
  private static final Pattern PARAMETER = Pattern.compile("\\{([^}*]+)\\*?}");

  /** The end of the media type of lines of JSON, which are no JSON document. */
  private static final String LINES = "ndjson";

  /** The name of the response 304 among the components. */
  static final String NOT_MODIFIED = "NotModified";

  private ContractOperation() {}

  /** The id of an operation, which differs on the legacy surface. */
  static String id(Route route) {
    String id = route.operation().id();
    return route.surface().equals(Surface.LEGACY) ? id + "Legacy" : id;
  }

  /**
   * @param id unique in the document
   */
  static ObjectNode of(Route route, String id) {
    Operation operation = route.operation();
    ObjectNode json = Json.object();
    json.put("operationId", id);
    json.put("summary", operation.summary());
    json.put("description", OperationDescription.of(route));
    if (!operation.tag().isEmpty()) {
      json.putArray("tags").add(operation.tag());
    }
    json.put("x-glebe-permission", permission(operation));
    ArrayNode security = json.putArray("security");
    if (operation.guard().needsToken()) {
      security.addObject().putArray("bearer");
    }
    if (operation.ofViewers()) {
      security.addObject().putArray("viewer");
      security.addObject(); // nothing, for a public collection
    }
    ArrayNode parameters = parameters(route);
    if (!parameters.isEmpty()) {
      json.set("parameters", parameters);
    }
    if (operation.body().kind() != Body.Kind.NONE) {
      json.set("requestBody", requestBody(route));
    }
    json.set("responses", responses(route));
    return json;
  }

  private static String permission(Operation operation) {
    if (!operation.permissions().isNone()) {
      return operation.permissions().toString();
    }
    return switch (operation.guard()) {
      case PUBLIC -> "none";
      case OPERATIONS -> "loopback interface, or where the settings allow";
      default -> "any valid token";
    };
  }

  private static ArrayNode parameters(Route route) {
    ArrayNode all = Json.array();
    Set<String> declared = new LinkedHashSet<>();
    for (Parameter p : route.operation().parameters()) {
      if (declared.add(p.place() + p.name())) {
        all.add(parameter(route, p));
      }
    }
    Matcher m = PARAMETER.matcher(route.template());
    while (m.find()) {
      if (declared.add("path" + m.group(1))) {
        all.add(parameter(route, PathParameters.of(route, m.group(1))));
      }
    }
    return all;
  }

  private static ObjectNode parameter(Route route, Parameter p) {
    ObjectNode json = Json.object().put("name", p.name()).put("in", p.place());
    json.put("required", p.required() || p.place().equals("path"));
    json.put("description", p.description());
    if (p.isQuery() && !p.isOpen()) {
      json.put("style", "form").put("explode", false); // several values are separated by commas
    }
    json.set("schema", p.schema().deepCopy());
    OperationExamples.of(route.surface())
        .parameter(route, p.place(), p.name())
        .ifPresent(value -> json.set("example", value));
    return json;
  }

  private static ObjectNode requestBody(Route route) {
    Operation operation = route.operation();
    ObjectNode body = Json.object().put("required", true);
    ObjectNode content = body.putObject("content");
    for (DocumentedBody form : operation.bodies()) {
      form(content.putObject(form.mediaType()), form);
    }
    ObjectNode schema = EntitySchemas.ofBody(operation);
    for (String mediaType : mediaTypes(operation)) {
      ObjectNode media = content.putObject(mediaType);
      boolean isText = !isJson(mediaType) && (schema.isEmpty() || mediaType.endsWith(LINES));
      media.set("schema", isText ? bytes(mediaType) : schema.deepCopy());
    }
    OperationExamples examples = OperationExamples.of(route.surface());
    for (Map.Entry<String, JsonNode> media : content.properties()) {
      ObjectNode described = (ObjectNode) media.getValue();
      examples
          .body(route, media.getKey())
          .ifPresentOrElse(
              value -> described.set("example", value),
              () -> EntitySchemas.example(schema).ifPresent(e -> described.set("examples", e)));
    }
    return body;
  }

  private static void form(ObjectNode media, DocumentedBody form) {
    media.set("schema", form.schema().deepCopy());
    form.partTypes()
        .forEach(
            (part, types) ->
                media.withObject("/encoding").putObject(part).put("contentType", types));
  }

  private static Iterable<String> mediaTypes(Operation operation) {
    Body body = operation.body();
    if (!operation.bodies().isEmpty()) {
      return Set.of();
    }
    if (!body.mediaTypes().isEmpty()) {
      return body.mediaTypes();
    }
    return Set.of(body.isJson() ? Json.MEDIA_TYPE : "application/octet-stream");
  }

  private static ObjectNode responses(Route route) {
    TreeMap<String, ObjectNode> all = new TreeMap<>();
    route.operation().answers().stream()
        .collect(Collectors.groupingBy(DocumentedResponse::status))
        .forEach((status, answers) -> all.put(status.toString(), response(route, answers)));
    if (route.answersNotModified()) {
      all.put("304", ref("#/components/responses/" + NOT_MODIFIED));
    }
    Problems.of(route)
        .forEach((status, name) -> all.putIfAbsent(status, ref("#/components/responses/" + name)));
    ObjectNode responses = Json.object();
    all.forEach(responses::set);
    return responses;
  }

  /** The answers of a route that have the same status. */
  private static ObjectNode response(Route route, List<DocumentedResponse> answers) {
    ObjectNode response = Json.object().put("description", answers.getFirst().description());
    response.set("headers", ResponseHeaders.of(route, answers));
    for (DocumentedResponse documented : answers) {
      if (!documented.mediaType().isEmpty()) {
        content(
            response.withObject("/content").putObject(documented.mediaType()), route, documented);
      }
    }
    return response;
  }

  private static void content(ObjectNode media, Route route, DocumentedResponse documented) {
    if (documented.schema().isPresent()) {
      media.set("schema", documented.schema().get().deepCopy());
    } else if (!isJson(documented.mediaType())) {
      media.set("schema", bytes(documented.mediaType()));
    }
    documented
        .schema()
        .flatMap(EntitySchemas::example)
        .ifPresentOrElse(
            e -> media.set("examples", e),
            () ->
                AnswerExamples.of(route, documented)
                    .ifPresent(e -> media.set("example", e.deepCopy())));
  }

  /** The response 304 of all operations. */
  static ObjectNode notModified() {
    ObjectNode response =
        Json.object().put("description", "If-None-Match names the current version");
    response.set(
        "headers",
        ResponseHeaders.of(List.of(ResponseHeader.ETAG, ResponseHeader.REFERRER_POLICY)));
    return response;
  }

  static boolean isJson(String mediaType) {
    String bare = mediaType.split(";", 2)[0];
    return bare.endsWith("json") && !bare.endsWith(LINES);
  }

  /** Content that is no JSON: text, or bytes. */
  private static ObjectNode bytes(String mediaType) {
    ObjectNode schema = Json.object().put("type", "string");
    return mediaType.startsWith("text/") || mediaType.endsWith(LINES)
        ? schema
        : schema.put("format", "binary");
  }

  static ObjectNode ref(String pointer) {
    return Json.object().put("$ref", pointer);
  }
}
