package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.Route;
import io.glebe.api.http.html.Html;
import io.glebe.core.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The headers of responses: those that an operation declares for them, and those that the gateway
 * adds to all of a kind.
 */
final class ResponseHeaders {
  private static final String POINTER = "#/components/headers/";

  private ResponseHeaders() {}

  /** The headers of the answers of a route that have the same status. */
  static ObjectNode of(Route route, List<DocumentedResponse> answers) {
    List<ResponseHeader> all = new ArrayList<>();
    for (DocumentedResponse answer : answers) {
      for (ResponseHeader header : answer.headers()) {
        boolean isShared = answers.stream().allMatch(other -> other.headers().contains(header));
        all.add(isShared ? header : header.ifAny());
      }
    }
    if (answers.stream().anyMatch(answer -> answer.mediaType().startsWith(Html.MEDIA_TYPE))) {
      all.addAll(ResponseHeader.OF_PAGES);
    }
    if (route.operation().ofViewers()) {
      all.add(ResponseHeader.REFERRER_POLICY);
    }
    return of(all);
  }

  /** These headers and those of all responses; the first of a name counts. */
  static ObjectNode of(List<ResponseHeader> own) {
    ObjectNode headers = Json.object();
    own.forEach(header -> add(headers, header));
    ResponseHeader.COMMON.forEach(header -> add(headers, header));
    return headers;
  }

  private static void add(ObjectNode headers, ResponseHeader header) {
    if (headers.has(header.name())) {
      return;
    }
    ObjectNode json = headers.putObject(header.name());
    json.put("description", header.description());
    if (header.required()) {
      json.put("required", true);
    }
    json.set("schema", header.schema().deepCopy());
  }

  /**
   * Moves headers to the components of a document. Among headers with the same name, the most
   * frequent one is moved; the others stay at their responses.
   */
  static void move(ObjectNode document) {
    List<ObjectNode> all = new ArrayList<>();
    document.path("paths").forEach(path -> path.forEach(operation -> collect(operation, all)));
    collect(document.path("components"), all);
    Map<String, Map<JsonNode, Integer>> uses = new LinkedHashMap<>();
    all.forEach(
        headers ->
            headers
                .properties()
                .forEach(
                    e ->
                        uses.computeIfAbsent(e.getKey(), _ -> new LinkedHashMap<>())
                            .merge(e.getValue(), 1, Integer::sum)));
    ObjectNode components = document.withObject("/components/headers");
    uses.forEach(
        (name, forms) ->
            forms.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .filter(most -> most.getValue() > 1)
                .ifPresent(most -> components.set(name, most.getKey())));
    for (ObjectNode headers : all) {
      for (Map.Entry<String, JsonNode> e : headers.properties()) {
        if (e.getValue().equals(components.get(e.getKey()))) {
          e.setValue(ContractOperation.ref(POINTER + e.getKey()));
        }
      }
    }
  }

  private static void collect(JsonNode owner, List<ObjectNode> all) {
    for (JsonNode response : owner.path("responses")) {
      if (response.path("headers") instanceof ObjectNode headers) {
        all.add(headers);
      }
    }
  }
}
