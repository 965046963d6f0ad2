package io.glebe.core.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemJsonTest {
  private static final String BASE = "http://localhost:8080/problems/v1/";

  @Test
  void theDocumentHasAllMembers() {
    Problem problem =
        Problem.invalid(
            List.of(
                Violation.at("required", "/name", "name is required"),
                Violation.parameter("format", "bbox", "must have numbers"),
                Violation.header("etag", "If-Match", "is malformed")));
    ObjectNode json = ProblemJson.toJson(problem, BASE, "r-1");
    assertThat(json.toString())
        .isEqualTo(
            "{\"type\":\"http://localhost:8080/problems/v1/invalid-record\",\"title\":\"Invalid"
                + " record\",\"status\":422,\"detail\":\"name is required (and 2"
                + " more)\",\"instance\":\"r-1\",\"violations\":[{\"rule\":\"required\",\"detail\":\"name"
                + " is required\",\"pointer\":\"/name\"},{\"rule\":\"format\",\"detail\":\"must"
                + " have numbers\",\"parameter\":\"bbox\"},{\"rule\":\"etag\",\"detail\":\"is"
                + " malformed\",\"header\":\"If-Match\"}]}");
  }

  @Test
  void violationsAreLimitedAndCounted() {
    Problem problem =
        Problem.invalid(
            Collections.nCopies(ProblemJson.MAX_VIOLATIONS + 5, Violation.at("r", "", "d")));
    ObjectNode json = ProblemJson.toJson(problem, BASE, "r");
    assertThat(json.path("violations")).hasSize(ProblemJson.MAX_VIOLATIONS);
    assertThat(json.path("violationCount").asInt()).isEqualTo(ProblemJson.MAX_VIOLATIONS + 5);
  }

  @Test
  void slugsAreUniqueAndUrlSafe() {
    assertThat(Arrays.stream(ProblemType.values()).map(ProblemType::slug))
        .doesNotHaveDuplicates()
        .allMatch(s -> s.matches("[a-z-]+"));
  }
}
