package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RouteTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The descriptions of the operations of all published documents. */
class OperationDescriptionTest {
  private final RouteTable table = TestPlatform.shared().platform().routes();

  private Map<String, JsonNode> operations(ContractDocument.Subject subject) {
    Map<String, JsonNode> all = new TreeMap<>();
    ContractDocument.of(table, subject, Oas.LOCAL)
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method ->
                            all.put(method.getKey() + " " + path.getKey(), method.getValue())));
    return all;
  }

  @Test
  void everyOperationHasADescriptionThatSaysMoreThanItsSummary() {
    int described = 0;
    for (ContractDocument.Subject subject : Oas.SUBJECTS) {
      Map<String, JsonNode> operations = operations(subject);
      operations.forEach(
          (name, operation) ->
              assertThat(operation.path("description").asText())
                  .as(name)
                  .isNotEqualTo(operation.path("summary").asText())
                  .hasSizeGreaterThan(100)
                  .endsWith(".")
                  .doesNotContain("..\n", ". .", "  "));
      described += operations.size();
    }
    assertThat(described).isGreaterThan(575);
  }

  @Test
  void aDescriptionNamesTheRightsTheConditionsAndTheConflicts() {
    Map<String, JsonNode> farm = operations(ContractDocument.FARM);
    assertThat(farm.get("put /v1/fields/{id}").path("description").asText())
        .contains(
            "contiguous piece",
            "`field:create` or `field:update`",
            "200 (replaced, or unchanged) or 201 (created)",
            "`If-Match`",
            "409 `business-key`");
    assertThat(farm.get("delete /v1/fields/{id}").path("description").asText())
        .contains("each Region", "`isDefault` is true", "`Activity.fieldId`");
    assertThat(farm.get("patch /v1/tasks/{id}").path("description").asText())
        .contains("`status` begins as PLANNED", "`invalid-transition`");
    assertThat(farm.get("patch /v1/regulatory-reports/{id}").path("description").asText())
        .contains("`immutable-record` while `status` is");
    assertThat(farm.get("get /v1/fields").path("description").asText())
        .contains("`limit` is their length (at most 1000, without it 100)", "left out");
    assertThat(farm.get("get /v1/openapi.json").path("description").asText())
        .contains("no token is needed");
    assertThat(
            operations(ContractDocument.SPATIO)
                .get("get /api/v2/collections/{collectionId}/tiles/{tmsId}/{z}/{x}/{y}")
                .path("description")
                .asText())
        .contains("`spatio-api`", "`data:read`", "viewers");
  }

  @Test
  void everyTextBelongsToAnOperation() {
    Set<String> used = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>(new TreeSet<>(DescriptionTexts.operations()));
    table
        .routes()
        .forEach(route -> DescriptionTexts.key(route.operation().id()).ifPresent(used::add));
    unknown.removeAll(used);
    assertThat(unknown).isEmpty();
  }
}
