package io.glebe.core.cube.collection;

import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.problem.Problem;
import java.util.Optional;

/**
 * Decides what a caller may do with a collection. Its owner decides, and besides: everybody reads a
 * public collection (requests without a token reach pictures only), and a token for viewers opens
 * its own collections only.
 */
final class CollectionRights {
  private static final String ENTITY = "data";

  /** Who may let others into a farm may also let everybody see its collections. */
  private static final Permission SHARE = Permission.of("accessAssignment:create");

  private static final Permission READ = new Permission(ENTITY, Action.READ);

  private CollectionRights() {}

  static boolean may(Caller caller, Action action, OwnerScope owner) {
    return new AccessFilter(caller, new Permission(ENTITY, action)).may(owner);
  }

  /** Whether the caller may read a collection with this id and owner. */
  static boolean mayRead(Caller caller, String id, OwnerScope owner, boolean isPublic) {
    boolean asAnybody = isPublic && caller.scope().allows(READ) && !caller.grants().isLimited();
    return caller.scope().opens(id) && (asAnybody || may(caller, Action.READ, owner));
  }

  private static boolean may(Caller caller, Action action, CubeCollection collection) {
    return action == Action.READ
        ? mayRead(caller, collection.id(), collection.owner(), collection.isPublic())
        : may(caller, action, collection.owner());
  }

  /** Fails with 403 without the right, and with 401 for a request without credentials. */
  static CubeCollection require(
      Caller caller, Optional<CubeCollection> found, String id, Action action) {
    if (caller.isAnonymous()) {
      return found
          .filter(collection -> may(caller, action, collection))
          .orElseThrow(CollectionRights::unknown);
    }
    CubeCollection collection = found.orElseThrow(() -> missing(id));
    if (!may(caller, action, collection)) {
      throw Problem.forbidden("no right to " + action.word() + " data of collection '" + id + "'");
    }
    return collection;
  }

  /** Does not tell which collections exist. */
  private static Problem unknown() {
    return Problem.unauthorized("an access token is needed, because this is no public collection")
        .with("WWW-Authenticate", "Bearer realm=\"glebe\"");
  }

  static Problem missing(String id) {
    return Problem.notFound("there is no collection '" + id + "'");
  }

  /** Whether the caller's roles allow to share what belongs to this owner. */
  static boolean mayShare(Caller caller, OwnerScope owner) {
    return may(caller, Action.UPDATE, owner)
        && switch (owner) {
          case OwnerScope.OfFarm of -> caller.grants().onFarm(SHARE, of.farm());
          case OwnerScope.OfOrganization of ->
              caller.grants().inOrganization(SHARE, of.organization());
          default -> true;
        };
  }

  /** Fails with 403 unless {@link #mayShare} is true. */
  static void requireShare(Caller caller, OwnerScope owner) {
    if (!mayShare(caller, owner)) {
      throw Problem.forbidden("only who may give others access may make a collection public");
    }
  }
}
