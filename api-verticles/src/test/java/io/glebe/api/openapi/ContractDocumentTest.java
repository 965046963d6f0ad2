package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.json.MergePatch;
import io.glebe.core.record.rule.value.SchemaCheck;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContractDocumentTest {
  /** The generic routes of each collection, as the farm area declares them. */
  private static final class Collections implements ApiArea {
    @Override
    public String name() {
      return "collections";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      Catalogue.standard().types().forEach(t -> contribute(routes, t));
      routes.v2AndLegacy(
          HttpMethod.GET,
          "/things/{name*}",
          Operation.of("thing", "one", Guard.SPATIO, Collections::nothing));
    }

    private static void contribute(RouteTable.Builder routes, EntityType t) {
      ObjectNode schema = Json.object().put("$ref", "#/components/schemas/" + t.name());
      String one = "/" + t.path() + "/{id}";
      routes.get(
          Surface.FARM,
          one,
          operation("get" + t.name())
              .requires(Permission.read(t.prefix()))
              .answers(DocumentedResponse.json(200, "it", schema)));
      if (t.writable()) {
        routes.put(
            Surface.FARM,
            one,
            operation("put" + t.name())
                .requires(
                    RequiredPermissions.anyOf(
                        Permission.create(t.prefix()), Permission.update(t.prefix())))
                .takes(Parameter.header("If-Match", "version", QuerySchemas.entityTags()))
                .body(Body.JSON, schema)
                .answers(
                    DocumentedResponse.json(200, "stored", schema),
                    DocumentedResponse.json(201, "new", schema).with(ResponseHeader.LOCATION)));
        routes.patch(
            Surface.FARM,
            one,
            operation("patch" + t.name())
                .requires(Permission.update(t.prefix()))
                .body(Body.json(MergePatch.MEDIA_TYPE), Json.object().put("type", "object"))
                .answers(DocumentedResponse.json(200, "changed", schema)));
      }
    }

    private static Operation operation(String id) {
      return Operation.of(id, id, Guard.FARM, Collections::nothing).tag("Farm");
    }

    private static Future<Reply> nothing(ApiRequest request) {
      return Future.succeededFuture(Reply.noContent());
    }
  }

  private final RouteTable table =
      RouteTable.of(List.of(new Collections(), new OpenApiArea(() -> null, true)));
  private final ObjectNode farm = ContractDocument.of(table, ContractDocument.FARM, Oas.LOCAL);

  @Test
  void theDocumentsAreValidOpenApi31() {
    assertThat(Oas.faults31(farm)).isEmpty();
    assertThat(Oas.faults31(ContractDocument.of(table, ContractDocument.SPATIO, Oas.LOCAL)))
        .isEmpty();
    assertThat(Oas.faults31(ContractDocument.of(table, ContractDocument.SENSOR, Oas.LOCAL)))
        .isEmpty();
  }

  @Test
  void theOpenApi30DocumentsAreValid() {
    assertThat(Oas.faults30(OpenApi30.of(farm))).isEmpty();
    assertThat(
            Oas.faults30(
                OpenApi30.of(ContractDocument.of(table, ContractDocument.SPATIO, Oas.LOCAL))))
        .isEmpty();
  }

  @Test
  void anInvalidDocumentIsDetected() {
    ObjectNode broken = farm.deepCopy();
    ((ObjectNode) broken.at("/paths/~1v1~1fields~1{id}/get")).put("security", "none");
    assertThat(Oas.faults31(broken)).isNotEmpty();
    broken = farm.deepCopy();
    ((ObjectNode) broken.at("/components/schemas")).remove("Field");
    assertThat(Oas.faults31(broken)).isNotEmpty();
  }

  @Test
  void everyOperationHasItsPermissionAndItsProblems() {
    farm.path("paths")
        .forEach(
            path ->
                path.forEach(
                    op -> {
                      assertThat(op.path("x-glebe-permission").asText()).isNotEmpty();
                      assertThat(op.path("responses").has("default")).isTrue();
                      assertThat(op.path("responses").has("500")).isTrue();
                    }));
    JsonNode put = farm.at("/paths/~1v1~1fields~1{id}/put");
    assertThat(put.path("x-glebe-permission").asText()).isEqualTo("field:create or field:update");
    assertThat(put.path("responses").properties().stream().map(e -> e.getKey()))
        .contains(
            "200", "201", "400", "401", "403", "404", "409", "412", "413", "415", "422", "503");
    assertThat(farm.at("/paths/~1v1~1context.jsonld/get/security")).isEmpty();
  }

  @Test
  void requestBodiesAreReplacementsAndPatchesOfTheirEntity() {
    assertThat(
            farm.at(
                    "/paths/~1v1~1fields~1{id}/put/requestBody/content/application~1json/schema/$ref")
                .asText())
        .isEqualTo("#/components/schemas/FieldReplacement");
    assertThat(
            farm.at(
                    "/paths/~1v1~1fields~1{id}/patch/requestBody/content/application~1merge-patch+json/schema/$ref")
                .asText())
        .isEqualTo("#/components/schemas/FieldPatch");
    assertThat(
            farm.at("/paths/~1v1~1fields~1{id}/put/responses/201/headers/Location/$ref").asText())
        .isEqualTo("#/components/headers/Location");
  }

  @Test
  void everyExampleMatchesItsSchema() {
    JsonNode components = farm.path("components");
    assertThat(components.path("examples").size()).isGreaterThan(130);
    components.path("examples").properties().stream()
        .filter(e -> components.path("schemas").has(e.getKey()))
        .forEach(
            e ->
                assertThat(
                        SchemaCheck.faults(
                            components.path("schemas").get(e.getKey()), e.getValue().get("value")))
                    .as(e.getKey())
                    .isEmpty());
  }
}
