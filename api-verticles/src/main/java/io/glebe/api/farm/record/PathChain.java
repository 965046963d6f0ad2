package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.core.access.Access;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import java.util.UUID;

/**
 * Checks the links in a nested path: a wrong link is 404 for every caller. The caller needs no
 * permission to read the records of the path; the operation checks its own permission. Blocking.
 */
public final class PathChain {
  private final RecordService records;

  public PathChain(RecordService records) {
    this.records = records;
  }

  /** The record of a path parameter. */
  public StoredRecord find(String entity, UUID id) {
    return records.get(Caller.system(), type(entity), id).await();
  }

  public StoredRecord find(String entity, ApiRequest request, String parameter) {
    return find(entity, request.pathUuid(parameter));
  }

  static EntityType type(String entity) {
    return Catalogue.standard().get(entity);
  }

  /** {@code /farms/{farmId}/fields/{fieldId}}. */
  public StoredRecord field(ApiRequest request) {
    UUID farm = request.pathUuid("farmId");
    StoredRecord field = find("Field", request, "fieldId");
    holds(
        field.scope().farm().filter(farm::equals).isPresent(),
        "this farm has no field with this id");
    return field;
  }

  /** {@code …/regions/{regionId}} below a field, or {@code /regions/{regionId}} by itself. */
  public StoredRecord region(ApiRequest request, boolean nested) {
    if (!nested) {
      return find("Region", request, "regionId");
    }
    StoredRecord field = field(request);
    StoredRecord region = find("Region", request, "regionId");
    holds(names(region, "fieldId", field.id()), "this field has no region with this id");
    return region;
  }

  /** An operation by id. */
  public StoredRecord action(UUID id) {
    StoredRecord action = find("Activity", id);
    holds(
        action.attributes().path("kind").asText().equals("OPERATION"),
        "there is no action with this id");
    return action;
  }

  /** {@code …/fields/{fieldId}/actions/{actionId}}. */
  public StoredRecord actionOfField(ApiRequest request) {
    StoredRecord field = field(request);
    StoredRecord action = action(request.pathUuid("actionId"));
    holds(names(action, "fieldId", field.id()), "this field has no action with this id");
    return action;
  }

  public static boolean names(StoredRecord record, String reference, UUID target) {
    return record.attributes().path(reference).asText().equals(target.toString());
  }

  /** Throws 404 with this sentence if the link does not hold. */
  public static void holds(boolean link, String refusal) {
    if (!link) {
      throw Problem.notFound(refusal);
    }
  }

  /** Throws 403 if the caller may not read the entity on the farm of that record. */
  public static void mayRead(ApiRequest request, EntityType type, StoredRecord place) {
    Access.require(
        request.caller(), new Permission(type.prefix(), Action.READ), place.scope().farm().get());
  }

  /** Sets a value of the path in the body; 422 if the body has another value. */
  public static void fill(ObjectNode body, String name, UUID value) {
    JsonNode given = body.path(name);
    if (given.isMissingNode()) {
      body.put(name, value.toString());
    } else if (!given.asText().equals(value.toString())) {
      throw Problem.invalid(Violation.at("V04", "/" + name, name + " differs from the path"));
    }
  }
}
