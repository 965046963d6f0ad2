package io.glebe.core.identity;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** What happens when somebody comes with a genuine token: invited people are let in. */
@FunctionalInterface
public interface UserProvisioning {
  /** Nobody is let in and nothing is noted. */
  UserProvisioning IGNORED = (token, user) -> Future.succeededFuture(false);

  /**
   * Called with every request, so it must cost next to nothing for somebody who is known.
   *
   * @param user the active User record of the token's subject
   * @return whether the subject has been let in just now, so that its grants are others; never
   *     fails
   */
  Future<Boolean> arrive(VerifiedToken token, Optional<UUID> user);
}
