package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.TextBody;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.commission.Commission;
import io.glebe.core.commission.CommissionMessage;
import io.glebe.core.commission.CommissionModule;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The queue of a service: its messages, their acknowledgement, and the end of the work. */
final class QueueRoutes {
  private static final String MESSAGES = ServicesArea.SERVICE + "/messages";
  private static final String COMMISSION = ServicesArea.SERVICE + "/commissions/{commissionId}";
  private static final RequiredPermissions ITSELF =
      RequiredPermissions.decidedBy("the service itself, with its own token");
  private static final Pattern POSITION = Pattern.compile("[0-9]{1,18}");
  private static final int PAGE = 10;
  private static final int MAX_PAGE = 100;
  private static final long MAX_BYTES = 16 * 1024;

  private final CommissionModule module;
  private final MessageStreams streams;

  QueueRoutes(CommissionModule module, MessageStreams streams) {
    this.module = module;
    this.streams = streams;
  }

  void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.SERVICES,
            MESSAGES,
            ServicesArea.operation(
                    "listMessages", "Delivers the messages behind the cursor", this::messages)
                .alsoOfCommissions()
                .requires(ITSELF)
                .takes(
                    Parameter.query(
                        "cursor", "nextCursor of the page before", CommissionSchemas.position()),
                    Parameter.query(
                        "limit", "most messages of the page", CommissionSchemas.limit()))
                .answers(DocumentedResponse.json(200, "a page", CommissionSchemas.messages())))
        .get(
            Surface.SERVICES,
            MESSAGES + "/stream",
            ServicesArea.operation(
                    "streamMessages", "Streams messages as Server-Sent Events", this::stream)
                .alsoOfCommissions()
                .requires(ITSELF)
                .takes(
                    Parameter.query(
                        "cursor",
                        "an event id, or nextCursor of a page",
                        CommissionSchemas.position()),
                    Parameter.header(
                        "Last-Event-ID",
                        "the last event seen; wins over cursor",
                        CommissionSchemas.position()))
                .answers(DocumentedResponse.of(200, "events", MessageStreams.EVENTS)));
    work(routes);
  }

  private void work(RouteTable.Builder routes) {
    routes
        .post(
            Surface.SERVICES,
            MESSAGES + "/{messageId}/acknowledge",
            ServicesArea.operation(
                    "acknowledgeMessage", "Acknowledges a message", this::acknowledge)
                .alsoOfCommissions()
                .requires(ITSELF)
                .answers(
                    DocumentedResponse.json(200, "its commission", CommissionSchemas.commission())))
        .post(
            Surface.SERVICES,
            COMMISSION + "/complete",
            ServicesArea.operation(
                    "completeCommission",
                    "Ends a commission with success",
                    r -> finish(r, Commission.State.COMPLETED))
                .alsoOfCommissions()
                .requires(ITSELF)
                .body(Body.json(Json.MEDIA_TYPE).upTo(MAX_BYTES), CommissionSchemas.message())
                .answers(
                    DocumentedResponse.json(200, "the commission", CommissionSchemas.commission())))
        .post(
            Surface.SERVICES,
            COMMISSION + "/fail",
            ServicesArea.operation(
                    "failCommission",
                    "Ends a commission without success",
                    r -> finish(r, Commission.State.FAILED))
                .alsoOfCommissions()
                .requires(ITSELF)
                .body(Body.json(Json.MEDIA_TYPE).upTo(MAX_BYTES), CommissionSchemas.message())
                .answers(
                    DocumentedResponse.json(
                        200, "the commission", CommissionSchemas.commission())));
  }

  /** The position in a cursor; 400 for a text that no answer contained. */
  static long position(String cursor) {
    if (!POSITION.matcher(cursor).matches()) {
      throw Problem.malformedParameter("cursor", "must be the nextCursor of a page");
    }
    return Long.parseLong(cursor);
  }

  private Future<Reply> messages(ApiRequest request) {
    int limit = request.params().integer("limit", PAGE, 1, MAX_PAGE);
    long after = request.params().text("cursor").map(QueueRoutes::position).orElse(0L);
    return module
        .queue()
        .receive(request.caller(), ServicesArea.id(request), after, limit)
        .map(messages -> page(messages, limit, after));
  }

  private Future<Reply> stream(ApiRequest request) {
    Optional<String> cursor = request.params().text("cursor");
    Optional<String> seen = request.header("Last-Event-ID");
    long after = seen.or(() -> cursor).map(QueueRoutes::position).orElse(0L);
    return streams.open(request, ServicesArea.id(request), after);
  }

  private static Reply page(List<CommissionMessage> messages, int limit, long after) {
    ObjectNode page = Json.object();
    messages.stream().map(CommissionJson::of).forEach(page.putArray("items")::add);
    page.put("hasMore", messages.size() == limit);
    long last = messages.isEmpty() ? after : messages.getLast().position();
    page.put("nextCursor", Long.toString(last));
    return Reply.json(page).cache("no-store");
  }

  private Future<Reply> acknowledge(ApiRequest request) {
    UUID service = ServicesArea.id(request);
    return module
        .queue()
        .acknowledge(request.caller(), service, request.pathUuid("messageId"))
        .compose(commission -> module.commissions().started(request.caller(), service, commission))
        .map(commission -> Reply.json(CommissionJson.of(commission, true)).cache("no-store"));
  }

  private Future<Reply> finish(ApiRequest request, Commission.State outcome) {
    UUID service = ServicesArea.id(request);
    UUID commission = request.pathUuid("commissionId");
    String message = TextBody.optional(request.json(), "message");
    return module
        .commissions()
        .finish(request.caller(), service, commission, outcome, message)
        .map(one -> Reply.json(CommissionJson.of(one, true)).cache("no-store"));
  }
}
