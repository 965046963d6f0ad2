package io.glebe.api.farm.activity;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.WriteHeaders;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.activity.ActivityService;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import java.util.Map;
import java.util.UUID;

/** Activities with their cultivation periods and their inputs and outputs. */
public final class ActivityRoutes implements RecordArea.Extra {
  private static final String TAG = "Activities";
  private static final String PERIODS = "/activities/{activityId}/cultivationPeriods";
  private static final String INPUTS = "/activities/{activityId}/inputoutputs";

  private final ActivityService service;
  private final PathChain chain;
  private final NestedCollectionRoutes activity;
  private final NestedCollectionRoutes period;
  private final NestedCollectionRoutes input;

  public ActivityRoutes(ActivityService service, RecordService records) {
    this.service = service;
    this.chain = new PathChain(records);
    this.activity = new NestedCollectionRoutes(records, "Activity");
    this.period = new NestedCollectionRoutes(records, "CultivationPeriod");
    this.input = new NestedCollectionRoutes(records, "InputOutput");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.post(
        Surface.FARM,
        "/activities",
        operation("postActivity", "Creates an activity", TAG, this::post)
            .requires(Permission.create("activity"))
            .body(Body.JSON, NestedCollectionRoutes.creation("Activity", "farmId"))
            .takes(WriteParameters.of(true))
            .answers(RecordAnswers.created("created", NestedCollectionRoutes.schema("Activity"))));
    routes.get(
        Surface.FARM,
        PERIODS,
        operation(
                "listActivityPeriods",
                "Lists the cultivation periods of an activity",
                TAG,
                r -> listOf(r, period))
            .requires(Permission.read("cultivationPeriod"))
            .takes(ListParameters.of("CultivationPeriod"))
            .answers(NestedCollectionRoutes.page("CultivationPeriod")));
    routes.post(
        Surface.FARM,
        PERIODS,
        operation(
                "postActivityPeriod",
                "Links a cultivation period to an activity, or creates one",
                TAG,
                this::postPeriod)
            .requires(
                RequiredPermissions.anyOf(
                    Permission.create("cultivationPeriod"), Permission.update("cultivationPeriod")))
            .body(Body.JSON, periodOfActivity())
            .takes(WriteParameters.of(true))
            .answers(
                RecordAnswers.changed("linked", NestedCollectionRoutes.schema("CultivationPeriod")),
                RecordAnswers.created(
                    "created", NestedCollectionRoutes.schema("CultivationPeriod"))));
    inputs(routes);
  }

  /** A new period, or the name of an existing one. */
  private static ObjectNode periodOfActivity() {
    ObjectNode link =
        Members.of("PeriodLink", "An existing cultivation period")
            .may("cultivationPeriodId", Schemas.uuid())
            .may("id", Schemas.uuid().put("description", "the same as cultivationPeriodId"))
            .anyOf("cultivationPeriodId", "id")
            .schema();
    return Schemas.either(NestedCollectionRoutes.creation("CultivationPeriod"), link)
        .put("title", "ActivityPeriod");
  }

