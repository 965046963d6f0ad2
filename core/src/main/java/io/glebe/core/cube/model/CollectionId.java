package io.glebe.core.cube.model;

import io.glebe.core.problem.Violation;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The id of a collection, which is part of URLs and of keys in the object store. */
public final class CollectionId {
  /** Literal path segments at the position of an id. */
  public static final Set<String> RESERVED =
      Set.of("tileMatrixSets", "jobs", "bulk-operations", "stac");

  /** The form of an id. */
  public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  private CollectionId() {}

  /** Returns the violation of an invalid id. */
  public static Optional<Violation> fault(String id) {
    if (!FORM.matcher(id).matches()) {
      return Optional.of(
          Violation.at(
              "collection-id",
              "/id",
              "an id has 1 to 64 letters, digits, dots, dashes or underscores and begins with a"
                  + " letter or digit"));
    }
    if (RESERVED.contains(id)) {
      return Optional.of(Violation.at("collection-id", "/id", "'" + id + "' is reserved"));
    }
    return Optional.empty();
  }
}
