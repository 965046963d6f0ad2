package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.json.ListBound;
import io.glebe.core.record.RecordService;
import io.vertx.core.Future;

/**
 * {@code POST /$batch}: accepts an offline outbox and applies its operations in order, each in its
 * own transaction and with its own result. A refused operation does not stop the others. Sending
 * the same outbox again changes nothing. When the results are very long, the client has to send the
 * remaining operations again.
 */
public final class OutboxRoutes implements RecordArea.Extra {
  private static final KnownMembers MEMBERS = KnownMembers.of("an outbox", "operations");

  private final RecordService records;
  private final SharedPlaces places;
  private final ListBound bound;
  private final long maxBytes;
  private final int maxResultCharacters;

  public OutboxRoutes(RecordService records, Settings settings) {
    this.records = records;
    this.bound = new ListBound("operations", settings.get(RecordSettings.BATCH_OPERATIONS));
    this.maxBytes = settings.get(RecordSettings.BATCH_BYTES);
    this.maxResultCharacters = settings.get(RecordSettings.BATCH_RESULT_CHARACTERS);
    this.places =
        new SharedPlaces(
            "batches of records",
            settings.get(RecordSettings.BATCHES),
            settings.get(RecordSettings.BATCHES_PER_CALLER));
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.post(
        Surface.FARM,
        "/$batch",
        Operation.of("applyOutbox", "Applies an outbox of writes in order", Guard.FARM, this::apply)
            .tag("Synchronization")
            .limitedAs(LimitClass.BATCH)
            .requires(RequiredPermissions.decidedBy("that of each operation"))
            .body(
                Body.JSON
                    .upTo(maxBytes)
                    .withList(bound)
                    .withRight((caller, path) -> places.free(caller.subjectId())),
                operations(bound.most()))
            .answers(DocumentedResponse.json(200, "one result for each operation", results())));
  }

  private static ObjectNode operations(int most) {
    ObjectNode operation =
        Members.of("OutboxOperation", "A write of one record")
            .must("method", Schemas.word("PUT", "PATCH", "DELETE"))
            .must(
                "path",
                Schemas.text("/{collection}/{id}")
                    .put("pattern", "^" + OutboxOperation.PATH_FORM + "$"))
            .may("headers", OutboxHeaders.schema())
            .may("body", Schemas.map(Json.object()).put("description", "of PUT and PATCH"))
            .only()
            .schema();
    return Members.of("Outbox", "Writes in the order in which they are applied")
        .must("operations", Schemas.list(operation, 0, most))
        .only()
        .schema();
  }

  private static ObjectNode results() {
    ObjectNode result =
        Members.of("OutboxResult", "The result of one operation")
            .must("status", Schemas.integer(200, 599))
            .must("outcome", Schemas.word("DONE", "CONFLICT", "REFUSED", "RETRY"))
            .may("headers", Schemas.map(Schemas.text()))
            .may("body", Schemas.map(Json.object()).put("description", "a record or a problem"))
            .schema();
    return Members.of("OutboxResults", "One result for each operation, in the same order")
        .must("results", Schemas.list(result))
        .schema();
  }

  private Future<Reply> apply(ApiRequest request) {
    OutboxOperation.refuseUnknown(MEMBERS, request.json());
    JsonNode operations = request.json().path("operations");
    if (!operations.isArray()) {
      throw bound.refusal();
    }
    return places.take(request.caller().subjectId()).during(() -> applied(request, operations));
  }

  private Future<Reply> applied(ApiRequest request, JsonNode operations) {
    OutboxResults results = new OutboxResults(request.memory(), maxResultCharacters);
    Future<?> chain = Future.succeededFuture();
    for (JsonNode operation : operations) {
      chain = chain.compose(done -> result(request, operation, results)).onSuccess(results::add);
    }
    return chain.map(done -> results.reply());
  }

  private Future<ObjectNode> result(ApiRequest request, JsonNode operation, OutboxResults results) {
    return results
        .refusal()
        .map(full -> OutboxOperation.refused(request, operation, full))
        .map(Future::succeededFuture)
        .orElseGet(() -> OutboxOperation.apply(records, request, operation));
  }
}
