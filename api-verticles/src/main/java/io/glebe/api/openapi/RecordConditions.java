package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.core.catalogue.BusinessKey;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.catalogue.Ownership;
import io.glebe.core.catalogue.References;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sentences about operations on records of the catalogue, which follow from its declarations. */
final class RecordConditions {
  private static final String SCHEMAS = "#/components/schemas/";

  /** The header that all writes of records accept. */
  private static final String OF_WRITES = "Processing-Job-Id";

  private final Route route;
  private final EntityType type;

  private RecordConditions(Route route, EntityType type) {
    this.route = route;
    this.type = type;
  }

  /** The sentences; none for operations on other resources. */
  static List<String> of(Route route) {
    return type(route).map(t -> new RecordConditions(route, t).sentences()).orElse(List.of());
  }

  private static Optional<EntityType> type(Route route) {
    Operation operation = route.operation();
    if (!route.surface().equals(Surface.FARM)) {
      return Optional.empty();
    }
    Optional<EntityType> ofPath =
        Catalogue.standard().types().stream()
            .filter(t -> isCollection(route, t) || isRecord(route, t))
            .findFirst();
    Optional<EntityType> answered =
        operation.answers().stream()
            .flatMap(answer -> answer.schema().stream())
            .map(RecordConditions::name)
            .flatMap(name -> Catalogue.standard().find(name).stream())
            .findFirst();
    boolean writes = operation.parameters().stream().anyMatch(p -> p.name().equals(OF_WRITES));
    return ofPath.or(() -> answered).or(() -> writes ? ofPermission(operation) : Optional.empty());
  }

  private static boolean isCollection(Route route, EntityType type) {
    return route.template().equals("/v1/" + type.path());
  }

  private static boolean isRecord(Route route, EntityType type) {
    return route.template().equals("/v1/" + type.path() + "/{id}");
  }

  /** The entity of a schema, whose records are listed on pages. */
  private static String name(JsonNode schema) {
    JsonNode whole = schema.has("allOf") ? schema.path("allOf").path(0) : schema;
    String name = whole.path("$ref").asText().replace(SCHEMAS, "");
    return name.endsWith("Page") ? name.substring(0, name.length() - "Page".length()) : name;
  }

  private static Optional<EntityType> ofPermission(Operation operation) {
    return operation.permissions().anyOf().stream()
        .flatMap(
            permission ->
                Catalogue.standard().types().stream()
                    .filter(t -> t.prefix().equals(permission.entity())))
        .findFirst();
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    HttpMethod method = route.method();
    if (isCollection(route, type) || isRecord(route, type)) {
      String article = "AEIOU".indexOf(type.name().charAt(0)) < 0 ? "A " : "An ";
      sentences.add(article + type.name() + " is: " + lowerCase(type.description()) + ".");
    }
    if (method.equals(HttpMethod.GET)) {
      sentences.add(readers());
    } else if (method.equals(HttpMethod.DELETE)) {
      deletion(sentences);
    } else {
      write(sentences);
    }
    return sentences;
  }

  private static String lowerCase(String text) {
    boolean isWord = text.length() > 1 && Character.isLowerCase(text.charAt(1));
    return isWord ? Character.toLowerCase(text.charAt(0)) + text.substring(1) : text;
  }

  private String readers() {
    return isList()
        ? "Records that the caller may not read are left out."
        : "A record that the caller may not read is 403, an unknown id 404.";
  }

  private boolean isList() {
    return isCollection(route, type)
        || route.operation().answers().stream()
            .flatMap(answer -> answer.schema().stream())
            .anyMatch(schema -> schema.path("$ref").asText().endsWith("Page"));
  }

  private void deletion(List<String> sentences) {
    for (Ownership owned : type.owned()) {
      sentences.add("Deletes with it each " + owned.entity() + " that belongs to it" + only(owned));
    }
    String blocking =
        References.standard().blocking(type.name()).stream()
            .map(edge -> "`" + edge + "`")
            .collect(Collectors.joining(", "));
    if (!blocking.isEmpty()) {
      sentences.add(
          "409 `dependent-records` while another record refers to it by one of " + blocking + ".");
    }
    frozen(sentences);
  }

  private static String only(Ownership owned) {
    return owned.onlyIf().isEmpty()
        ? "."
        : owned.onlyIf().entrySet().stream()
            .map(e -> "`" + e.getKey() + "` is " + e.getValue().asText())
            .collect(Collectors.joining(" and ", " and whose ", "."));
  }

  private void write(List<String> sentences) {
    if (route.method().equals(HttpMethod.PUT)) {
      sentences.add("A body equal to the stored record changes nothing and keeps its version.");
    } else if (route.method().equals(HttpMethod.PATCH)) {
      sentences.add(
          "Attributes that the body leaves out stay as they are; null removes one"
              + " that is not required.");
    }
    for (BusinessKey key : type.businessKeys()) {
      sentences.add(
          "409 `business-key` if another record has the same "
              + key.members().stream().map(m -> "`" + m + "`").collect(Collectors.joining(", "))
              + ".");
    }
    type.lifecycle().ifPresent(states -> states(sentences, states));
    frozen(sentences);
  }

  private static void states(List<String> sentences, Lifecycle states) {
    sentences.add(
        "`%s` begins as %s and changes from %s; any other change is 409 `invalid-transition`."
            .formatted(
                states.attribute(),
                String.join(" or ", states.initial()),
                states.transitions().entrySet().stream()
                    .filter(each -> !each.getValue().isEmpty())
                    .map(RecordConditions::change)
                    .collect(Collectors.joining("; from "))));
  }

  private static String change(Map.Entry<String, List<String>> each) {
    return each.getKey() + " to " + String.join(" or ", each.getValue());
  }

  private void frozen(List<String> sentences) {
    type.lifecycle()
        .filter(states -> !states.immutableFrom().isEmpty())
        .ifPresent(
            states ->
                sentences.add(
                    "409 `immutable-record` while `%s` is %s."
                        .formatted(
                            states.attribute(),
                            states.immutableFrom().stream()
                                .sorted()
                                .collect(Collectors.joining(" or ")))));
  }
}
