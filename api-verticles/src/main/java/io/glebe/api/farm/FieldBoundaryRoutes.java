package io.glebe.api.farm;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.farm.FieldBoundaries;
import io.glebe.core.record.read.ListQuery;
import java.util.Optional;

/** {@code GET /fields/{id}/boundaries}: the history of a field's shape. */
final class FieldBoundaryRoutes implements RecordArea.Extra {
  private final FieldBoundaries boundaries;

  FieldBoundaryRoutes(FieldBoundaries boundaries) {
    this.boundaries = boundaries;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/fields/{id}/boundaries",
        operation(
                "listFieldBoundaries",
                "Lists the boundaries that a field had before, the newest first",
                "Farm master data",
                this::list)
            .requires(Permission.read("field"))
            .takes(ListParameters.page())
            .answers(DocumentedResponse.json(200, "a page of boundaries", page())));
  }

  private static ObjectNode page() {
    ObjectNode geometry =
        Members.of("BoundaryGeometry", "A Polygon or MultiPolygon of GeoJSON")
            .must("type", Schemas.word("Polygon", "MultiPolygon"))
            .must("coordinates", Schemas.list(Schemas.any("positions, or lists of them")))
            .schema();
    ObjectNode boundary =
        Members.of("FieldBoundary", "A boundary that a field had before")
            .must("recordVersion", Schemas.count().put("description", "the last one that had it"))
            .must("startsAt", Schemas.time())
            .must("endsAt", Schemas.time())
            .must("geometry", geometry)
            .schema();
    return Members.page("FieldBoundaryPage", "A page of boundaries", boundary);
  }

  private Reply list(ApiRequest request) {
    int limit = request.params().integer("limit", ListQuery.DEFAULT_LIMIT, 1, ListQuery.MAX_LIMIT);
    return NestedCollectionRoutes.embedded(
        boundaries.page(
            request.caller(),
            request.pathUuid("id"),
            limit,
            request.params().text("cursor"),
            request.memory()),
        Optional.empty());
  }
}
