package io.glebe.api.service;

import io.glebe.api.area.CursorPage;
import io.glebe.api.area.TextBody;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.commission.Commission;
import io.glebe.core.commission.CommissionModule;
import io.glebe.core.commission.Commissions;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.service.ServiceAccess;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.UUID;

/** {@code /services/{id}/commissions}: the orders of farms. */
final class CommissionRoutes {
  private static final String ALL = ServicesArea.SERVICE + "/commissions";
  private static final String ONE = ALL + "/{commissionId}";

  private final CommissionModule module;
  private final Body order;
  private final int mostFields;

  /**
   * @param bytes size limit of a commission
   * @param mostFields of one commission
   */
  CommissionRoutes(CommissionModule module, long bytes, int mostFields) {
    this.module = module;
    this.mostFields = mostFields;
    order = Body.json(Json.MEDIA_TYPE).upTo(bytes);
  }

  void contribute(RouteTable.Builder routes) {
    reading(routes);
    routes
        .post(
            Surface.SERVICES,
            ALL,
            ServicesArea.operation("orderCommission", "Orders a service", this::order)
                .requires(RequiredPermissions.anyOf(Commissions.ORDER).grantedByRoleOnly())
                .body(order, CommissionSchemas.order(mostFields))
                .answers(
                    DocumentedResponse.json(201, "the commission", CommissionSchemas.commission())
                        .with(ResponseHeader.LOCATION)))
        .post(
            Surface.SERVICES,
            ONE + "/cancel",
            ServicesArea.operation(
                    "cancelCommission", "Ends a commission and its rights", this::cancel)
                .requires(RequiredPermissions.anyOf(Commissions.CANCEL).grantedByRoleOnly())
                .body(order, ServiceSchemas.reason())
                .answers(
                    DocumentedResponse.json(200, "the commission", CommissionSchemas.commission())))
        .post(
            Surface.SERVICES,
            ONE + "/redeliver",
            ServicesArea.operation(
                    "redeliverCommission", "Delivers a dead message again", this::deliverAgain)
                .requires(either(Commissions.CANCEL, ServiceAccess.UPDATE).grantedByRoleOnly())
                .answers(
                    DocumentedResponse.json(
                        200, "the commission", CommissionSchemas.commission())));
  }

  private void reading(RouteTable.Builder routes) {
    routes
        .get(
            Surface.SERVICES,
            ALL,
            ServicesArea.operation(
                    "listCommissions", "Lists the readable commissions", this::commissions)
                .alsoOfCommissions()
                .requires(either(Commissions.READ, ServiceAccess.READ))
                .takes(paging())
                .answers(DocumentedResponse.json(200, "a page", CommissionSchemas.commissions())))
        .get(
            Surface.SERVICES,
            ONE,
            ServicesArea.operation("getCommission", "A commission", this::commission)
                .alsoOfCommissions()
                .requires(either(Commissions.READ, ServiceAccess.READ))
                .answers(
                    DocumentedResponse.json(200, "the commission", CommissionSchemas.commission())))
        .get(
            Surface.SERVICES,
            ServicesArea.SERVICE + "/results",
            ServicesArea.operation(
                    "listServiceResults",
                    "Lists the readable results of commissions",
                    this::results)
                .alsoOfCommissions()
                .requires(RequiredPermissions.anyOf(Permission.read("result")))
                .takes(Parameter.query("commissionId", "only of this commission", Schemas.uuid()))
                .takes(paging())
                .answers(DocumentedResponse.json(200, "a page", CommissionSchemas.results())));
  }

  private static RequiredPermissions either(Permission one, Permission other) {
    return RequiredPermissions.anyOf(one, other);
  }

  private static Parameter[] paging() {
    return new Parameter[] {
      Parameter.query("cursor", "nextCursor of the page before", Schemas.uuid()),
      Parameter.query("limit", "most entries of the page", ServicesArea.limit())
    };
  }

  private static UUID id(ApiRequest request) {
    return request.pathUuid("commissionId");
  }

  private static int limit(ApiRequest request) {
    return request.params().integer("limit", ServicesArea.PAGE, 1, ServicesArea.MAX_PAGE);
  }

  private Future<Reply> order(ApiRequest request) {
    UUID service = ServicesArea.id(request);
    return module
        .commissions()
        .order(request.caller(), service, request.json())
        .map(
            made ->
                Reply.json(201, CommissionJson.of(made, true))
                    .location(
                        request.links().to("/services/" + service + "/commissions/" + made.id()))
                    .cache("no-store"));
  }

  private static Future<Reply> reply(ApiRequest request, Future<Commission> commission) {
    return commission.map(
        one ->
            Reply.json(CommissionJson.of(one, Commissions.mayRead(request.caller(), one)))
                .cache("no-store"));
  }

  private Future<Reply> commission(ApiRequest request) {
    UUID service = ServicesArea.id(request);
    return reply(request, module.commissions().commission(request.caller(), service, id(request)));
  }

  private Future<Reply> commissions(ApiRequest request) {
    int limit = limit(request);
    Optional<UUID> after = request.params().uuid("cursor");
    return module
        .commissions()
        .commissions(request.caller(), ServicesArea.id(request), after, limit)
        .map(
            all ->
                CursorPage.of(
                    all,
                    limit,
                    after,
                    one -> CommissionJson.of(one, Commissions.mayRead(request.caller(), one)),
                    Commission::id));
  }

  private Future<Reply> results(ApiRequest request) {
    int limit = limit(request);
    Optional<UUID> after = request.params().uuid("cursor");
    return module
        .results()
        .results(
            request.caller(),
            ServicesArea.id(request),
            request.params().uuid("commissionId"),
            after,
            limit)
        .map(found -> page(found, limit, after));
  }

  /** The records stay texts: their trees may be a hundred times larger. */
  private static Reply page(RecordSelection.Fitting found, int limit, Optional<UUID> after) {
    List<StoredRecord> all = found.records();
    List<StoredRecord> shown = all.subList(0, Math.min(limit, all.size()));
    boolean more = found.isCut() || all.size() > limit;
    StringJoiner items = new StringJoiner(",", "{\"items\":[", "]");
    shown.forEach(record -> items.add(record.text()));
    String next = CursorPage.next(shown.stream().map(StoredRecord::id).toList(), after);
    return Reply.jsonText(items + ",\"nextCursor\":\"" + next + "\",\"hasMore\":" + more + "}")
        .cache("no-store");
  }

  private Future<Reply> cancel(ApiRequest request) {
    UUID service = ServicesArea.id(request);
    UUID commission = id(request);
    String reason = TextBody.required(request.json(), "reason");
    return reply(
        request, module.commissions().cancel(request.caller(), service, commission, reason));
  }

  private Future<Reply> deliverAgain(ApiRequest request) {
    UUID service = ServicesArea.id(request);
    return reply(
        request, module.commissions().deliverAgain(request.caller(), service, id(request)));
  }
}
