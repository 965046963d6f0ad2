package io.glebe.api.farm.activity;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.attachment.Attachment;
import io.glebe.api.farm.record.LinkedDataSchemas;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.PathChain;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.RecordEndpoints;
import io.glebe.api.farm.record.WriteHeaders;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.LinkBuilder;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.json.Json;
import io.glebe.core.measurement.Measurements;
import io.glebe.core.measurement.RecordTypeCatalogue;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Typed measurement records of actions, fields and regions: the collection {@code /data}. */
public final class MeasurementRoutes implements RecordArea.Extra {
  private static final String TAG = "Records";
  private static final int MAX_CODE = 200;
  private static final String OF_FIELD = "/farms/{farmId}/fields/{fieldId}/records";
  private static final String OF_REGION = "/regions/{regionId}/records";
  private static final String OF_ACTION =
      "/farms/{farmId}/fields/{fieldId}/actions/{actionId}/records/{recordId}";

  private final RecordService records;
  private final Measurements measurements;
  private final Attachment attachment;
  private final PathChain chain;
  private final NestedCollectionRoutes data;

  public MeasurementRoutes(
      RecordService records, Measurements measurements, Attachments attachments) {
    this.records = records;
    this.attachment = new Attachment(attachments);
    this.measurements = measurements;
    this.chain = new PathChain(records);
    this.data = new NestedCollectionRoutes(records, "Data");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/records/types",
        operation(
                "listRecordTypes",
                "Lists the types of records with the schemas of their payloads",
                TAG,
                MeasurementRoutes::types)
            .requires(Permission.read("dataType"))
            .answers(DocumentedResponse.json(200, "all types on one page", typePage())));
    place(routes, OF_FIELD, "Field", this::listOfField, this::postToField);
    place(routes, OF_REGION, "Region", this::listOfRegion, this::postToRegion);
    one(routes, "/records/{recordId}", "Record", r -> chain.find("Data", r, "recordId"));
    one(routes, OF_ACTION, "ActionRecord", this::recordOfAction);
  }

  private void place(
      RouteTable.Builder routes,
      String path,
      String of,
      NestedCollectionRoutes.Waiting list,
      NestedCollectionRoutes.Waiting post) {
    routes.get(
        Surface.FARM,
        path,
        operation("list" + of + "Records", "Lists records of a " + of, TAG, list)
            .requires(Permission.read("data"))
            .takes(ListParameters.of("Data"))
            .answers(
                DocumentedResponse.json(
                    200, "a page", Members.page("TypedRecordPage", "A page of records", typed())),
                LinkedDataSchemas.page()));
    routes.post(
        Surface.FARM,
        path,
        operation("post" + of + "Record", "Creates a record: type and payload suffice", TAG, post)
            .requires(Permission.create("data"))
            .body(Body.JSON, creation())
            .takes(WriteParameters.of(true))
            .answers(RecordAnswers.created("created", typed())));
  }

  /** The type by its code; the record itself has the id of the type. */
  private static ObjectNode creation() {
    ObjectNode schema =
        NestedCollectionRoutes.namedCreation("RecordCreation", "Data", "farmId", "dataTypeId");
    ObjectNode members = schema.withObject("/properties");
    members.set(
        "type",
        Schemas.text("code of a record type, see GET /v1/records/types")
            .put("maxLength", MAX_CODE));
    members.set("actionId", Schemas.uuid().put("description", "the same as activityId"));
    schema.withArray("required").add("type");
    return schema;
  }

  /** A record as these endpoints show it. */
  private static ObjectNode typed() {
    return NestedCollectionRoutes.extended(
        "TypedRecord",
        "Data",
        Members.of("What these endpoints add")
            .must("type", Schemas.text("code of the type"))
            .must(
                "payload", Schemas.map(Json.object()).put("description", "as the type defines it"))
            .may("actionId", Schemas.uuid().put("description", "the same as activityId"))
            .may("attachments", Schemas.list(Attachment.schema())));
  }

  private static ObjectNode typePage() {
    ObjectNode type =
        Members.of("RecordType", "A type of records with the schema of its payloads")
            .must("type", Schemas.text("code of the type"))
            .must(
                "dataTypeId",
                Schemas.uuid()
                    .put(
                        "description", "the type in a Data record, for clients that write offline"))
            .must("name", Schemas.text())
            .must("category", Schemas.text())
            .must("payloadSchema", payload())
            .must("example", Schemas.map(Json.object()))
            .schema();
    return Members.page("RecordTypePage", "All types of records", type);
  }

  /** The JSON Schema of payloads; other keywords may follow. */
  private static ObjectNode payload() {
    ObjectNode self = NestedCollectionRoutes.schema("PayloadSchema");
    return Members.of("PayloadSchema", "A JSON Schema")
        .may("type", Schemas.text())
        .may("format", Schemas.text())
        .may("description", Schemas.text())
        .may("enum", Schemas.list(Schemas.text()))
        .may("minimum", Schemas.number())
        .may("maximum", Schemas.number())
        .may("required", Schemas.list(Schemas.text()))
        .may("properties", Schemas.map(self))
        .may("items", self)
        .others(Json.object())
        .schema();
  }

  private static Reply types(ApiRequest request) {
    return Reply.json(RecordTypeCatalogue.page(request.caller()));
  }

  /** Finds the record that a path names. */
  private interface Finder {
    StoredRecord find(ApiRequest request);
  }

  private void one(RouteTable.Builder routes, String path, String name, Finder finder) {
    routes.patch(
        Surface.FARM,
        path,
        operation(
                "patch" + name,
                "Changes a record; the payload is merged and checked as a whole",
                TAG,
                r -> patch(r, finder.find(r)))
            .requires(Permission.update("data"))
            .body(Body.MERGE_PATCH, NestedCollectionRoutes.schema("DataPatch"))
            .takes(WriteParameters.of(false))
            .answers(RecordAnswers.changed("the changed record", typed())));
    routes.delete(
        Surface.FARM,
        path,
        operation(
                "delete" + name,
                "Deletes a record without attachments",
                TAG,
                r -> data.delete(r, finder.find(r).id()))
            .requires(Permission.delete("data"))
            .takes(WriteParameters.of(false))
            .answers(DocumentedResponse.empty(204, "deleted")));
  }

  private StoredRecord recordOfAction(ApiRequest request) {
    StoredRecord action = chain.actionOfField(request);
    StoredRecord record = chain.find("Data", request, "recordId");
    PathChain.holds(
        PathChain.names(record, "activityId", action.id()),
        "this action has no record with this id");
    return record;
  }

  private Reply listOfField(ApiRequest request) {
    StoredRecord field = chain.field(request);
    return list(request, field, "fieldId");
  }

  private Reply listOfRegion(ApiRequest request) {
    return list(request, chain.region(request, false), "regionId");
  }

  private Reply list(ApiRequest request, StoredRecord place, String reference) {
    PathChain.mayRead(request, data.type(), place);
    boolean linked = RecordEndpoints.isLinkedData(request);
    var query =
        NestedCollectionRoutes.query(request, Map.of(reference, place.id().toString()), Set.of());
    RecordPage page = records.list(request.caller(), data.type(), query).await();
    if (linked) {
      return RecordEndpoints.page(request, page, true);
    }
    String items = String.join(",", texts(request, page.records(), request.memory()));
    return NestedCollectionRoutes.embedded(
        NestedCollectionRoutes.pageText(items, page), Optional.empty());
  }

  private List<String> texts(
      ApiRequest request, List<StoredRecord> records, MemoryBudget.Lease memory) {
    LinkBuilder links = request.links();
    return measurements.texts(
        request.caller(), records, memory, files -> attachment.texts(links, files));
  }

  private Reply postToField(ApiRequest request) {
    StoredRecord field = chain.field(request);
    ObjectNode body = NestedCollectionRoutes.body(request);
    PathChain.fill(body, "fieldId", field.id());
    if (!body.has("regionId")) {
      body.put("regionId", Uuids.defaultRegion(field.id()).toString());
    }
    return post(request, body, field);
  }

  private Reply postToRegion(ApiRequest request) {
    StoredRecord region = chain.region(request, false);
    ObjectNode body = NestedCollectionRoutes.body(request);
    PathChain.fill(body, "regionId", region.id());
    PathChain.fill(body, "fieldId", UUID.fromString(region.attributes().path("fieldId").asText()));
    return post(request, body, region);
  }

  private Reply post(ApiRequest request, ObjectNode body, StoredRecord place) {
    UUID farm = place.scope().farm().orElseThrow();
    PathChain.fill(body, "farmId", farm);
    var organization = chain.find("Farm", farm).scope().organization();
    WriteRequest write = data.creation(request, measurements.data(body, organization));
    try {
      return written(request, records.post(write).await());
    } catch (Problem refusal) {
      throw refusal.pointing(pointer -> Measurements.sent(body, pointer));
    }
  }

  private Reply patch(ApiRequest request, StoredRecord stored) {
    ObjectNode body = NestedCollectionRoutes.body(request);
    if (body.has("type") && !body.path("type").asText().equals(measurements.code(stored))) {
      throw Problem.invalid(Violation.at("immutable", "/type", "the type of a record is fixed"));
    }
    WriteRequest write = WriteHeaders.write(request, data.type(), stored.id(), body);
    if (write.preconditions().createOnly()) {
      throw Problem.malformed("If-None-Match: * does not go with PATCH");
    }
    return written(request, records.patch(write).await());
  }

  /** The record with its embedded members and the headers of a write. */
  private Reply written(ApiRequest request, WriteResult written) {
    Reply plain = data.endpoints().written(request, written);
    // the write has been done: there is no refusal any more, neither for memory nor for others
    MemoryBudget.Lease memory = RequestResources.unlimited().memory();
    List<StoredRecord> one = List.of(written.stored());
    return plain.with(WorkOwner.runWithout(() -> texts(request, one, memory).getFirst()));
  }
}
