package io.glebe.api.spatio.stac;

import static io.vertx.core.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.Conformance;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.stac.StacDocuments;
import io.glebe.core.stac.StacOrder;
import io.glebe.core.stac.StacService;
import io.vertx.core.Future;
import java.util.Set;
import java.util.function.Function;

/** What the STAC catalogue conforms to, and the properties of items that filter and sort. */
public final class StacSchemaRoutes {
  private static final String COLLECTION = "/stac/collections/{collectionId}";
  private static final Set<String> TIMES =
      Set.of("datetime", "start_datetime", "end_datetime", "created", "updated");

  private final StacService stac;

  public StacSchemaRoutes(SpatioServices services) {
    this.stac = services.stac();
  }

  public void contribute(RouteTable.Builder routes) {
    DocumentedResponse schema =
        DocumentedResponse.of(200, "a JSON Schema", Links.SCHEMA, SpatioSchemas.properties());
    routes.v2AndLegacy(
        GET,
        "/stac/conformance",
        operation("stacConformance", "The conformance classes of the catalogue", this::classes)
            .answers(DocumentedResponse.json(200, "the classes", SpatioSchemas.conformance())));
    routes.v2AndLegacy(
        GET,
        "/stac/queryables",
        operation(
                "stacQueryables",
                "Lists the properties for filters",
                r -> Future.succeededFuture(queryables(r, "")))
            .answers(schema));
    routes.v2AndLegacy(
        GET,
        "/stac/sortables",
        operation(
                "stacSortables",
                "Lists the properties that sort",
                r -> Future.succeededFuture(sortables(r, "")))
            .answers(schema));
    routes.v2AndLegacy(
        GET,
        COLLECTION + "/queryables",
        operation(
                "stacCollectionQueryables",
                "Lists the properties for filters of a collection",
                r -> ofCollection(r, path -> queryables(r, path)))
            .answers(schema));
    routes.v2AndLegacy(
        GET,
        COLLECTION + "/sortables",
        operation(
                "stacCollectionSortables",
                "Lists the properties that sort a collection",
                r -> ofCollection(r, path -> sortables(r, path)))
            .answers(schema));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .requires(Permission.read("data"))
        .tag("stac");
  }

  /**
   * @param schema writes the schema of the collection with this path
   */
  private Future<Reply> ofCollection(ApiRequest request, Function<String, Reply> schema) {
    String id = request.path("collectionId");
    return stac.collection(request.caller(), id).map(found -> schema.apply("/collections/" + id));
  }

  private Future<Reply> classes(ApiRequest request) {
    ObjectNode json = Json.object();
    Conformance.OF_STAC.forEach(json.putArray("conformsTo")::add);
    Links.add(
        json.putArray("links"),
        "self",
        documents(request).at("/conformance"),
        Json.MEDIA_TYPE,
        "what is conformed to");
    return Future.succeededFuture(Reply.json(json));
  }

  /** Filters of items; other names are refused. */
  private static Reply queryables(ApiRequest request, String path) {
    ObjectNode json = schema(documents(request).at(path + "/queryables"), "Filters of items");
    json.withObject("/properties").putObject("geometry").put("format", "geometry-any");
    return Reply.text(200, Links.SCHEMA, Json.write(json));
  }

  private static Reply sortables(ApiRequest request, String path) {
    ObjectNode json = schema(documents(request).at(path + "/sortables"), "Orders of items");
    return Reply.text(200, Links.SCHEMA, Json.write(json));
  }

  private static void describe(ObjectNode properties, String name) {
    ObjectNode property = properties.putObject(name).put("title", name);
    boolean number = name.equals("proj:epsg") || name.equals("glebe:features");
    property.put("type", number ? "integer" : "string");
    if (TIMES.contains(name)) {
      property.put("format", "date-time");
    }
  }

  private static ObjectNode schema(String id, String title) {
    ObjectNode json = Json.object().put("$schema", "https://json-schema.org/draft/2020-12/schema");
    json.put("$id", id).put("type", "object").put("title", title);
    ObjectNode properties = json.putObject("properties");
    StacOrder.fields().forEach(name -> describe(properties, name));
    return json.put("additionalProperties", false);
  }

  private static StacDocuments documents(ApiRequest request) {
    return new StacDocuments(request.links().to(request.surface(), ""));
  }
}
