package io.glebe.core.record;

import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.write.WriteRequest;
import java.util.Optional;

/** Decides which writes a collection takes at all. */
final class AllowedWrites {
  private AllowedWrites() {}

  /**
   * The refusal (405) of a write; empty where the collection takes it.
   *
   * @param isPatch whether it changes a stored record; otherwise it creates, replaces or deletes
   */
  static Optional<Problem> refusal(WriteRequest request, boolean isPatch) {
    EntityType type = request.type();
    boolean changes = type.changeable();
    boolean isPlatform = request.caller().kind() == CallerKind.SYSTEM;
    if (type.writable() || changes && (isPatch || isPlatform)) {
      return Optional.empty();
    }
    return Optional.of(
        Problem.of(
                ProblemType.METHOD_NOT_ALLOWED,
                type.name() + (changes ? " is made and ended by the platform" : " is read-only"))
            .with("Allow", changes ? "GET, HEAD, PATCH" : "GET, HEAD"));
  }
}
