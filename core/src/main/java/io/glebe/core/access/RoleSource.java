package io.glebe.core.access;

import io.vertx.core.Future;

/** Loads the roles of a subject. */
@FunctionalInterface
public interface RoleSource {
  /** All roles of the subject; {@link SubjectRoles#EMPTY} if it has no active User record. */
  Future<SubjectRoles> load(String issuer, String subject);
}
