package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.config.Nearest;
import io.glebe.core.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The headers of an operation of an outbox. The case of their names does not count. A header that
 * the operation does not know is refused: a misspelt {@code If-Match} would make a conditional
 * write an unconditional one.
 */
final class OutboxHeaders {
  private static final List<String> OF_WRITES =
      List.of(
          "If-Match", "If-None-Match", WriteHeaders.JOB, WriteHeaders.REASON, WriteHeaders.KNOWN);

  /** Accepted, because client libraries add them to every request; an operation ignores them. */
  private static final List<String> IGNORED =
      List.of("Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "User-Agent");

  /** Longest value: a reason in percent-encoding is the longest one. */
  private static final int MAX_VALUE = 20_000;

  private static final Set<String> KNOWN = known();

  private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private OutboxHeaders() {}

  private static Set<String> known() {
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(OF_WRITES);
    known.addAll(IGNORED);
    return known;
  }

  /** The headers of an operation; 400 for an unknown name, a value that is no text, or a pair. */
  static OutboxHeaders of(JsonNode operation) {
    OutboxHeaders headers = new OutboxHeaders();
    JsonNode given = operation.path("headers");
    if (given.isMissingNode() || given.isNull()) {
      return headers;
    }
    if (!given.isObject()) {
      throw Problem.malformed("headers must be an object");
    }
    given.properties().forEach(header -> headers.add(header.getKey(), header.getValue()));
    return headers;
  }

  private void add(String name, JsonNode value) {
    if (!KNOWN.contains(name)) {
      String shown = name.substring(0, Math.min(name.length(), 60));
      throw Problem.malformed(
          shown + " is no header of an operation" + Nearest.hint(shown, OF_WRITES));
    }
    if (!value.isTextual() || value.textValue().length() > MAX_VALUE) {
      throw Problem.malformed(
          "the header " + name + " must be a text of at most " + MAX_VALUE + " characters");
    }
    if (values.put(name, value.textValue()) != null) {
      throw Problem.malformed("the header " + name + " is given twice");
    }
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  static ObjectNode schema() {
    Members headers = Members.of("Headers of the write; the case of their names does not count");
    OF_WRITES.forEach(name -> headers.may(name, text("as the header of a single write")));
    IGNORED.forEach(name -> headers.may(name, text("has no effect")));
    return headers.only().schema();
  }

  private static ObjectNode text(String description) {
    return Schemas.text(description).put("maxLength", MAX_VALUE);
  }
}
