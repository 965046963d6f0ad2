package io.glebe.api.openapi;

import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The description of an operation in three paragraphs: its purpose, its callers, and its answers
 * with their conditions. All but the purpose follows from the declaration of the operation and from
 * the catalogue.
 */
final class OperationDescription {
  private static final int KIB = 1024;
  private static final int MIB = KIB * KIB;
  private static final String EVENTS = "text/event-stream";

  /** Parameters that continue a list, and the place where the page before names their value. */
  private static final Map<String, String> CONTINUED =
      Map.of(
          "cursor", "the cursor that a page names",
          "next", "the link `next` of a page",
          "after", "the link `next` of a page",
          "before", "the link `next` of a page",
          "$skiptoken", "`@iot.nextLink` of a page");

  private final Route route;
  private final Operation operation;

  private OperationDescription(Route route) {
    this.route = route;
    this.operation = route.operation();
  }

  static String of(Route route) {
    OperationDescription description = new OperationDescription(route);
    return String.join("\n\n", description.purpose(), description.callers(), description.results());
  }

  private String purpose() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        DescriptionTexts.operation(operation.id()).orElseGet(() -> operation.summary() + "."));
    sentences.addAll(RecordConditions.of(route));
    return String.join(" ", sentences);
  }

  private String callers() {
    List<String> sentences = new ArrayList<>();
    sentences.add(right());
    if (operation.ofViewers()) {
      sentences.add(
          "A token for viewers of the collection is accepted too; a public collection needs none.");
    }
    if (operation.ofCommissions() && !operation.permissions().anyOf().isEmpty()) {
      sentences.add("A service may call it within the limits of a commission.");
    }
    return String.join(" ", sentences);
  }

  private String right() {
    Guard guard = operation.guard();
    if (guard == Guard.PUBLIC) {
      return "Everybody may call it; no token is needed.";
    }
    if (guard == Guard.OPERATIONS) {
      return "No token is needed on the loopback interface; from elsewhere it answers only where"
          + " the settings allow it.";
    }
    String token = "a bearer token for `" + guard.audience() + "`";
    if (operation.permissions().isNone()) {
      return "Needs " + token + "; no further permission is checked for the call itself.";
    }
    if (operation.permissions().anyOf().isEmpty()) {
      return "Needs " + token + ". Who may call it: " + operation.permissions() + ".";
    }
    String names =
        operation.permissions().anyOf().stream()
            .map(permission -> "`" + permission + "`")
            .collect(Collectors.joining(" or "));
    return "Needs " + token + " and the permission " + names + ".";
  }

  private String results() {
    List<String> sentences = new ArrayList<>();
    sentences.add(answers());
    conditions().forEach(sentences::add);
    page().ifPresent(sentences::add);
    if (operation.body().limit() > 0) {
      sentences.add("The body has at most " + bytes(operation.body().limit()) + "; else 413.");
    }
    if (operation.mediaTypes().contains(EVENTS)) {
      sentences.add("The events continue until the client disconnects or its token expires.");
    } else if (route.answersNotModified()) {
      sentences.add("Where an answer has an ETag, `If-None-Match` with it gets 304.");
    }
    return String.join(" ", sentences);
  }

  /** The statuses with their meanings, and the media types where there are several. */
  private String answers() {
    Map<Integer, String> all = new TreeMap<>();
    operation.answers().forEach(each -> all.putIfAbsent(each.status(), each.description()));
    if (all.isEmpty()) {
      return "Answers 200.";
    }
    String statuses =
        all.entrySet().stream()
            .map(e -> e.getKey() + " (" + e.getValue() + ")")
            .collect(Collectors.joining(" or "));
    Set<String> forms = operation.mediaTypes();
    String types = forms.stream().map(type -> "`" + type + "`").collect(Collectors.joining(", "));
    return "Answers "
        + statuses
        + (forms.size() > 1 ? ", in a form that `Accept` selects: " + types : "")
        + ".";
  }

  private List<String> conditions() {
    List<String> sentences = new ArrayList<>();
    if (takes("If-Match")) {
      sentences.add("With `If-Match` it acts only on the version with that ETag; else 412.");
    }
    if (takes("If-None-Match")) {
      sentences.add("With `If-None-Match: *` it only creates; 412 if the record exists.");
    }
    if (takes("Range")) {
      sentences.add("`Range` selects a part of the bytes; 416 outside of them.");
    }
    if (operation.body().kind() != Body.Kind.NONE) {
      sentences.add(
          operation.guard() == Guard.SENSOR
              ? "A body that cannot be read or breaks rules is 400, with all `violations`."
              : "A body that cannot be read is 400; one that breaks rules is 422 with all"
                  + " `violations`.");
    }
    return sentences;
  }

  private Optional<String> page() {
    Optional<Parameter> limit = parameter("limit").or(() -> parameter("$top"));
    Optional<String> position =
        CONTINUED.keySet().stream().filter(this::takes).sorted().findFirst();
    if (limit.isEmpty() || position.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The list comes in pages: `%s` is their length%s, `%s` continues from %s."
            .formatted(
                limit.get().name(),
                bounds(limit.get()),
                position.get(),
                CONTINUED.get(position.get())));
  }

  private static String bounds(Parameter limit) {
    List<String> bounds = new ArrayList<>();
    if (limit.schema().has("maximum")) {
      bounds.add("at most " + limit.schema().path("maximum").asText());
    }
    if (limit.schema().has("default")) {
      bounds.add("without it " + limit.schema().path("default").asText());
    }
    return bounds.isEmpty() ? "" : " (" + String.join(", ", bounds) + ")";
  }

  private boolean takes(String name) {
    return parameter(name).isPresent();
  }

  private Optional<Parameter> parameter(String name) {
    return operation.parameters().stream().filter(p -> p.name().equals(name)).findFirst();
  }

  private static String bytes(long limit) {
    return limit % MIB == 0 ? limit / MIB + " MiB" : limit / KIB + " KiB";
  }
}
