package io.glebe.api.spatio.series;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.rendering.RenderingResolver;
import io.glebe.core.cube.series.CellHistogram;
import io.glebe.core.cube.series.HistogramQuery;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.style.ColourRamp;
import io.glebe.tile.style.LegendEntry;
import io.vertx.core.Future;

/** How often the values of a layer occur in an area at one time. */
public final class HistogramRoutes {
  private static final int BINS = 20;
  private static final int MAX_BINS = 100;

  private final SpatioServices services;

  public HistogramRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        "/collections/{collectionId}/layers/{layerName}/histogram",
        Operation.of(
                "getHistogram",
                "Counts the values of a layer in an area",
                Guard.SPATIO,
                this::histogram)
            .requires(Permission.read("data"))
            .tag("aggregations")
            .limitedAs(LimitClass.SERIES)
            .alsoOfCommissions()
            .takes(SeriesRoutes.place("; the whole layer without an area"))
            .takes(
                Parameter.query(
                    "datetime",
                    "a time, a date, an interval with at least one end, latest, latest-clear, or"
                        + " nearest: before a time; the newest slice without it",
                    QuerySchemas.sliceTime()),
                Parameter.query(
                    "bins",
                    "number of intervals from the lowest to the highest value",
                    Schemas.integer(2, MAX_BINS).put("default", BINS)),
                SnapshotParameter.AS_OF)
            .answers(DocumentedResponse.json(200, "the counts", schema()))
            .refuses(ProblemType.CONFLICT, ProblemType.GONE));
  }

  private static ObjectNode schema() {
    ObjectNode bin =
        Members.of("HistogramBin", "The cells with values between two numbers")
            .must("minimum", Schemas.number())
            .must("maximum", Schemas.number())
            .must("count", Schemas.number())
            .schema();
    ObjectNode one =
        Members.of("HistogramClass", "The cells of one class")
            .must("value", Schemas.integer())
            .may("name", Schemas.text())
            .must(
                "color",
                QuerySchemas.form("^#[0-9a-f]{6}$").put("description", "in images of the layer"))
            .must("count", Schemas.number())
            .schema();
    return Members.of("Histogram", "How often the values of a layer occur, in cells of the layer")
        .must("layer", Schemas.text())
        .must("datetime", Schemas.time())
        .may("unit", Schemas.text())
        .must("count", Schemas.number().put("description", "cells with a value"))
        .must("areaPixels", Schemas.number().put("description", "size of the area in cells"))
        .must(
            "factor",
            Schemas.integer()
                .put("minimum", 1)
                .put(
                    "description", "cells along an edge of one counted cell; 1 at full resolution"))
        .may("bins", Schemas.list(bin))
        .may("classes", Schemas.list(one))
        .schema();
  }

  private Future<Reply> histogram(ApiRequest request) {
    HistogramQuery query =
        new HistogramQuery(
            request.path("layerName"),
            request.params().text("datetime").map(Datetime::parse).orElse(Datetime.LATEST),
            SeriesParams.placeIfAny(request.params()),
            request.params().integer("bins", BINS, 2, MAX_BINS));
    return services
        .series()
        .histogram(
            request.caller(),
            request.path("collectionId"),
            SnapshotParameter.asOf(request),
            query,
            ClientDeparture.of(request))
        .map(found -> Reply.json(json(found)));
  }

  private static ObjectNode json(CellHistogram found) {
    ObjectNode json = Json.object().put("layer", found.layer().name());
    json.put("datetime", found.instant().toString());
    if (!found.layer().unit().isEmpty()) {
      json.put("unit", found.layer().unit());
    }
    json.put("count", found.count()).put("areaPixels", found.cells());
    json.put("factor", found.factor());
    if (found.layer().categorical()) {
      ArrayNode classes = json.putArray("classes");
      ColourRamp ramp = RenderingResolver.ramp(found.layer());
      for (CellHistogram.ClassCount one : found.classes()) {
        ObjectNode line = classes.addObject().put("value", one.value());
        one.name().ifPresent(name -> line.put("name", name));
        line.put("color", new LegendEntry(one.value(), ramp.classColour(one.value())).hex());
        line.put("count", one.count());
      }
      return json;
    }
    ArrayNode bins = json.putArray("bins");
    for (CellHistogram.Bin bin : found.bins()) {
      bins.addObject()
          .put("minimum", bin.low())
          .put("maximum", bin.high())
          .put("count", bin.count());
    }
    return json;
  }
}
