package io.glebe.api.spatio.series;

import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.body.BodyDiscard;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SnapshotParameter;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.series.GeoJsonAreas;
import io.glebe.core.cube.series.OpenSeries;
import io.glebe.core.cube.series.SentQuery;
import io.glebe.core.cube.series.SeriesForm;
import io.glebe.core.cube.series.SeriesLocation;
import io.glebe.core.cube.series.SeriesQuery;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.Departure;
import io.glebe.tile.series.SeriesRequest;
import io.vertx.core.Future;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Time series, over an area or at a point. */
public final class SeriesRoutes {
  private static final String CUBE = "/collections/{collectionId}";
  private static final Parameter[] COMMON = {
    Parameter.query(
            "layers",
            "names of layers",
            Schemas.list(QuerySchemas.layerName(), 1, SeriesParams.MAX_LAYERS))
        .must(),
    Parameter.query(
        "datetime",
        "a time, a date, an interval with at least one end, or latest, latest-clear or nearest:"
            + " before a time, which is one slice of each layer; all slices without it",
        QuerySchemas.sliceTime()),
    Parameter.query("mask", "layer:values, cells to leave out", QuerySchemas.form("^[^:]+:.+$")),
    Parameter.query("f", "form of the answer", Schemas.word("json", "csv", "ndjson"))
  };
  private static final Parameter PERCENTILES =
      Parameter.query(
          "percentiles",
          "numbers from 0 to 100",
          Schemas.list(Schemas.number(0, 100), 1, SeriesRequest.MAX_PERCENTILES));
  private static final String ONE = "; exactly one of bbox, fieldId and regionId";
  private static final Parameter[] BUCKETS = {
    Parameter.query("aggregation", "names of statistics", SeriesSchemas.statistics()),
    Parameter.query("resolution", "days, ISO weeks or months", Schemas.word("P1D", "P1W", "P1M")),
    Parameter.query("timezone", "whose days, weeks and months", QuerySchemas.timezone())
  };
  private static final Parameter STATISTICS =
      Parameter.query("statistics", "names of statistics", SeriesSchemas.statistics());

  private final SpatioServices services;

