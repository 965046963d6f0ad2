package io.glebe.core.access;

import io.vertx.core.Future;

/** Where the roles of a subject are read. */
@FunctionalInterface
public interface RoleSource {
  /** All roles of that subject; an empty book for one without an active User record. */
  Future<SubjectRoles> load(String issuer, String subject);
}
