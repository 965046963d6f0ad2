package io.glebe.core.registry;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.util.UUID;

/** The rights of callers in the registry. A registered app has none, for no person. */
public final class RegistryAccess {
  public static final Permission CREATE = Permission.of("app:create");
  public static final Permission READ = Permission.of("app:read");
  public static final Permission UPDATE = Permission.of("app:update");
  public static final Permission REVIEW = Permission.of("appReview:create");
  public static final Permission READ_ALL = Permission.of("appReview:read");

  private RegistryAccess() {}

  /** The person, if a role and the scopes grant the permission; otherwise 403. */
  static UUID person(Caller caller, Permission permission) {
    requireNoApp(caller);
    Access.requireOnPlatform(caller, permission);
    return caller
        .personId()
        .orElseThrow(() -> Problem.forbidden("only a person may use the app registry"));
  }

  /**
   * Fails with 403 for a registered app. One that acts for a reviewer could approve itself, and one
   * that acts for a developer could change the keys and addresses of another app.
   */
  public static void requireNoApp(Caller caller) {
    if (RegisteredApps.isNamedLikeOne(caller)) {
      throw RegisteredApps.refusal();
    }
  }

  /**
   * As {@link #requireNoApp(Caller)}, also for an app whose client id was assigned by the identity
   * provider.
   */
  public static Future<Void> requireNoApp(Database database, Caller caller) {
    requireNoApp(caller);
    if (caller.clientId().isEmpty()) {
      return Future.succeededFuture();
    }
    return database
        .query(RegisteredApps.ASSIGNED, caller.clientId().get())
        .map(
            rows -> {
              if (rows.size() > 0) {
                throw RegisteredApps.refusal();
              }
              return null;
            });
  }

  /**
   * A reviewer who has signed in. An administrator can issue a hashed token for any person, so such
   * a token proves no second person.
   */
  static UUID reviewer(Caller caller) {
    UUID person = person(caller, REVIEW);
    if (caller.clientId().isEmpty()) {
      throw Problem.forbidden("a review needs the token of a sign-in, not a stored token");
    }
    return person;
  }

  /** The apps that a caller may read. */
  record Readable(UUID person, boolean all) {
    boolean includes(UUID owner) {
      return all || person.equals(owner);
    }
  }

  static Readable readable(Caller caller) {
    boolean all = Access.mayOnPlatform(caller, READ_ALL);
    return new Readable(person(caller, all ? READ_ALL : READ), all);
  }
}
