package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static final StaClient STA = new StaClient("batch-test");
  private static final String STREAM =
      "{'name': 'd', 'unitOfMeasurement': {'name': 'percent', 'symbol': '%'}, 'ObservedProperty':"
          + " {'name': 'p'}, 'Sensor': {'name': 's'}, 'Thing': {'@iot.id': '$t'}}";

  private static JsonNode responses(String requests) {
    HttpResponse<String> answer = STA.send("POST", "/$batch", "{'requests': [" + requests + "]}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parseObject(answer.body()).path("responses");
  }

  private static String request(String id, String group, String method, String url, String body) {
    return "{'id': '%s',%s 'method': '%s', 'url': '%s'%s}"
        .formatted(
            id,
            group.isEmpty() ? "" : " 'atomicityGroup': '" + group + "',",
            method,
            url,
            body.isEmpty() ? "" : ", 'body': " + body);
  }

  private static String placed(String name) {
    return "{'name': '"
        + name
        + "', 'Locations': [{'location': "
        + StaStation.point(15, 46)
        + "}]}";
  }

  private static int named(String name) {
    return STA.query("/Things", "$filter", "name eq '" + name + "'").path("value").size();
  }

  private static String unique() {
    return "batch " + UUID.randomUUID();
  }

  @Test
  void requestsOfAGroupAreOneTransactionAndUseEntitiesCreatedInIt() {
    String name = unique();
    JsonNode responses =
        responses(
            String.join(
                ",",
                request("t", "g", "post", "Things", placed(name)),
                request("d", "g", "post", "Datastreams", STREAM),
                request(
                    "o",
                    "g",
                    "post",
                    "$d/Observations",
                    "{'result': 7, 'phenomenonTime': '2026-05-01T00:00:00Z'}"),
                request("c", "g", "patch", "$t", "{'description': 'changed'}"),
                request("r", "", "get", "$d/Observations?$expand=Datastream/Thing", "")));
    assertThat(responses.findValuesAsText("status"))
        .as(responses.toString())
        .containsExactly("201", "201", "201", "200", "200");
    assertThat(responses.at("/2/location").asText()).contains("/sta/v1.1/Observations(");
    JsonNode read = responses.at("/4/body/value/0");
    assertThat(read.path("result").asInt()).isEqualTo(7);
    assertThat(read.at("/Datastream/Thing/name").asText()).isEqualTo(name);
    assertThat(read.at("/Datastream/Thing/description").asText()).isEqualTo("changed");
  }

  @Test
  void anAddressMayBeginWithTheVersionOfTheService() {
    String name = unique();
    JsonNode responses =
        responses(
            String.join(
                ",",
                request("t", "", "post", "/v1.1/Things", placed(name)),
                request("r", "", "get", "/v1.1/Things?$top=1", ""),
                request("s", "", "get", "/sta/v1.1/Things?$top=1", ""),
                request("e", "", "get", "$t", "")));
    assertThat(responses.findValuesAsText("status"))
        .as(responses.toString())
        .containsExactly("201", "200", "200", "200");
    assertThat(responses.at("/1/body/value")).hasSize(1);
    assertThat(responses.at("/3/body/name").asText()).isEqualTo(name);
  }

  @Test
  void aFailedGroupStoresNothingAndOtherRequestsContinue() {
    String name = unique();
    JsonNode responses =
        responses(
            String.join(
                ",",
                request("t", "g", "post", "Things", "{'name': '" + name + "'}"),
                request("d", "g", "post", "Datastreams", STREAM),
                request("x", "g", "post", "$d/Observations", "{'phenomenonTime': 'yesterday'}"),
                request("y", "g", "post", "Things", "{'name': '" + name + "'}"),
                request("after", "", "get", "$t", ""),
                request("free", "", "post", "Things", "{'name': '" + name + " free'}")));
    assertThat(responses.findValuesAsText("status"))
        .as(responses.toString())
        .containsExactly("424", "424", "400", "424", "424", "201");
    assertThat(named(name)).isZero();
    assertThat(named(name + " free")).isEqualTo(1);
  }

  @Test
  void aForbiddenRequestRollsBackTheWholeGroup() {
    long foreign = new StaClient("batch-other").datastream("foreign to batches");
    String name = unique();
    JsonNode responses =
        responses(
            request("a", "g", "post", "Things", "{'name': '" + name + "'}")
                + ","
                + request("b", "g", "patch", "Datastreams(" + foreign + ")", "{'name': 'mine'}")
                + ","
                + request("c", "h", "delete", "Datastreams(" + foreign + ")", ""));
    assertThat(responses.findValuesAsText("status")).containsExactly("424", "403", "403");
    assertThat(named(name)).isZero();
  }

  @Test
  void aRequestFailsIfARequiredGroupHasFailed() {
    String depending =
        "{'id': 'b', 'dependsOn': ['g'], 'method': 'post', 'url': 'Things', 'body': {'name':"
            + " 'never'}}";
    JsonNode responses = responses(request("a", "g", "post", "Things", "{}") + "," + depending);
    assertThat(responses.findValuesAsText("status")).containsExactly("400", "424");
  }

  @Test
  void inconsistentGroupsAreRefusedBeforeAnyWrite() {
    String name = unique();
    String make = request("a", "g", "post", "Things", "{'name': '" + name + "'}");
    for (String rest :
        new String[] {
          request("b", "g", "get", "Things", ""),
          request("a", "g", "post", "Things", "{'name': 'same id'}"),
          request("g", "", "post", "Things", "{'name': 'named like a group'}"),
          request("b", "", "get", "Things", "")
              + ","
              + request("c", "g", "post", "Things", "{'name': 'a second piece'}"),
          "{'id': 'b', 'dependsOn': ['later'], 'method': 'get', 'url': 'Things'}"
        }) {
      HttpResponse<String> answer =
          STA.send("POST", "/$batch", "{'requests': [" + make + "," + rest + "]}");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    }
    assertThat(named(name)).isZero();
  }

  private static HttpResponse<String> multipart(String text) {
    return TestPlatform.shared()
        .send(
            HttpRequest.newBuilder(TestPlatform.shared().uri("/sta/v1.1/$batch"))
                .header("Authorization", "Bearer " + STA.token())
                .header("Content-Type", "multipart/mixed;boundary=batch_1")
                .POST(HttpRequest.BodyPublishers.ofString(text.replace("\n", "\r\n"))));
  }

  private static String changeSet(String name, String result) {
    return """
    --batch_1
    Content-Type: multipart/mixed; boundary="set_1"

    --set_1
    Content-Type: application/http
    Content-Transfer-Encoding: binary
    Content-ID: t

    POST /sta/v1.1/Things HTTP/1.1
    Content-Type: application/json

    {"name": "%s", "description": "vlažno", "Locations": [{"location":
      {"type": "Point", "coordinates": [15, 46]}}]}
    --set_1
    Content-Type: application/http
    Content-ID: d

    POST Datastreams HTTP/1.1

    %s

    --set_1
    Content-Type: application/http

    POST $d/Observations HTTP/1.1

    {"result": %s}
    --set_1--
    --batch_1
    Content-Type: application/http

    GET $t?$select=name,description HTTP/1.1
    Host: localhost

    --batch_1--
    """
        .formatted(name, STREAM.replace('\'', '"'), result);
  }

  @Test
  void aChangeSetOfTheStandardIsOneTransaction() {
    String name = unique();
    HttpResponse<String> good = multipart(changeSet(name, "3"));
    assertThat(good.statusCode()).as(good.body()).isEqualTo(200);
    assertThat(good.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("multipart/mixed;boundary=batch_");
    assertThat(good.body().split("HTTP/1.1 201 Created", -1)).hasSize(4);
    assertThat(good.body())
        .contains("HTTP/1.1 200 OK", "Content-ID: t", "vlažno")
        .containsPattern("Location: \\S+/sta/v1.1/Datastreams\\(");
    String other = unique();
    HttpResponse<String> bad = multipart(changeSet(other, "\"wet\""));
    assertThat(bad.body()).as(bad.body()).contains("HTTP/1.1 400", "HTTP/1.1 424");
    assertThat(bad.body()).doesNotContain("HTTP/1.1 201");
    assertThat(named(other)).isZero();
  }

  @Test
  void brokenEnvelopesAreRefused() {
    for (String text :
        new String[] {
          "",
          "--batch_1\n",
          "--batch_1\nContent-Type: text/plain\n\nhello\n--batch_1--\n",
          "--batch_1\nContent-Type: application/http\n\nnonsense\n--batch_1--\n",
          "--batch_1\nContent-Type: multipart/mixed\n\n--x--\n--batch_1--\n"
        }) {
      HttpResponse<String> answer = multipart(text);
      assertThat(answer.statusCode()).as(text + answer.body()).isEqualTo(400);
    }
  }
}
