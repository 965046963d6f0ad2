package io.glebe.api.farm.record;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.DependencyOrder;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.record.read.ListQuery;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code GET /changes}: the change feed of one or several collections as Server-Sent Events. Each
 * event is a page of the list, and its id is the cursor after that page, so a client can switch
 * between streaming and polling at any event.
 */
public final class ChangeRoutes implements RecordArea.Extra {
  private static final int MAX_COLLECTIONS = 50;

  private final RecordService records;
  private final ChangeReads reads;
  private final ChangeSignals signals;
  private final SharedPlaces places;

  public ChangeRoutes(RecordService records, ChangeSignals signals, Settings settings) {
    this.records = records;
    this.reads = new ChangeReads(records);
    this.signals = signals;
    this.places =
        new SharedPlaces(
            "streams of changes",
            settings.get(RecordSettings.CHANGE_STREAMS),
            settings.get(RecordSettings.CHANGE_STREAMS_PER_CALLER));
  }

  /** Binds the number of open streams to the meters. */
  public ChangeRoutes bind(PlatformMeters meters) {
    meters.gauge(MeterNames.FEED_STREAMS, places::taken, "streams", "open streams of changes");
    return this;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/changes",
        Operation.of(
                "streamChanges", "Streams changes as Server-Sent Events", Guard.FARM, this::stream)
            .tag("Synchronization")
            .requires(RequiredPermissions.decidedBy("<entity>:read of each collection"))
            .takes(
                Parameter.query(
                        "collections",
                        "paths of collections",
                        Schemas.list(
                            Schemas.word(
                                Catalogue.standard().types().stream()
                                    .map(EntityType::path)
                                    .toList()),
                            1,
                            MAX_COLLECTIONS))
                    .must(),
                Parameter.query(
                    "cursor",
                    "an event id, or nextCursor of a list of the collection",
                    QuerySchemas.cursor()),
                Parameter.query(
                    "limit",
                    "most records of an event",
                    Schemas.integer(1, ListQuery.MAX_LIMIT)
                        .put("default", ListQuery.DEFAULT_LIMIT)),
                Parameter.query(
                    "updatedAfter", "start behind this time, instead of a cursor", Schemas.time()),
                Parameter.header(
                    "Last-Event-ID",
                    "the last event seen; wins over cursor",
                    QuerySchemas.cursor()))
            .answers(DocumentedResponse.of(200, "events", "text/event-stream")));
  }

  private Future<Reply> stream(ApiRequest request) {
    var params = request.params();
    int limit = params.integer("limit", ListQuery.DEFAULT_LIMIT, 1, ListQuery.MAX_LIMIT);
    ListQuery first =
        new ListQuery(limit, Optional.empty(), params.instant("updatedAfter"), Map.of());
    Optional<String> cursor = params.text("cursor");
    Optional<String> seen = request.header("Last-Event-ID");
    List<EntityType> types = types(params.list("collections", MAX_COLLECTIONS));
    StreamPosition position = StreamPosition.of(types, first, seen.or(() -> cursor));
    if (request.isHead()) {
      return Future.succeededFuture(Reply.empty(200).header("Content-Type", "text/event-stream"));
    }
    SharedPlaces.Place place = places.take(request.caller().subjectId());
    ChangeStream stream =
        new ChangeStream(records, reads, signals, request, position, place::close);
    return stream
        .open()
        .map(ready -> Reply.written(200, "text/event-stream", stream).cache("no-store"))
        .onFailure(refusal -> stream.end());
  }

  private static List<EntityType> types(List<String> paths) {
    if (paths.isEmpty()) {
      throw Problem.malformedParameter("collections", "names the collections to follow");
    }
    List<EntityType> types = new ArrayList<>();
    for (String path : Set.copyOf(paths)) {
      types.add(
          Catalogue.standard()
              .atPath(path)
              .orElseThrow(() -> Problem.malformedParameter("collections", "there is no " + path)));
    }
    var order = DependencyOrder.standard();
    types.sort(Comparator.comparingInt(order::rank));
    return types;
  }
}
