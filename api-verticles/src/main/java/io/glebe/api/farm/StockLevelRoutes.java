package io.glebe.api.farm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.record.StockLevels;
import io.glebe.core.record.read.ListQuery;
import io.vertx.core.Future;

/** {@code GET /stock-levels}. */
public final class StockLevelRoutes implements RecordArea.Extra {
  private final StockLevels levels;

  public StockLevelRoutes(StockLevels levels) {
    this.levels = levels;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/stock-levels",
        Operation.of("listStockLevels", "Sums stock movements to levels", Guard.FARM, this::list)
            .tag("Products, Inventory")
            .requires(Permission.read("stockMovement"))
            .takes(
                Parameter.query("productId", "only this product", Schemas.uuid()),
                Parameter.query("lotId", "only this lot", Schemas.uuid()),
                Parameter.query("storageLocationId", "only this place", Schemas.uuid()),
                Parameter.query("farmId", "only this farm", Schemas.uuid()),
                Parameter.query("at", "only movements not later than this time", Schemas.time()),
                Parameter.query(
                    "limit",
                    "most levels of the page",
                    Schemas.integer(1, ListQuery.MAX_LIMIT)
                        .put("default", ListQuery.DEFAULT_LIMIT)),
                Parameter.query("cursor", "nextCursor of the page before", QuerySchemas.cursor()))
            .answers(DocumentedResponse.json(200, "a page of levels", levelPage())));
  }

  private static ObjectNode levelPage() {
    ObjectNode level =
        Members.of("StockLevel", "The sum of the movements of a product in one unit")
            .must("productId", Schemas.uuid())
            .may("lotId", Schemas.uuid())
            .may("storageLocationId", Schemas.uuid())
            .must("farmId", Schemas.uuid())
            .must("unit", Schemas.text())
            .must("quantity", Schemas.number())
            .may("lastMovementAt", Schemas.time())
            .schema();
    return Members.page("StockLevelPage", "A page of levels", level);
  }

  private Future<Reply> list(ApiRequest request) {
    var params = request.params();
    StockLevels.Query query =
        new StockLevels.Query(
            params.uuid("productId"),
            params.uuid("lotId"),
            params.uuid("storageLocationId"),
            params.uuid("farmId"),
            params.instant("at"),
            params.integer("limit", ListQuery.DEFAULT_LIMIT, 1, ListQuery.MAX_LIMIT),
            params.text("cursor"));
    return levels.page(request.caller(), query).map(Reply::json);
  }
}
