package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.commission.CommissionPermissions;
import io.glebe.core.json.Json;
import io.glebe.core.json.MergePatch;
import io.glebe.core.record.RecordService;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The routes of the generic data-model API: five operations for every entity of the catalogue. */
public final class RecordArea implements ApiArea {
  /**
   * Collections that other endpoints patch with plain JSON; here both media types have the same
   * meaning.
   */
  private static final Set<String> PLAIN_JSON_PATCH =
      Set.of(
          "users",
          "organizations",
          "farms",
          "fields",
          "regions",
          "activities",
          "cultivation-periods");

  /** Entities that some callers may write without any role. */
  private static final Set<String> ALSO_WITHOUT_ROLE = Set.of("Farm", "Organization", "User");

  private final RecordService records;
  private final List<Extra> extras;
  private final Set<String> elsewhere;

  /** Routes of this area in addition to the collections. */
  public interface Extra {
    void contribute(RouteTable.Builder routes);
  }

  /**
   * @param extras stock levels, outbox, change stream
   * @param elsewhere operations that another area serves in an extended form, such as {@code GET
   *     /regions}
   */
  public RecordArea(RecordService records, List<Extra> extras, Set<String> elsewhere) {
    this.records = records;
    this.extras = List.copyOf(extras);
    this.elsewhere = Set.copyOf(elsewhere);
  }

  @Override
  public String name() {
    return "farm";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    Catalogue.standard().types().forEach(type -> collection(routes, type));
    extras.forEach(extra -> extra.contribute(routes));
  }

  private void collection(RouteTable.Builder routes, EntityType type) {
    RecordEndpoints endpoints = new RecordEndpoints(records, type);
    add(routes, HttpMethod.GET, "/" + type.path(), list(type, endpoints));
    add(routes, HttpMethod.GET, "/" + type.path() + "/{id}", read(type, endpoints));
    if (type.writable()) {
      add(routes, HttpMethod.PUT, "/" + type.path() + "/{id}", put(type, endpoints));
      add(routes, HttpMethod.DELETE, "/" + type.path() + "/{id}", delete(type, endpoints));
    }
    if (type.changeable()) {
      add(routes, HttpMethod.PATCH, "/" + type.path() + "/{id}", patch(type, endpoints));
    }
  }

  private void add(
      RouteTable.Builder routes, HttpMethod method, String template, Operation operation) {
    if (!elsewhere.contains(method + " " + template)) {
      boolean ofCommissions =
          operation.permissions().anyOf().stream()
              .anyMatch(
                  permission -> CommissionPermissions.names().contains(permission.toString()));
      routes.route(
          method,
          Surface.FARM,
          template,
          ofCommissions ? operation.alsoOfCommissions() : operation);
    }
  }

  private static Operation list(EntityType type, RecordEndpoints endpoints) {
    return list(type, endpoints::list, schema(type.name() + "Page"));
  }

  /** The list operation of a collection with another response. */
  public static Operation list(EntityType type, Endpoint answer, ObjectNode page) {
    return operation(type, "list", "Lists " + type.path() + ", oldest change first")
        .apply(answer)
        .requires(Permission.read(type.prefix()))
        .takes(ListParameters.of(type))
        .answers(DocumentedResponse.json(200, "a page", page), LinkedDataSchemas.page());
  }

  private static Operation read(EntityType type, RecordEndpoints endpoints) {
    return operation(type, "get", "Reads one " + type.name())
        .apply(endpoints::read)
        .requires(Permission.read(type.prefix()))
        .answers(RecordAnswers.read(schema(type.name())));
  }

  /**
   * Farms, organizations and persons may also be written by those who created them, or are them.
   */
  private static RequiredPermissions writing(EntityType type, Permission... anyOf) {
    RequiredPermissions required = RequiredPermissions.anyOf(anyOf);
    return ALSO_WITHOUT_ROLE.contains(type.name()) ? required : required.grantedByRoleOnly();
  }

  private static Operation put(EntityType type, RecordEndpoints endpoints) {
    return operation(type, "put", "Creates or replaces one " + type.name())
        .apply(endpoints::put)
        .requires(writing(type, Permission.create(type.prefix()), Permission.update(type.prefix())))
        .body(Body.JSON.withRight(endpoints::mayChange), schema(type.name()))
        .takes(WriteParameters.of(true))
        .answers(
            RecordAnswers.changed("replaced, or unchanged", schema(type.name())),
            RecordAnswers.created("created", schema(type.name())));
  }

  private static Operation patch(EntityType type, RecordEndpoints endpoints) {
    Body body =
        PLAIN_JSON_PATCH.contains(type.path())
            ? Body.MERGE_PATCH
            : Body.json(MergePatch.MEDIA_TYPE);
    return operation(type, "patch", "Changes attributes of one " + type.name())
        .apply(endpoints::patch)
        .requires(writing(type, Permission.update(type.prefix())))
        .body(body.withRight(endpoints::mayChange), Json.object().put("type", "object"))
        .takes(WriteParameters.of(false))
        .answers(RecordAnswers.changed("the changed record", schema(type.name())));
  }

  private static Operation delete(EntityType type, RecordEndpoints endpoints) {
    return operation(type, "delete", "Deletes one " + type.name())
        .apply(endpoints::delete)
        .requires(Permission.delete(type.prefix()))
        .takes(WriteParameters.of(false))
        .answers(DocumentedResponse.empty(204, "deleted"));
  }

  private static Function<Endpoint, Operation> operation(
      EntityType type, String verb, String summary) {
    return endpoint ->
        Operation.of(verb + type.name(), summary, Guard.FARM, endpoint)
            .tag(type.modelPackage().name());
  }

  private static ObjectNode schema(String name) {
    return Json.object().put("$ref", "#/components/schemas/" + name);
  }
}
