package io.glebe.core.cube.collection;

import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.access.Permission;
import io.glebe.core.access.WorkedFarms;
import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;

/** The owner of a new collection. */
final class ChosenOwner {
  private static final Permission CREATE = new Permission("data", Action.CREATE);

  private ChosenOwner() {}

  /** Returns the owner in the body, or else the only farm on which the caller may create data. */
  static Future<OwnerScope> of(Database database, Caller caller, CollectionBody body) {
    if (body.owner().isPresent()) {
      return Future.succeededFuture(body.owner().get());
    }
    if (Access.farms(caller, CREATE).isEmpty()) {
      return Future.failedFuture(Problem.forbidden("no farm on which you may create data"));
    }
    return WorkedFarms.only(database, caller, CREATE)
        .map(
            only ->
                only.<OwnerScope>map(OwnerScope.OfFarm::new)
                    .orElseThrow(
                        () ->
                            Problem.invalid(
                                Violation.at(
                                    "required",
                                    "/farmId",
                                    "farmId is needed, since it names the farm"))));
  }
}
