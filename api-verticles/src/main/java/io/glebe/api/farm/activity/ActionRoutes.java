package io.glebe.api.farm.activity;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.RecordEndpoints;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.farm.RegionActions;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.table.StoredRecord;
import java.util.Map;
import java.util.Set;

/** Actions: activities with the kind OPERATION. */
public final class ActionRoutes implements RecordArea.Extra {
  private static final String TAG = "Activities";
  private static final String KIND = "OPERATION";

  private final RecordService records;
  private final RegionActions below;
  private final PathChain chain;
  private final NestedCollectionRoutes activity;

  public ActionRoutes(RecordService records) {
    this.records = records;
    this.below = new RegionActions(records);
    this.chain = new PathChain(records);
    this.activity = new NestedCollectionRoutes(records, "Activity");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.post(
        Surface.FARM,
        "/actions",
        operation(
                "postAction",
                "Notes an operation: fieldId, type, plannedAt suffice",
                TAG,
                this::post)
            .requires(Permission.create("activity"))
            .body(
                Body.JSON,
                NestedCollectionRoutes.namedCreation(
                    "ActionCreation", "Activity", "farmId", "kind"))
            .takes(WriteParameters.of(true))
            .answers(RecordAnswers.created("created", NestedCollectionRoutes.schema("Activity"))));
    routes.delete(
        Surface.FARM,
        "/actions/{actionId}",
        operation(
                "deleteAction",
                "Deletes an operation",
                TAG,
                r -> activity.delete(r, chain.action(r.pathUuid("actionId")).id()))
            .requires(Permission.delete("activity"))
            .takes(WriteParameters.of(false))
            .answers(DocumentedResponse.empty(204, "deleted")));
    routes.get(
        Surface.FARM,
        "/farms/{farmId}/fields/{fieldId}/actions",
        operation("listFieldActions", "Lists the operations on a field", TAG, this::ofField)
            .requires(Permission.read("activity"))
            .takes(ListParameters.of("Activity"))
            .answers(NestedCollectionRoutes.page("Activity")));
    routes.get(
        Surface.FARM,
        "/regions/{regionId}/actions",
        operation("listRegionActions", "Lists the operations on a region", TAG, this::ofRegion)
            .requires(Permission.read("activity"))
            .takes(ListParameters.without("Activity", "kind", "regionId"))
            .takes(
                Parameter.query(
                    "descendants", "true includes the regions below", Schemas.flag(false)))
            .answers(NestedCollectionRoutes.page("Activity")));
  }

  private Reply post(ApiRequest request) {
    ObjectNode body = NestedCollectionRoutes.body(request);
    if (body.has("kind") && !body.path("kind").asText().equals(KIND)) {
      throw Problem.invalid(Violation.at("V04", "/kind", "an action is of the kind " + KIND));
    }
    body.put("kind", KIND);
    return activity.post(request, body);
  }

  private Reply ofField(ApiRequest request) {
    StoredRecord field = chain.field(request);
    PathChain.mayRead(request, activity.type(), field);
    return activity.list(request, Map.of("fieldId", field.id().toString(), "kind", KIND));
  }

  private Reply ofRegion(ApiRequest request) {
    StoredRecord region = chain.region(request, false);
    PathChain.mayRead(request, activity.type(), region);
    boolean descendants = request.params().flag("descendants", false);
    ListQuery query = NestedCollectionRoutes.query(request, Map.of(), Set.of("descendants"));
    if (descendants) {
      return Reply.jsonText(below.page(request.caller(), region.id(), query));
    }
    var own = query.where("regionId", region.id().toString()).where("kind", KIND);
    return RecordEndpoints.page(
        request,
        records.list(request.caller(), activity.type(), own).await(),
        RecordEndpoints.isLinkedData(request));
  }
}
