package io.glebe.api.farm;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.RecordEndpoints;
import io.glebe.api.farm.record.WriteHeaders;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.farm.FarmUsers;
import io.glebe.core.farm.Farms;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.StoredRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Organizations, farms, their users and their fields. */
final class FarmRoutes implements RecordArea.Extra {
  private static final String TAG = "Farm master data";
  private static final int MAX_CODE = 200;
  private static final List<String> VIEWS = List.of("record", "tree");

  private final RecordService records;
  private final Farms farms;
  private final FarmUsers users;
  private final PathChain chain;
  private final NestedCollectionRoutes organization;
  private final NestedCollectionRoutes farm;
  private final NestedCollectionRoutes field;
  private final NestedCollectionRoutes assignment;

  FarmRoutes(RecordService records, FarmUsers users) {
    this.records = records;
    this.farms = new Farms(records);
    this.users = users;
    this.chain = new PathChain(records);
    this.organization = new NestedCollectionRoutes(records, "Organization");
    this.farm = new NestedCollectionRoutes(records, "Farm");
    this.field = new NestedCollectionRoutes(records, "Field");
    this.assignment = new NestedCollectionRoutes(records, "AccessAssignment");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.post(
        Surface.FARM,
        "/organizations",
        operation(
                "postOrganization",
                "Creates an organization",
                TAG,
                r -> organization.post(r, NestedCollectionRoutes.body(r)))
            .requires(Permission.create("organization"))
            .body(Body.JSON, NestedCollectionRoutes.creation("Organization"))
            .takes(WriteParameters.of(true))
            .answers(
                RecordAnswers.created("created", NestedCollectionRoutes.schema("Organization"))));
    routes.get(
        Surface.FARM,
        "/farms",
        RecordArea.list(
                farm.type(),
                NestedCollectionRoutes.script(this::list),
                Members.page("FarmTreePage", "A page of farms", tree()))
            .takes(
                Parameter.query("view", "tree adds the fields to each farm", Schemas.word(VIEWS))));
    routes.get(
        Surface.FARM,
        "/farms/{id}",
        operation("getFarm", "Reads one Farm with its fields", TAG, this::read)
            .requires(Permission.read("farm"))
            .takes(Parameter.query("view", "record leaves the fields out", Schemas.word(VIEWS)))
            .answers(RecordAnswers.read(tree())));
    routes.post(
        Surface.FARM,
        "/farms",
        operation(
                "postFarm",
                "Creates a farm; who does becomes its owner",
                TAG,
                r -> farm.post(r, NestedCollectionRoutes.body(r)))
            .requires(Permission.create("farm"))
            .body(Body.JSON, NestedCollectionRoutes.creation("Farm"))
            .takes(WriteParameters.of(true))
            .answers(RecordAnswers.created("created", NestedCollectionRoutes.schema("Farm"))));
    routes.post(
        Surface.FARM,
        "/farms/{farmId}/users",
        operation("addFarmUser", "Adds a user to a farm with a role", TAG, this::addUser)
            .requires(Permission.create("accessAssignment"))
            .body(Body.JSON, newUser())
            .takes(WriteParameters.cause())
            .answers(
                RecordAnswers.changed(
                    "existed already", NestedCollectionRoutes.schema("AccessAssignment")),
                RecordAnswers.created("added", NestedCollectionRoutes.schema("AccessAssignment"))));
    fields(routes);
  }

  /** A farm as the trees show it. */
  private static ObjectNode tree() {
    return NestedCollectionRoutes.extended(
        "FarmTree",
        "Farm",
        Members.of("What the view adds")
            .may(
                "fields",
                Schemas.list(NestedCollectionRoutes.schema("Field"))
                    .put("description", "by name; absent where there are none")));
  }

  private static ObjectNode newUser() {
    return Members.of("FarmUser", "A person by userId or email, and a role by roleId or role")
        .may("userId", Schemas.uuid())
        .may("email", Schemas.text().put("format", "email").put("maxLength", 254))
        .may("roleId", Schemas.uuid())
        .may("role", Schemas.text("code of the role").put("maxLength", MAX_CODE))
        .anyOf("userId", "email")
        .anyOf("roleId", "role")
        .only()
        .schema();
  }

  private void fields(RouteTable.Builder routes) {
    routes.post(
        Surface.FARM,
        "/farms/{farmId}/fields",
        operation("postField", "Creates a field with its default region", TAG, this::postField)
            .requires(Permission.create("field"))
            .body(Body.JSON, NestedCollectionRoutes.creation("Field", "farmId"))
            .takes(WriteParameters.of(true))
            .answers(RecordAnswers.created("created", NestedCollectionRoutes.schema("Field"))));
    routes.patch(
        Surface.FARM,
        "/farms/{farmId}/fields/{fieldId}",
        operation(
                "patchFarmField",
                "Changes attributes of one Field",
                TAG,
                r -> field.patch(r, chain.field(r).id(), NestedCollectionRoutes.body(r)))
            .requires(Permission.update("field"))
            .body(Body.MERGE_PATCH, NestedCollectionRoutes.anyObject())
            .takes(WriteParameters.of(false))
            .answers(
                RecordAnswers.changed(
                    "the changed record", NestedCollectionRoutes.schema("Field"))));
    routes.delete(
        Surface.FARM,
        "/farms/{farmId}/fields/{fieldId}",
        operation(
                "deleteFarmField",
                "Deletes one Field with its default region",
                TAG,
                r -> field.delete(r, chain.field(r).id()))
            .requires(Permission.delete("field"))
            .takes(WriteParameters.of(false))
            .answers(DocumentedResponse.empty(204, "deleted")));
  }

  private Reply list(ApiRequest request) {
    boolean linked = RecordEndpoints.isLinkedData(request);
    boolean tree = request.params().choice("view", VIEWS).filter("tree"::equals).isPresent();
    RecordPage page =
        records
            .list(
                request.caller(),
                farm.type(),
                NestedCollectionRoutes.query(request, Map.of(), Set.of("view")))
            .await();
    if (linked || !tree) {
      return RecordEndpoints.page(request, page, linked);
    }
    String items =
        String.join(",", farms.withFields(request.caller(), page.records(), request.memory()));
    String text = NestedCollectionRoutes.pageText(items, page);
    return NestedCollectionRoutes.embedded(text, Optional.empty());
  }

  private Reply read(ApiRequest request) {
    boolean pure = request.params().choice("view", VIEWS).filter("record"::equals).isPresent();
    if (pure || RecordEndpoints.isLinkedData(request)) {
      return farm.endpoints().read(request).await();
    }
    StoredRecord stored =
        records.get(request.caller(), farm.type(), request.pathUuid("id")).await();
    String text = farms.withFields(request.caller(), List.of(stored), request.memory()).getFirst();
    return NestedCollectionRoutes.embedded(text, Optional.of(stored.etag()));
  }

  private Reply addUser(ApiRequest request) {
    StoredRecord stored = chain.find("Farm", request, "farmId");
    var written =
        users.add(
            request.caller(),
            stored,
            request.json(),
            write ->
                write.withJob(WriteHeaders.job(request)).withReason(WriteHeaders.reason(request)));
    return assignment.endpoints().written(request, written);
  }

  private Reply postField(ApiRequest request) {
    StoredRecord farm = chain.find("Farm", request, "farmId");
    var body = NestedCollectionRoutes.body(request);
    PathChain.fill(body, "farmId", farm.id());
    return field.post(request, body);
  }
}
