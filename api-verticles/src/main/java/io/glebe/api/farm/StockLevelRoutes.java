package io.glebe.api.farm;

import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.StockLevels;
import io.glebe.core.record.read.ListQuery;
import io.vertx.core.Future;
import java.util.Set;

/** {@code GET /stock-levels}. */
public final class StockLevelRoutes implements RecordArea.Extra {
  private static final Set<String> KNOWN =
      Set.of("productId", "lotId", "storageLocationId", "farmId", "at", "limit", "cursor");

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
                Parameter.query("productId", "only this product"),
                Parameter.query("lotId", "only this lot"),
                Parameter.query("storageLocationId", "only this place"),
                Parameter.query("farmId", "only this farm"),
                Parameter.query("at", "only movements not later than this time"),
                Parameter.query("limit", "most levels of the page"),
                Parameter.query("cursor", "nextCursor of the page before"))
            .answers(
                DocumentedResponse.json(
                    200, "a page of levels", Json.object().put("type", "object"))));
  }

  private Future<Reply> list(ApiRequest request) {
    request.negotiate(Json.MEDIA_TYPE);
    var params = request.params();
    for (String name : params.names()) {
      if (!KNOWN.contains(name)) {
        throw Problem.malformedParameter(name, "is no parameter of stock levels");
      }
    }
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
