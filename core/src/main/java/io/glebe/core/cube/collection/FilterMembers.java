package io.glebe.core.cube.collection;

import io.glebe.core.config.Nearest;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlNames;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.problem.Problem;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The members of collections that a filter names. Besides those of every collection each may have
 * members of its own, so a name is unknown when no examined collection has it.
 */
final class FilterMembers {
  private final Set<String> unknown;
  private final Set<String> members = new TreeSet<>(CollectionQuery.MEMBERS);

  FilterMembers(Optional<Cql> filter) {
    unknown = new HashSet<>(filter.map(CqlNames::of).orElse(Set.of()));
    unknown.removeAll(members);
    unknown.removeAll(CqlRow.PLACES);
  }

  /** Examines a collection of the list. */
  void examine(CubeCollection collection) {
    if (!unknown.isEmpty()) {
      collection.doc().fieldNames().forEachRemaining(members::add);
      unknown.removeAll(members);
    }
  }

  /** Refuses with 400 a name that none of the examined collections has. */
  void requireKnown() {
    for (String name : unknown) {
      String hint =
          Nearest.close(name, members)
              .map(near -> "did you mean " + near + "?")
              .orElse("there are " + String.join(", ", members));
      throw Problem.malformedParameter(
          "filter", "no collection has a member " + name + "; " + hint);
    }
  }
}
