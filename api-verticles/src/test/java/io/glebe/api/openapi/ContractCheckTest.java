package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.openapi.DocumentCheck.Answered;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContractCheckTest {
  private static final String JSON = "application/json";
  private static final String PAGE = "{\"items\":[],\"nextCursor\":\"c\",\"hasMore\":false}";

  private final ContractCheck contract = TestPlatform.shared().contract();

  private Optional<String> fault(int status, String mediaType, String body) {
    return contract.fault(new Answered("GET", "/v1/fields", status, mediaType), body);
  }

  @Test
  void documentedResponsesPass() {
    assertThat(fault(200, JSON, PAGE)).isEmpty();
    assertThat(fault(304, "", "")).isEmpty();
  }

  @Test
  void undocumentedStatusesMediaTypesAndBodiesAreDetected() {
    assertThat(fault(202, JSON, PAGE)).hasValueSatisfying(f -> assertThat(f).contains("status"));
    assertThat(fault(200, "text/csv", "a"))
        .hasValueSatisfying(f -> assertThat(f).contains("text/csv"));
    assertThat(fault(200, "", "")).hasValueSatisfying(f -> assertThat(f).contains("none came"));
    assertThat(fault(200, JSON, PAGE.replace("[]", "[{\"id\":7}]"))).isPresent();
    assertThat(fault(200, JSON, PAGE.replace("items", "rows"))).isPresent();
  }

  @Test
  void everyPublishedOperationDocumentsItsResponses() {
    assertThat(TestPlatform.shared().platform().routes().routes())
        .filteredOn(route -> contract.publishes(route.surface()))
        .filteredOn(route -> route.operation().answers().isEmpty())
        .extracting(route -> route.method() + " " + route.surface() + " " + route.template())
        .isEmpty();
  }

  @Test
  void aRefusalWithoutAProblemDocumentIsDetected() {
    String problem = "{\"type\":\"http://x/y\",\"title\":\"t\",\"status\":400}";
    assertThat(fault(400, "application/problem+json", problem)).isEmpty();
    assertThat(fault(400, JSON, problem)).isPresent();
    assertThat(fault(400, "application/problem+json", "{\"error\":\"x\"}")).isPresent();
  }

  @Test
  void aSelectionMayLeaveOutMembersAndNothingElse() {
    assertThat(selected(200, JSON, "{\"value\":[{\"name\":\"a\"}]}")).isEmpty();
    assertThat(selected(200, JSON, "{\"value\":[{\"name\":7}]}")).isPresent();
    assertThat(selected(202, JSON, "{\"value\":[]}")).isPresent();
    assertThat(selected(200, "text/html", "<p>a</p>")).isPresent();
  }

  private Optional<String> selected(int status, String mediaType, String body) {
    return contract.fault(
        new Answered("GET", "/sta/v1.1/Datastreams", status, mediaType, true), body);
  }
}
