package io.glebe.api.farm.activity;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Permission;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import java.util.Map;

/** Cultivation periods of a region, by the nested path and by the short path. */
public final class CultivationPeriodRoutes implements RecordArea.Extra {
  private static final String TAG = "Activities";
  private static final String NESTED =
      "/farms/{farmId}/fields/{fieldId}/regions/{regionId}/cultivationPeriods";
  private static final String FLAT = "/regions/{regionId}/cultivation-periods";

  private final PathChain chain;
  private final NestedCollectionRoutes period;

  public CultivationPeriodRoutes(RecordService records) {
    this.chain = new PathChain(records);
    this.period = new NestedCollectionRoutes(records, "CultivationPeriod");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    list(routes, NESTED, true);
    list(routes, FLAT, false);
    String one = NESTED + "/{cultivationPeriodId}";
    routes.get(
        Surface.FARM,
        one,
        operation(
                "getRegionPeriod",
                "Reads one cultivation period",
                TAG,
                r -> period.endpoints().read(r, periodOf(r).id()).await())
            .requires(Permission.read("cultivationPeriod"))
            .answers(RecordAnswers.read(NestedCollectionRoutes.schema("CultivationPeriod"))));
    routes.patch(
        Surface.FARM,
        one,
        operation(
                "patchRegionPeriod",
                "Changes attributes of one cultivation period",
                TAG,
                r -> period.patch(r, periodOf(r).id(), NestedCollectionRoutes.body(r)))
            .requires(Permission.update("cultivationPeriod"))
            .body(Body.MERGE_PATCH, NestedCollectionRoutes.anyObject())
            .takes(WriteParameters.of(false))
            .answers(
                RecordAnswers.changed(
                    "the changed record", NestedCollectionRoutes.schema("CultivationPeriod"))));
    routes.delete(
        Surface.FARM,
        one,
        operation(
                "deleteRegionPeriod",
                "Deletes one cultivation period",
                TAG,
                r -> period.delete(r, periodOf(r).id()))
            .requires(Permission.delete("cultivationPeriod"))
            .takes(WriteParameters.of(false))
            .answers(DocumentedResponse.empty(204, "deleted")));
  }

  private void list(RouteTable.Builder routes, String path, boolean nested) {
    String suffix = nested ? "InField" : "";
    routes.get(
        Surface.FARM,
        path,
        operation(
                "listRegionPeriods" + suffix,
                "Lists the cultivation periods of a region",
                TAG,
                r -> list(r, nested))
            .requires(Permission.read("cultivationPeriod"))
            .takes(ListParameters.of("CultivationPeriod"))
            .answers(NestedCollectionRoutes.page("CultivationPeriod")));
    routes.post(
        Surface.FARM,
        path,
        operation(
                "postRegionPeriod" + suffix,
                "Creates a cultivation period: crop, startsAt, endsAt suffice",
                TAG,
                r -> post(r, nested))
            .requires(Permission.create("cultivationPeriod"))
            .body(
                Body.JSON,
                NestedCollectionRoutes.namedCreation(
                    "RegionPeriodCreation", "CultivationPeriod", "regionId"))
            .takes(WriteParameters.of(true))
            .answers(
                RecordAnswers.created(
                    "created", NestedCollectionRoutes.schema("CultivationPeriod"))));
  }

  private Reply list(ApiRequest request, boolean nested) {
    StoredRecord region = chain.region(request, nested);
    PathChain.mayRead(request, period.type(), region);
    return period.list(request, Map.of("regionId", region.id().toString()));
  }

  private Reply post(ApiRequest request, boolean nested) {
    StoredRecord region = chain.region(request, nested);
    ObjectNode body = NestedCollectionRoutes.body(request);
    PathChain.fill(body, "regionId", region.id());
    return period.post(request, body);
  }

  private StoredRecord periodOf(ApiRequest request) {
    StoredRecord region = chain.region(request, true);
    StoredRecord period = chain.find("CultivationPeriod", request, "cultivationPeriodId");
    PathChain.holds(
        PathChain.names(period, "regionId", region.id()),
        "this region has no cultivation period with this id");
    return period;
  }
}
