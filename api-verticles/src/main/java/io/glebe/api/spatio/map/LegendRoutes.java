package io.glebe.api.spatio.map;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.DocumentETag;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.api.spatio.common.ViewableEndpoint;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.map.Legend;
import io.glebe.core.cube.map.LegendImage;
import io.glebe.core.cube.rendering.RenderingQuery;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.OffLoop;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.kernel.Stretch;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.LegendEntry;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Legends of renderings, and the available colour ramps. */
public final class LegendRoutes {
  private static final List<String> FORMATS = List.of("json", "png");
  private static final int STEPS = 11;

  private final SpatioServices services;

  public LegendRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        "/collections/{collectionId}/legend",
        Operation.of(
                "getLegend",
                "Tells what the colours mean",
                Guard.SPATIO,
                new ViewableEndpoint(services, this::legend))
            .alsoOfViewers()
            .limitedAs(LimitClass.TILE)
            .requires(Permission.read("data"))
            .tag("maps")
            .takes(RenderingParams.declared(services.expressionCharacters()))
            .takes(
                Parameter.query("f", "without it the Accept header decides", Schemas.word(FORMATS)),
                Parameter.query(
                    "scale",
                    "of the image, 2 for dense screens",
                    Schemas.integer(1, 2).put("default", 1)),
                SnapshotParameter.AS_OF)
            .refuses(ProblemType.GONE)
            .answers(
                DocumentedResponse.json(200, "the colours and their values", MapSchemas.legend())
                    .with(ResponseHeader.ETAG),
                DocumentedResponse.of(200, "the same as an image", TileEngine.PNG)
                    .with(ResponseHeader.ETAG)));
    routes.v2AndLegacy(
        GET,
        "/colormaps",
        Operation.of("listColourRamps", "Lists the colour ramps", Guard.SPATIO, this::ramps)
            .tag("maps")
            .answers(
                DocumentedResponse.json(200, "the ramps", MapSchemas.ramps())
                    .with(ResponseHeader.ETAG)));
  }

  private Future<Reply> legend(ApiRequest request) {
    RenderingQuery query = RenderingParams.parse(request, services.expressionCharacters());
    int scale = request.params().integer("scale", 1, 1, 2);
    boolean image =
        request
            .params()
            .choice("f", FORMATS)
            .map("png"::equals)
            .orElseGet(
                () -> request.negotiate(Json.MEDIA_TYPE, TileEngine.PNG).equals(TileEngine.PNG));
    return SnapshotParameter.ifAny(services, request)
        .compose(state -> legend(request, query, state))
        .compose(
            legend -> {
              String text = Json.write(json(legend));
              String etag = DocumentETag.etag(image ? "png" + scale + text : text);
              if (request.has(etag)) {
                return Future.succeededFuture(request.notModified(etag));
              }
              return image
                  ? OffLoop.run(() -> LegendImage.png(legend, scale))
                      .map(png -> Reply.bytes(TileEngine.PNG, Buffer.buffer(png)))
                      .map(reply -> reply.etag(etag))
                  : Future.succeededFuture(Reply.jsonText(text).etag(etag));
            });
  }

  private Future<Legend> legend(
      ApiRequest request, RenderingQuery query, Optional<CubeState> state) {
    return state.isPresent()
        ? Future.succeededFuture(
            Legend.of(
                state.get().snapshot(), RenderingResolver.draw(state.get().snapshot(), query)))
        : services
            .collections()
            .read(request.caller(), request.path("collectionId"))
            .map(collection -> new Legend.Features(collection.title()));
  }

  private static ObjectNode json(Legend legend) {
    ObjectNode json = Json.object().put("title", legend.title());
    if (!legend.unit().isEmpty()) {
      json.put("unit", legend.unit());
    }
    switch (legend) {
      case Legend.Values values -> {
        json.put("type", values.classes() ? "classes" : "ramp");
        json.put("colormap", values.ramp().name());
        json.set("range", range(values.shown()));
        json.set("stops", named(values.stops()));
      }
      case Legend.Features features -> {
        json.put("type", "features").putArray("stops");
        json.put("color", features.hex());
      }
      case Legend.Channels channels -> {
        json.put("type", "bands").putArray("stops");
        ArrayNode bands = json.putArray("bands");
        ArrayNode list = json.putArray("channels");
        for (Legend.Channel channel : channels.channels()) {
          bands.add(channel.layer());
          list.addObject()
              .put("channel", channel.name())
              .put("layer", channel.layer())
              .set("range", range(channel.shown()));
        }
      }
    }
    return json;
  }

  private Future<Reply> ramps(ApiRequest request) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("colormaps");
    for (String name : ColourRamp.names()) {
      ColourRamp ramp = ColourRamp.byName(name).orElseThrow();
      ObjectNode entry = list.addObject().put("name", name);
      entry.put("kind", ramp.kind().name().toLowerCase(Locale.ROOT));
      entry.put("reversed", name + ColourRamp.REVERSED);
      entry.set("range", range(ramp.stretch()));
      entry.set("stops", stops(ramp.legend(ramp.stretch(), STEPS)));
    }
    String text = Json.write(json);
    return Future.succeededFuture(Reply.jsonText(text).etag(DocumentETag.etag(text)));
  }

  private static ArrayNode range(Stretch stretch) {
    return Json.array().add(stretch.low()).add(stretch.high());
  }

  private static ArrayNode named(List<Legend.Stop> entries) {
    ArrayNode stops = stops(entries.stream().map(Legend.Stop::entry).toList());
    for (int i = 0; i < stops.size(); i++) {
      ObjectNode stop = (ObjectNode) stops.get(i);
      entries.get(i).name().ifPresent(name -> stop.put("name", name));
    }
    return stops;
  }

  private static ArrayNode stops(List<LegendEntry> entries) {
    ArrayNode stops = Json.array();
    entries.forEach(
        entry -> stops.addObject().put("value", entry.value()).put("color", entry.hex()));
    return stops;
  }
}
