package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Route;
import io.glebe.api.openapi.DocumentCheck.Answered;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ContractCheckTest {
  private static final String JSON = "application/json";
  private static final String RECORD = "/v1/fields/0197b1a0-0000-7000-8000-000000000001";
  private static final String PAGE = "{\"items\":[],\"nextCursor\":\"c\",\"hasMore\":false}";

  private final ContractCheck contract = TestPlatform.shared().contract();

  private Optional<String> fault(int status, String mediaType, String body) {
    return contract.fault(new Answered("GET", "/v1/fields", status, mediaType), body);
  }

  @Test
  void documentedResponsesPass() {
    assertThat(fault(200, JSON, PAGE)).isEmpty();
    assertThat(contract.fault(new Answered("GET", RECORD, 304, "", false, Optional.empty()), ""))
        .isEmpty();
  }

  @Test
  void undocumentedStatusesMediaTypesAndBodiesAreDetected() {
    assertThat(fault(202, JSON, PAGE)).hasValueSatisfying(f -> assertThat(f).contains("status"));
    assertThat(fault(304, "", "")).as("a list has no version").isPresent();
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
  void aProblemWithAStatusThatTheOperationDoesNotDocumentIsDetected() {
    String problem = "{\"type\":\"http://x/y\",\"title\":\"t\",\"status\":409}";
    assertThat(fault(429, "application/problem+json", problem)).isEmpty();
    assertThat(fault(421, "application/problem+json", problem)).as("of the host").isEmpty();
    assertThat(fault(409, "application/problem+json", problem))
        .hasValueSatisfying(f -> assertThat(f).contains("status"));
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
        new Answered("GET", "/sta/v1.1/Datastreams", status, mediaType).ofSelection(true), body);
  }

  private static HttpHeaders headers(String... namesAndValues) {
    Map<String, List<String>> headers =
        new TreeMap<>(
            Map.of(
                "X-Request-Id", List.of("a"),
                "Server-Timing", List.of("total;dur=0.10"),
                "Cache-Control", List.of("no-cache"),
                "X-Content-Type-Options", List.of("nosniff")));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
    }
    return HttpHeaders.of(headers, (name, value) -> !value.isEmpty());
  }

  private Optional<String> notModified(String... namesAndValues) {
    HttpHeaders headers = headers(namesAndValues);
    return contract.fault(new Answered("GET", RECORD, 304, "", false, Optional.of(headers)), "");
  }

  @Test
  void aHeaderThatNoDocumentNamesAndAMissingHeaderAreDetected() {
    String etag = "\"7\"";
    assertThat(notModified("ETag", etag)).isEmpty();
    assertThat(notModified("ETag", etag, "Date", "Tue, 01 Jan 2030 00:00:00 GMT")).isEmpty();
    assertThat(notModified()).hasValueSatisfying(f -> assertThat(f).contains("ETag is missing"));
    assertThat(notModified("ETag", etag, "Glebe-Other", "1"))
        .hasValueSatisfying(f -> assertThat(f).contains("no header Glebe-Other"));
    assertThat(notModified("ETag", "7"))
        .hasValueSatisfying(f -> assertThat(f).contains("ETag does not match"));
  }

  @Test
  void everyResponseOfAllOperationsHasTheHeadersOfAllResponses() {
    for (Route route : TestPlatform.shared().platform().routes().routes()) {
      if (contract.publishes(route.surface())) {
        JsonNode responses = contract.described(route).path("responses");
        assertThat(responses).isNotEmpty();
        for (JsonNode response : responses) {
          assertThat(contract.resolved(route, response).path("headers").properties())
              .as("%s %s", route.method(), route.template())
              .extracting(Map.Entry::getKey)
              .contains("X-Request-Id", "Server-Timing", "Cache-Control", "RateLimit");
        }
      }
    }
  }
}
