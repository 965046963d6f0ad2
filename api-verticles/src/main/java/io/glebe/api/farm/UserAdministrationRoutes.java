package io.glebe.api.farm;

import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.WriteHeaders;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.EndpointGrant;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.core.Future;
import java.util.UUID;
import java.util.function.Function;

/**
 * The administration of users: the only operation that changes the subject of a User record. It is
 * a merge patch with the same rules, headers and responses as the merge patch of records. Every
 * change is in the audit log of the person concerned.
 */
final class UserAdministrationRoutes implements RecordArea.Extra {
  private static final Permission UPDATE = Permission.update("user");

  private final RecordService records;
  private final Function<Caller, Future<Void>> requireNoApp;
  private final NestedCollectionRoutes user;

  UserAdministrationRoutes(RecordService records, Function<Caller, Future<Void>> requireNoApp) {
    this.records = records;
    this.requireNoApp = requireNoApp;
    this.user = new NestedCollectionRoutes(records, "User");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.patch(
        Surface.FARM,
        "/admin/users/{userId}",
        NestedCollectionRoutes.operation(
                "administerUser",
                "Changes any attribute of a User, also to which issuer and subject it is bound",
                "administration",
                this::patch)
            .requires(UPDATE)
            .body(Body.MERGE_PATCH, NestedCollectionRoutes.anyObject())
            .takes(WriteParameters.of(false))
            .answers(
                RecordAnswers.changed(
                    "the changed record", NestedCollectionRoutes.schema("User"))));
  }

  private Reply patch(ApiRequest request) {
    UUID id = request.pathUuid("userId");
    WriteRequest write =
        WriteHeaders.write(request, user.type(), id, NestedCollectionRoutes.body(request));
    Access.requireAdministrator(request.caller(), UPDATE);
    requireNoApp.apply(request.caller()).await();
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with PATCH");
    }
    return user.endpoints()
        .written(request, records.patch(write.withGrant(EndpointGrant.ADMINISTRATION)).await());
  }
}
