package io.glebe.api.spatio;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.core.cube.PictureQuery;
import io.glebe.core.cube.Pictures;
import io.glebe.core.json.Json;
import io.glebe.tile.engine.Picture;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.Layer;
import io.vertx.core.Future;

/** What the colours of a picture mean. */
final class LegendRoutes {
  private static final int STEPS = 11;

  private final SpatioServices services;

  LegendRoutes(SpatioServices services) {
    this.services = services;
  }

  void contribute(RouteTable.Builder routes) {
    routes.both(
        GET,
        "/collections/{collectionId}/legend",
        Operation.of("getLegend", "Tells what the colours mean", Guard.SPATIO, this::legend)
            .permission("data:read")
            .tag("tiles")
            .takes(
                Parameter.query("layers", "one layer or composite"),
                Parameter.query("colormap_name", "name of a colour ramp"),
                Parameter.query("rescale", "values of the first and the last colour")));
  }

  private Future<Reply> legend(ApiRequest request) {
    PictureQuery query = PictureParams.parse(request);
    return services
        .layers()
        .cube(request.caller(), request.path("collectionId"))
        .map(cube -> Reply.json(json(cube.now(), Pictures.draw(cube.now(), query))));
  }

  private static ObjectNode json(DatasetSnapshot snapshot, Pictures.Drawn drawn) {
    ObjectNode json = Json.object().put("title", drawn.name());
    snapshot
        .layer(drawn.name())
        .map(Layer::unit)
        .filter(unit -> !unit.isEmpty())
        .ifPresent(unit -> json.put("unit", unit));
    ArrayNode stops = json.putArray("stops");
    switch (drawn.picture()) {
      case Picture.Shaded shaded ->
          shaded
              .ramp()
              .legend(shaded.stretch(), STEPS)
              .forEach(
                  entry -> stops.addObject().put("value", entry.value()).put("color", entry.hex()));
      case Picture.Composed composed -> {
        ArrayNode bands = json.putArray("bands");
        drawn.layers().forEach(bands::add);
      }
    }
    return json;
  }
}
