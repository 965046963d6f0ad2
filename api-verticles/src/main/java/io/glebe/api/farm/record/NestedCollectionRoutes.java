package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.schema.Members;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.JsonSchemas;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.thread.OffLoop;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Further endpoints of a collection: the common parts of all endpoints of a record. Handlers run as
 * sequential code on virtual threads.
 */
public final class NestedCollectionRoutes {
  private final RecordService records;
  private final EntityType type;
  private final RecordEndpoints endpoints;

  public NestedCollectionRoutes(RecordService records, String entity) {
    this.records = records;
    this.type = PathChain.type(entity);
    this.endpoints = new RecordEndpoints(records, type);
  }

  /** A handler that may block. */
  @FunctionalInterface
  public interface Waiting {
    Reply answer(ApiRequest request) throws Exception;
  }

  /** An endpoint of sequential code, whose statements are those of the caller. */
  public static Endpoint script(Waiting handler) {
    return request ->
        OffLoop.run(() -> WorkOwner.run(request.owner(), () -> handler.answer(request)));
  }

  public EntityType type() {
    return type;
  }

  public RecordEndpoints endpoints() {
    return endpoints;
  }

  /** The body, which the handler may change. */
  public static ObjectNode body(ApiRequest request) {
    return request.json().deepCopy();
  }

  /** Creates a record. The id and the origin are optional; an existing id is 412. */
  public Reply post(ApiRequest request, ObjectNode body) {
    return endpoints.written(request, records.post(creation(request, body)).await());
  }

  public WriteRequest creation(ApiRequest request, ObjectNode body) {
    return WriteHeaders.write(request, type, id(body), body);
  }

  private static UUID id(ObjectNode body) {
    if (!body.hasNonNull("id")) {
      return Uuids.timeOrdered();
    }
    String text = body.path("id").asText();
    if (!UuidSyntax.matches(text)) {
      throw Problem.invalid(Violation.at("V01", "/id", "id must be a UUID in lower case"));
    }
    return UUID.fromString(text);
  }

  public Reply patch(ApiRequest request, UUID id, ObjectNode body) {
    WriteRequest write = WriteHeaders.write(request, type, id, body);
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with PATCH");
    }
    return endpoints.written(request, records.patch(write).await());
  }

  public Reply put(ApiRequest request, UUID id, ObjectNode body) {
    return endpoints.written(
        request, records.put(WriteHeaders.write(request, type, id, body)).await());
  }

  public Reply delete(ApiRequest request, UUID id) {
    WriteRequest write = WriteHeaders.write(request, type, id, Json.object());
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with DELETE");
    }
    records.delete(write).await();
    return Reply.noContent();
  }

  /** A page of the records with these filter values; the query may add further filters. */
  public Reply list(ApiRequest request, Map<String, String> fixed) {
    boolean linked = RecordEndpoints.isLinkedData(request);
    return RecordEndpoints.page(
        request,
        records.list(request.caller(), type, query(request, fixed, Set.of())).await(),
        linked);
  }

  public static ListQuery query(ApiRequest request, Map<String, String> fixed, Set<String> known) {
    ListQuery query = RecordEndpoints.query(request, known);
    for (Map.Entry<String, String> filter : fixed.entrySet()) {
      String requested = query.filters().get(filter.getKey());
      if (requested != null && !requested.equals(filter.getValue())) {
        throw Problem.malformedParameter(filter.getKey(), "differs from the path");
      }
      query = query.where(filter.getKey(), filter.getValue());
    }
    return query;
  }

  /** Builds the text of a page from the texts of its items. */
  public static String pageText(String items, RecordPage page) {
    return "{\"items\":["
        + items
        + "],\"nextCursor\":\""
        + page.nextCursor()
        + "\",\"hasMore\":"
        + page.hasMore()
        + "}";
  }

  /**
   * JSON with embedded members; it is never cached and never 304, but has the version of the
   * record.
   */
  public static Reply embedded(String text, Optional<String> etag) {
    Reply reply = Reply.jsonText(text).cache("no-store");
    etag.ifPresent(reply::etag);
    return reply;
  }

  // Parts of the published contract.

  public static Operation operation(String id, String summary, String tag, Waiting handler) {
    return Operation.of(id, summary, Guard.FARM, script(handler)).tag(tag);
  }

  /** A page as JSON and as linked data. */
  public static DocumentedResponse[] page(String items) {
    ObjectNode page = schema(items + "Page");
    return new DocumentedResponse[] {
      DocumentedResponse.json(200, "a page", page), LinkedDataSchemas.page()
    };
  }

  public static ObjectNode schema(String entity) {
    return Json.object().put("$ref", "#/components/schemas/" + entity);
  }

  /**
   * The body of a POST, whose id may be absent.
   *
   * @param known attributes that the path or another record of the request has
   */
  public static ObjectNode creation(String entity, String... known) {
    return namedCreation(entity + "Creation", entity, known);
  }

  /** The same with another name in the contract. */
  public static ObjectNode namedCreation(String name, String entity, String... known) {
    return JsonSchemas.creation(PathChain.type(entity), Set.of(known)).put("title", name);
  }

  /**
   * A record with members that an endpoint adds.
   *
   * @param name of the component
   */
  public static ObjectNode extended(String name, String entity, Members added) {
    ObjectNode schema = Json.object().put("title", name);
    schema.putArray("allOf").add(schema(entity)).add(added.schema());
    return schema;
  }

  public static ObjectNode anyObject() {
    return Json.object().put("type", "object");
  }
}
