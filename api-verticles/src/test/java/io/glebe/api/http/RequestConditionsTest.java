package io.glebe.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions that an operation cannot check do not hold, whatever the operation is. */
class RequestConditionsTest {
  private static final String ID = "/11111111-1111-4111-8111-111111111111";

  private static HttpResponse<String> send(String method, String path, String name, String value) {
    if (!path.startsWith("/api/v2")
        && !path.startsWith("/sta")
        && !path.startsWith("/collections")) {
      return TestFarm.send(
          "owner", method, path.replace("{id}", ID.substring(1)), "{}", name, value);
    }
    TestPlatform platform = TestPlatform.shared();
    return platform.send(
        HttpRequest.newBuilder(platform.uri(path.replace("{id}", ID.substring(1))))
            .header("Authorization", "Bearer glebe-dev-token")
            .header("Content-Type", "application/json")
            .header(name, value)
            .method(
                method,
                method.equals("GET") || method.equals("DELETE")
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString("{}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PATCH  | /sta/v1.1/Things(1)                   | If-Match      | "1"
          DELETE | /sta/v1.1/Things(1)                   | If-Match      | "1", "2"
          DELETE | /v1/activities/{id}/inputoutputs      | If-Match      | "99"
          DELETE | /api/v2/collections/none/layers/B04   | If-Match      | W/"1"
          """)
  void aChangeIsNotMadeUnderAConditionThatCannotBeChecked(
      String method, String path, String header, String value) {
    assertThat(send(method, path, header, value).statusCode()).isEqualTo(412);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DELETE | /sta/v1.1/Things(999999999)           | If-Match
          DELETE | /v1/activities/{id}/inputoutputs      | If-Match
          """)
  void anyVersionIsAConditionThatTheOperationItselfChecks(
      String method, String path, String header) {
    assertThat(send(method, path, header, "*").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/v2/stac/search  | application/xml                 | 406
          /api/v2/collections  | */*;q=0                         | 406
          /v1/permissions      | text/plain                      | 406
          /api/v2/stac/search  | application/json                | 200
          /api/v2/stac/search  | application/geo+json            | 200
          /sta/v1.1/Things     | application/json;odata.metadata=minimal | 200
          /sta/v1.1/Things     | text/html, image/gif, */*; q=0.2 | 200
          """)
  void aDocumentIsSentToWhomItsFormIsAcceptable(String path, String accept, int status) {
    assertThat(send("GET", path, "Accept", accept).statusCode()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DELETE | /v1/regions/vocab-labels     | GET, HEAD, OPTIONS
          PATCH  | /v1/records/types            | GET, HEAD, OPTIONS
          PUT    | /collections/tileMatrixSets  | GET, HEAD, OPTIONS
          """)
  void aLiteralPathHidesTheTemplateBesideIt(String method, String path, String allow) {
    HttpResponse<String> refused = send(method, path, "Accept", "*/*");
    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(refused.headers().firstValue("Allow")).hasValue(allow);
  }
}