  public SeriesRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    String series = CUBE + "/aggregate/time-series";
    String summary = CUBE + "/aggregate/summary";
    routes.v2AndLegacy(
        GET,
        series,
        operation(
                "aggregateTimeSeries",
                "Aggregates layers over time",
                SeriesSchemas.series(),
                named(Kind.TIME_SERIES))
            .alsoOfCommissions()
            .takes(place(ONE))
            .takes(PERCENTILES)
            .takes(BUCKETS));
    routes.v2AndLegacy(
        POST,
        series,
        drawn(
                operation(
                    "aggregateTimeSeriesOfArea",
                    "Aggregates layers over time in the area of the body",
                    SeriesSchemas.series(),
                    sent(Kind.TIME_SERIES)))
            .takes(PERCENTILES)
            .takes(BUCKETS));
    routes.v2AndLegacy(
        GET,
        summary,
        operation(
                "aggregateSummary",
                "Summarises layers",
                SeriesSchemas.summary(),
                named(Kind.SUMMARY))
            .alsoOfCommissions()
            .takes(place(ONE))
            .takes(PERCENTILES, STATISTICS));
    routes.v2AndLegacy(
        POST,
        summary,
        drawn(
                operation(
                    "aggregateSummaryOfArea",
                    "Summarises layers in the area of the body",
                    SeriesSchemas.summary(),
                    sent(Kind.SUMMARY)))
            .takes(PERCENTILES, STATISTICS));
    routes.v2AndLegacy(
        GET,
        CUBE + "/point/{lon},{lat}",
        operation(
            "getPointSeries",
            "The whole series of one cell",
            SeriesSchemas.point(),
            request -> answer(request, Kind.POINT, SeriesParams.point(request))));
  }

  /** The parameters of an area, of which a request has one at most. */
  static Parameter[] place(String rule) {
    return new Parameter[] {
      Parameter.query("bbox", "west,south,east,north in degrees" + rule, SpatioSchemas.box()),
      Parameter.query(
          "fieldId",
          "a field of the farm records, in the shape it had on each date" + rule,
          Schemas.uuid()),
      Parameter.query("regionId", "a region of a field, likewise" + rule, Schemas.uuid())
    };
  }

  /** The parts of a response. */
  private enum Kind {
    TIME_SERIES(SeriesForm.Shape.SERIES, SeriesParams::timeSeries),
    SUMMARY(SeriesForm.Shape.SUMMARY, SeriesParams::summary),
    POINT(SeriesForm.Shape.POINT, SeriesParams::timeSeries);

    private final SeriesForm.Shape shape;
    private final BiFunction<Params, SeriesLocation, SeriesQuery> query;

    Kind(SeriesForm.Shape shape, BiFunction<Params, SeriesLocation, SeriesQuery> query) {
      this.shape = shape;
      this.query = query;
    }
  }

  private static Operation operation(
      String id, String summary, ObjectNode schema, Endpoint endpoint) {
    Operation operation =
        Operation.of(id, summary, Guard.SPATIO, endpoint)
            .requires(Permission.read("data"))
            .tag("aggregations")
            .limitedAs(LimitClass.SERIES)
            .takes(COMMON)
            .takes(SnapshotParameter.AS_OF)
            .refuses(ProblemType.CONFLICT, ProblemType.GONE, ProblemType.NOT_ACCEPTABLE);
    for (SeriesForm.Format format : SeriesForm.Format.values()) {
      operation =
          operation.answers(
              format == SeriesForm.Format.JSON
                  ? DocumentedResponse.json(200, "one document", schema)
                  : DocumentedResponse.of(200, "one line per bucket", format.mediaType()));
    }
    return operation;
  }

  private static Operation drawn(Operation operation) {
    return operation.body(
        Body.deferredJson("application/geo+json", "application/json"),
        Schemas.either(SpatioSchemas.geometry(), SpatioSchemas.sent())
            .put("description", "a Polygon, MultiPolygon or Point, or a Feature with one"));
  }

  private Endpoint named(Kind kind) {
    return request -> {
      SeriesLocation place = SeriesParams.place(request.params());
      return answer(request, kind, kind.query.apply(request.params(), place));
    };
  }

  private Endpoint sent(Kind kind) {
    int vertices = services.series().limits().vertices();
    return request -> {
      SeriesForm.Format format = format(request);
      Departure departure = ClientDeparture.of(request);
      return services
          .series()
          .open(
              request.caller(),
              request.path("collectionId"),
              SnapshotParameter.asOf(request),
              new SentQuery(
                  !BodyDiscard.isSmall(request.raw()), () -> received(request, kind, vertices)),
              departure)
          .map(
              series ->
                  written(
                      request,
                      new SeriesForm(kind.shape, format, series.query()),
                      series,
                      departure));
    };
  }

  private static Future<Supplier<SeriesQuery>> received(
      ApiRequest request, Kind kind, int vertices) {
    return request
        .deferredJson()
        .map(
            area ->
                () ->
                    kind.query.apply(
                        request.params(),
                        new SeriesLocation.Of(GeoJsonAreas.of(area.get(), vertices))));
  }

  private Future<Reply> answer(ApiRequest request, Kind kind, SeriesQuery query) {
    SeriesForm.Format format = format(request);
    Departure departure = ClientDeparture.of(request);
    return services
        .series()
        .open(
            request.caller(),
            request.path("collectionId"),
            SnapshotParameter.asOf(request),
            query,
            departure)
        .map(
            series ->
                written(
                    request,
                    new SeriesForm(kind.shape, format, series.query()),
                    series,
                    departure));
  }

  private static Reply written(
      ApiRequest request, SeriesForm form, OpenSeries series, Departure departure) {
    departure.then(series::cancel);
    Reply reply =
        Reply.written(
            200,
            form.format().mediaType(),
            out -> {
              try (series) {
                form.write(series, out);
                series.completed();
              }
            });
    if (request.isHead()) {
      series.cancel(); // a HEAD request has no body
    }
    return reply;
  }

  private static SeriesForm.Format format(ApiRequest request) {
    Optional<String> named = request.params().text("f");
    if (named.isPresent()) {
      return SeriesForm.Format.byName(named.get())
          .orElseThrow(() -> Problem.malformedParameter("f", "is json, csv or ndjson"));
    }
    String[] offers =
        Arrays.stream(SeriesForm.Format.values())
            .map(SeriesForm.Format::mediaType)
            .toArray(String[]::new);
    String chosen = request.negotiate(offers);
    return SeriesForm.Format.values()[Arrays.asList(offers).indexOf(chosen)];
  }
}
