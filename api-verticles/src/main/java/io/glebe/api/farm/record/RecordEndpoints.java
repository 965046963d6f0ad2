package io.glebe.api.farm.record;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.api.http.Surface;
import io.glebe.api.http.header.HeaderText;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.ChangeRights;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The operations of one collection as endpoints. Public, so that other endpoints of the same
 * records can use them.
 */
public final class RecordEndpoints {
  public static final String LINKED_DATA = "application/ld+json";

  /** Query parameters that are not filters. */
  private static final Set<String> PAGING = Set.of("limit", "cursor", "updatedAfter");

  private final RecordService records;
  private final ChangeRights rights;
  private final EntityType type;

  public RecordEndpoints(RecordService records, EntityType type) {
    this.records = records;
    this.rights = new ChangeRights(records);
    this.type = type;
  }

  public Future<Reply> list(ApiRequest request) {
    boolean linked = isLinkedData(request);
    return records
        .list(request.caller(), type, query(request, Set.of()))
        .map(page -> page(request, page, linked));
  }

  /**
   * The list query of a request.
   *
   * @param known further parameters of the endpoint that are not filters
   */
  public static ListQuery query(ApiRequest request, Set<String> known) {
    var params = request.params();
    Map<String, String> filters = new HashMap<>();
    for (String name : params.names()) {
      if (!PAGING.contains(name) && !known.contains(name)) {
        filters.put(name, params.required(name));
      }
    }
    return new ListQuery(
        params.integer("limit", ListQuery.DEFAULT_LIMIT, 1, ListQuery.MAX_LIMIT),
        params.text("cursor"),
        params.instant("updatedAfter"),
        filters);
  }

  /** A page in the requested representation. */
  public static Reply page(ApiRequest request, RecordPage page, boolean linked) {
    return linked
        ? Reply.text(200, LINKED_DATA, page.linkedData(contextUrl(request))).cache("no-store")
        : Reply.jsonText(page.json());
  }

  public Future<Reply> read(ApiRequest request) {
    return read(request, request.pathUuid("id"));
  }

  public Future<Reply> read(ApiRequest request, UUID id) {
    boolean linked = isLinkedData(request);
    return records.get(request.caller(), type, id).map(stored -> record(request, stored, linked));
  }

  private Reply record(ApiRequest request, StoredRecord stored, boolean linked) {
    if (linked) {
      String text = stored.linkedData(type, contextUrl(request));
      return Reply.text(200, LINKED_DATA, text).etag(stored.etag()).cache("no-store");
    }
    return request
        .unchanged(stored.etag(), request.acceptsGzip())
        .orElseGet(() -> Reply.jsonText(stored.text()).etag(stored.etag()));
  }

  /** Refuses whoever may not change the record of the path, if there is one. */
  Future<Void> mayChange(Caller caller, Map<String, String> path) {
    return rights.require(caller, type, Params.parseUuid("id", path.getOrDefault("id", "")));
  }

  public Future<Reply> put(ApiRequest request) {
    WriteRequest write = WriteHeaders.write(request, type, request.pathUuid("id"), request.json());
    return records.put(write).map(written -> written(request, written));
  }

  public Future<Reply> patch(ApiRequest request) {
    WriteRequest write = WriteHeaders.write(request, type, request.pathUuid("id"), request.json());
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with PATCH");
    }
    return records.patch(write).map(written -> written(request, written));
  }

  public Future<Reply> delete(ApiRequest request) {
    WriteRequest write = WriteHeaders.write(request, type, request.pathUuid("id"), Json.object());
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with DELETE");
    }
    return records.delete(write).map(done -> Reply.noContent());
  }

  /**
   * The response to a write: 201 with Location for a new record, otherwise 200; always the whole
   * record.
   */
  public Reply written(ApiRequest request, WriteResult written) {
    StoredRecord stored = written.stored();
    boolean created = written.outcome() == WriteResult.Outcome.CREATED;
    Reply reply =
        Reply.text(created ? 201 : 200, Json.MEDIA_TYPE, stored.text()).etag(stored.etag());
    if (created) {
      reply.location(request.links().to(Surface.FARM, address(type, stored.id())));
    }
    names(reply, "Glebe-Overridden", written.overridden());
    names(reply, "Glebe-Unknown-Attributes", written.unknown());
    return reply;
  }

  static String address(EntityType type, UUID id) {
    return "/" + type.path() + "/" + id;
  }

  private static void names(Reply reply, String header, List<String> names) {
    if (!names.isEmpty()) {
      reply.header(header, HeaderText.list(names));
    }
  }

  public static boolean isLinkedData(ApiRequest request) {
    return request.negotiate(Json.MEDIA_TYPE, LINKED_DATA).equals(LINKED_DATA);
  }

  static String contextUrl(ApiRequest request) {
    return request.links().to(Surface.FARM, "/context.jsonld");
  }
}
