package io.glebe.core.viewer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.cube.model.CollectionId;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.time.Rfc3339;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The wish for a token for viewers.
 *
 * @param name tells its maker what it is for
 */
record ViewerTokenOrder(String name, List<String> collections, Instant expires) {
  static final int MAX_NAME_CHARS = 100;

  private static final KnownMembers MEMBERS =
      KnownMembers.of("a token", "name", "collections", "expiresAt");

  /**
   * The bounds of a token.
   *
   * @param longest time until its end, also of a token for which no end is given
   */
  record Bounds(int collections, Duration longest) {}

  ViewerTokenOrder {
    collections = List.copyOf(collections);
  }

  /** Reads a body; a 422 problem with all faults. */
  static ViewerTokenOrder read(ObjectNode body, Bounds bounds, Instant now) {
    List<Violation> faults = new ArrayList<>(MEMBERS.faults(body, ""));
    ViewerTokenOrder order =
        new ViewerTokenOrder(
            name(body.path("name"), faults),
            collections(body.path("collections"), bounds.collections(), faults),
            end(body.path("expiresAt"), bounds.longest(), now, faults));
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return order;
  }

  private static String name(JsonNode node, List<Violation> faults) {
    String text = node.isMissingNode() ? "viewer" : node.isTextual() ? node.textValue() : "";
    boolean plain = text.codePoints().noneMatch(Character::isISOControl);
    if (text.isBlank() || text.length() > MAX_NAME_CHARS || !plain) {
      faults.add(
          Violation.at("text", "/name", "is a text of 1 to " + MAX_NAME_CHARS + " characters"));
    }
    return text;
  }

  private static List<String> collections(JsonNode node, int most, List<Violation> faults) {
    Set<String> ids = new LinkedHashSet<>();
    if (!node.isArray() || node.isEmpty() || node.size() > most) {
      faults.add(
          Violation.at(
              node.isMissingNode() ? "required" : "list",
              "/collections",
              "lists 1 to " + most + " ids of collections"));
      return List.of();
    }
    for (int i = 0; i < node.size(); i++) {
      String id = node.get(i).isTextual() ? node.get(i).textValue() : "";
      if (CollectionId.fault(id).isPresent()) {
        faults.add(Violation.at("collection-id", "/collections/" + i, "is no id of a collection"));
      } else if (!ids.add(id)) {
        faults.add(Violation.at("unique", "/collections/" + i, "is named twice"));
      }
    }
    return List.copyOf(ids);
  }

  private static Instant end(JsonNode node, Duration longest, Instant now, List<Violation> faults) {
    Instant last = now.plus(longest).truncatedTo(ChronoUnit.SECONDS);
    if (node.isMissingNode()) {
      return last;
    }
    Optional<Instant> end = node.isTextual() ? Rfc3339.instant(node.textValue()) : Optional.empty();
    if (end.isEmpty() || !end.get().isAfter(now) || end.get().isAfter(last)) {
      faults.add(
          Violation.at(
              "time", "/expiresAt", "is a time with offset, after now and not after " + last));
      return last;
    }
    return end.get().truncatedTo(ChronoUnit.SECONDS);
  }
}