  private void inputs(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        INPUTS,
        operation(
                "listActivityInputs",
                "Lists the inputs and outputs of an activity",
                TAG,
                r -> listOf(r, input))
            .requires(Permission.read("inputOutput"))
            .takes(ListParameters.of("InputOutput"))
            .answers(NestedCollectionRoutes.page("InputOutput")));
    routes.post(
        Surface.FARM,
        INPUTS,
        operation("postActivityInput", "Adds an input or output", TAG, this::postInput)
            .requires(Permission.create("inputOutput"))
            .body(Body.JSON, NestedCollectionRoutes.creation("InputOutput", "activityId"))
            .takes(WriteParameters.of(true))
            .answers(
                RecordAnswers.created("created", NestedCollectionRoutes.schema("InputOutput"))));
    routes.delete(
        Surface.FARM,
        INPUTS,
        operation(
                "deleteActivityInputs",
                "Removes all inputs and outputs of an activity, or none",
                TAG,
                this::deleteInputs)
            .requires(Permission.delete("inputOutput"))
            .takes(WriteParameters.cause())
            .answers(DocumentedResponse.empty(204, "no more entries")));
    oneInput(routes);
  }

  private void oneInput(RouteTable.Builder routes) {
    String one = INPUTS + "/{id}";
    routes.get(
        Surface.FARM,
        one,
        operation(
                "getActivityInput",
                "Reads one input or output",
                TAG,
                r -> input.endpoints().read(r, inputOf(r).id()).await())
            .requires(Permission.read("inputOutput"))
            .answers(RecordAnswers.read(NestedCollectionRoutes.schema("InputOutput"))));
    routes.put(
        Surface.FARM,
        one,
        operation("putActivityInput", "Replaces one input or output", TAG, this::putInput)
            .requires(
                RequiredPermissions.anyOf(
                    Permission.create("inputOutput"), Permission.update("inputOutput")))
            .body(Body.JSON, inputOfPath())
            .takes(WriteParameters.of(true))
            .answers(
                RecordAnswers.changed("replaced", NestedCollectionRoutes.schema("InputOutput")),
                RecordAnswers.created("created", NestedCollectionRoutes.schema("InputOutput"))));
    routes.delete(
        Surface.FARM,
        one,
        operation(
                "deleteActivityInput",
                "Deletes one input or output",
                TAG,
                r -> input.delete(r, inputOf(r).id()))
            .requires(Permission.delete("inputOutput"))
            .takes(WriteParameters.of(false))
            .answers(DocumentedResponse.empty(204, "deleted")));
  }

  /** The whole record; the ids that the path names may be absent. */
  private static ObjectNode inputOfPath() {
    ObjectNode schema =
        NestedCollectionRoutes.namedCreation("ActivityInput", "InputOutput", "activityId");
    schema.put("description", "A whole InputOutput; the ids of the path may be absent");
    schema.withObject("/properties/id").put("description", "absent, or that of the path");
    schema.withObject("/properties/activityId").put("description", "absent, or that of the path");
    return schema;
  }

  private Reply post(ApiRequest request) {
    ObjectNode body = NestedCollectionRoutes.body(request);
    service.setDefaultFarm(request.caller(), body);
    return activity.post(request, body);
  }

  private StoredRecord activityOf(ApiRequest request) {
    return chain.find("Activity", request, "activityId");
  }

  private Reply listOf(ApiRequest request, NestedCollectionRoutes nested) {
    StoredRecord owner = activityOf(request);
    PathChain.mayRead(request, nested.type(), owner);
    return nested.list(request, Map.of("activityId", owner.id().toString()));
  }

  private Reply postPeriod(ApiRequest request) {
    UUID owner = activityOf(request).id();
    ObjectNode body = NestedCollectionRoutes.body(request);
    if (body.has("regionId") || body.has("crop")) {
      PathChain.fill(body, "activityId", owner);
      return period.post(request, body);
    }
    String name = body.has("cultivationPeriodId") ? "cultivationPeriodId" : "id";
    String id = body.path(name).asText("");
    if (!UuidSyntax.matches(id)) {
      throw Problem.invalid(
          Violation.at(
              "V04",
              "/" + name,
              "name an existing period by cultivationPeriodId, or send a new one with regionId"));
    }
    WriteRequest write =
        WriteHeaders.write(request, period.type(), UUID.fromString(id), Json.object());
    return period.endpoints().written(request, service.link(owner, write, name));
  }

  private Reply postInput(ApiRequest request) {
    ObjectNode body = NestedCollectionRoutes.body(request);
    PathChain.fill(body, "activityId", activityOf(request).id());
    return input.post(request, body);
  }

  private StoredRecord inputOf(ApiRequest request) {
    StoredRecord owner = activityOf(request);
    return service.input(owner, request.pathUuid("id"));
  }

  private Reply putInput(ApiRequest request) {
    StoredRecord owner = activityOf(request);
    UUID id = request.pathUuid("id");
    ObjectNode body = NestedCollectionRoutes.body(request);
    PathChain.fill(body, "activityId", owner.id());
    service.completeInput(request.caller(), owner, id, body);
    return input.put(request, id, body);
  }

  private Reply deleteInputs(ApiRequest request) {
    StoredRecord owner = activityOf(request);
    service.unlinkInputs(
        request.caller(),
        owner,
        deletion ->
            deletion.withJob(WriteHeaders.job(request)).withReason(WriteHeaders.reason(request)));
    return Reply.noContent();
  }
}
