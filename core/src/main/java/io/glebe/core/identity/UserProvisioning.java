package io.glebe.core.identity;

import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** Creates access for the subject of a genuine token, e.g. of an invited person. */
@FunctionalInterface
public interface UserProvisioning {
  /** Provisions nobody. */
  UserProvisioning IGNORED = (token, user) -> Future.succeededFuture(false);

  /**
   * Called with every request, so it must cost very little for a known user.
   *
   * @param user the active User record of the token's subject
   * @return whether the subject has just been provisioned, so that its grants have changed; never
   *     fails
   */
  Future<Boolean> provision(VerifiedToken token, Optional<UUID> user);
}
