package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.time.Period;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/** V25 for time: nobody gives a permission, even to himself, that lasts longer than his own. */
final class GivenTime {
  private GivenTime() {}

  /** The period of an assignment or a role. */
  static Period of(ObjectNode document) {
    return Period.of(document.path("startsAt").asText(""), document.path("endsAt").asText(""));
  }

  /** The period of an assignment with this role: both must be valid. */
  static Period of(ObjectNode assignment, ObjectNode role) {
    return of(assignment).and(of(role));
  }

  /**
   * The permissions that the giver loses before they would end, in words.
   *
   * @param held the time until which the giver has a permission
   */
  static Optional<String> outlasted(
      Collection<String> permissions, Function<String, Instant> held, Period given) {
    return permissions.stream()
        .filter(p -> held.apply(p).isBefore(given.until()))
        .min(Comparator.comparing(held).thenComparing(Comparator.naturalOrder()))
        .map(
            p ->
                "the caller holds "
                    + p
                    + " until "
                    + held.apply(p)
                    + " only and gives it no longer; send an endsAt");
  }
}
