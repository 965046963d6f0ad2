package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The user's selection for an import: organizations of the partner, their farms, and the farms'
 * fields. A missing list selects all. An organization or farm may name its target record.
 */
record Selection(List<Node> organizations) {
  /**
   * @param pointer JSON Pointer in the body
   * @param into the target record; empty when the import chooses it
   * @param parts entries of the next level; empty when all are selected
   */
  record Node(String id, String pointer, Optional<Into> into, Optional<List<Node>> parts) {}

  /**
   * The target record of an organization or farm of the partner.
   *
   * @param record an existing one; empty for one of the user's own
   */
  record Into(Optional<UUID> record, String pointer) {
    /** Used instead of the id of a record. */
    static final String OWN = "own";
  }

  private static final KnownMembers BODY = KnownMembers.of("a selection", "organizations");
  private static final KnownMembers ORGANIZATION =
      KnownMembers.of("an organization", "id", "into", "farms");
  private static final KnownMembers FARM = KnownMembers.of("a farm", "id", "into", "fields");

  /**
   * Parses {@code {"organizations": [{"id", "into", "farms": [{"id", "into", "fields": ["…"]}]}]}}.
   *
   * @throws Problem 422 that lists all violations
   */
  static Selection of(ObjectNode body) {
    Reader reader = new Reader();
    reader.faults.addAll(BODY.faults(body, ""));
    List<Node> organizations =
        reader.nodes(body.path("organizations"), "/organizations", List.of("farms", "fields"));
    if (reader.faults.isEmpty() && organizations.isEmpty()) {
      reader.fault("/organizations", "names at least one organization of the partner");
    }
    if (!reader.faults.isEmpty()) {
      throw Problem.invalid(reader.faults);
    }
    return new Selection(organizations);
  }

  private static final class Reader {
    private final List<Violation> faults = new ArrayList<>();
    private int entries;

    List<Node> nodes(JsonNode list, String pointer, List<String> below) {
      if (!list.isArray()) {
        fault(pointer, "must be a list");
        return List.of();
      }
      List<Node> nodes = new ArrayList<>();
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < list.size() && entries < PartnerService.MAX_ENTRIES; i++) {
        Node node = node(list.get(i), pointer + "/" + i, below);
        if (!node.id().isEmpty() && !seen.add(node.id())) {
          fault(node.pointer(), "is listed twice");
        }
        nodes.add(node);
      }
      if (entries == PartnerService.MAX_ENTRIES) {
        fault(pointer, "an import may name at most " + PartnerService.MAX_ENTRIES + " entries");
      }
      return nodes;
    }

    private Node node(JsonNode value, String pointer, List<String> below) {
      entries++;
      JsonNode id = value.isObject() ? value.path("id") : value;
      boolean isTooLong = id.asText("").length() > PartnerService.MAX_ID_CHARACTERS;
      if (!id.isTextual() || id.asText().isBlank() || isTooLong) {
        fault(
            value.isObject() ? pointer + "/id" : pointer,
            "the partner's id is needed, of at most "
                + PartnerService.MAX_ID_CHARACTERS
                + " characters");
      }
      if (!below.isEmpty()) {
        KnownMembers known = below.size() > 1 ? ORGANIZATION : FARM;
        faults.addAll(known.faults(value, pointer));
      }
      boolean all = below.isEmpty() || !value.has(below.getFirst());
      return new Node(
          id.asText(""),
          pointer,
          below.isEmpty() ? Optional.empty() : into(value, pointer + "/into"),
          all
              ? Optional.empty()
              : Optional.of(
                  nodes(
                      value.path(below.getFirst()),
                      pointer + "/" + below.getFirst(),
                      below.subList(1, below.size()))));
    }

    private Optional<Into> into(JsonNode value, String pointer) {
      JsonNode into = value.path("into");
      if (into.isMissingNode()) {
        return Optional.empty();
      }
      String text = into.asText("");
      if (text.equals(Into.OWN)) {
        return Optional.of(new Into(Optional.empty(), pointer));
      }
      if (!into.isTextual() || !UuidSyntax.matches(text)) {
        fault(pointer, "must be the id of a record, in lower case, or 'own'");
        return Optional.empty();
      }
      return Optional.of(new Into(Optional.of(UUID.fromString(text)), pointer));
    }

    void fault(String pointer, String detail) {
      faults.add(Violation.at("selection", pointer, detail));
    }
  }
}
