package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents that the running platform publishes without a token. */
class PublishedContractsTest {
  private static final List<String> CONTRACTS =
      List.of(
          "/v1/openapi.json",
          "/api/v2/openapi.json",
          "/sta/v1.1/openapi.json",
          "/store/openapi.json",
          "/services/openapi.json");

  private final TestPlatform platform = TestPlatform.shared();

  private HttpResponse<String> get(String path, String accept) {
    return platform.send(HttpRequest.newBuilder(platform.uri(path)).header("Accept", accept));
  }

  private static HttpResponse<byte[]> compressed(HttpRequest request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofByteArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/openapi.json",
        "/api/v2/openapi.json",
        "/sta/v1.1/openapi.json",
        "/store/openapi.json",
        "/services/openapi.json"
      })
  void theContractsOfAllRoutesAreValidInBothForms(String path) {
    HttpResponse<String> now = get(path, "application/json");
    assertThat(now.statusCode()).isEqualTo(200);
    assertThat(now.headers().firstValue("Content-Type")).contains("application/json");
    JsonNode document = Json.parse(now.body());
    assertThat(document.path("openapi").asText()).startsWith("3.1");
    assertThat(Oas.faults31(document)).isEmpty();
    HttpResponse<String> old = get(path, "application/vnd.oai.openapi+json;version=3.0");
    assertThat(old.headers().firstValue("Content-Type")).contains(OpenApiArea.V30);
    assertThat(Json.parse(old.body()).path("openapi").asText()).startsWith("3.0");
    assertThat(Oas.faults30(Json.parse(old.body()))).isEmpty();
  }

  @Test
  void noTwoOperationsOfAllContractsHaveTheSameId() {
    List<String> ids = new ArrayList<>();
    CONTRACTS.forEach(
        path ->
            Json.parse(get(path, "*/*").body())
                .path("paths")
                .forEach(
                    methods -> methods.forEach(op -> ids.add(op.path("operationId").asText()))));
    assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(500);
  }

  @Test
  void theServerIsTheAddressByWhichTheClientCalls() {
    for (String path : CONTRACTS) {
      for (String version : List.of(OpenApiArea.V30, OpenApiArea.V31)) {
        assertThat(Json.parse(get(path, version).body()).at("/servers/0/url").asText())
            .isEqualTo(platform.uri("").toString());
      }
    }
  }

  @Test
  void anUnchangedContractIsNotSentAgain() {
    String etag = get(CONTRACTS.getFirst(), "*/*").headers().firstValue("ETag").orElseThrow();
    HttpRequest.Builder again =
        HttpRequest.newBuilder(platform.uri(CONTRACTS.getFirst())).header("If-None-Match", etag);
    assertThat(platform.send(again).statusCode()).isEqualTo(304);
    String old = get(CONTRACTS.getFirst(), OpenApiArea.V30).headers().firstValue("ETag").get();
    assertThat(old).isNotEqualTo(etag);
  }

  @Test
  void thePlainAndTheCompressedFormHaveDifferentValidatorsThatBothCount() throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(platform.uri("/store/openapi.json"));
    String plain = platform.send(request.copy()).headers().firstValue("ETag").orElseThrow();
    HttpRequest.Builder packed = request.copy().header("Accept-Encoding", "gzip");
    String gzip = compressed(packed.build()).headers().firstValue("ETag").orElseThrow();
    assertThat(gzip).isEqualTo(plain.replaceFirst("\"$", "-gzip\""));
    for (String held : List.of(plain, gzip)) {
      for (HttpRequest.Builder form : List.of(request, packed)) {
        HttpResponse<byte[]> again =
            compressed(form.copy().header("If-None-Match", "\"other\", W/" + held).build());
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.headers().firstValue("ETag")).as("the form it has").contains(held);
      }
    }
    assertThat(platform.send(request.copy().header("If-None-Match", "\"other-gzip\"")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aContractIsTheSameWithGzipForEachAddress() throws Exception {
    for (String host : List.of("localhost", "127.0.0.1", "localhost")) {
      URI contract = platform.uri("/store/openapi.json");
      URI address = URI.create(contract.toString().replace(contract.getHost(), host));
      HttpRequest.Builder request = HttpRequest.newBuilder(address);
      String plain = platform.send(request.copy()).body();
      HttpResponse<byte[]> gzip = compressed(request.header("Accept-Encoding", "gzip").build());
      assertThat(gzip.headers().firstValue("Content-Encoding")).contains("gzip");
      try (GZIPInputStream whole = new GZIPInputStream(new ByteArrayInputStream(gzip.body()))) {
        assertThat(new String(whole.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(plain);
      }
      assertThat(plain).contains("http://" + host);
    }
  }

  @Test
  void aNewRecordNeedsNoIdAndNothingThatThePathSays() {
    JsonNode farm = Json.parse(get("/v1/openapi.json", "*/*").body());
    JsonNode schemas = farm.at("/components/schemas");
    assertThat(
            farm.at(
                    "/paths/~1v1~1farms~1{farmId}~1fields/post/requestBody/content/application~1json/schema/$ref")
                .asText())
        .isEqualTo("#/components/schemas/FieldCreation");
    assertThat(schemas.at("/FieldCreation/required"))
        .extracting(JsonNode::asText)
        .contains("name")
        .doesNotContain("id", "farmId");
    assertThat(schemas.at("/FieldReplacement/required"))
        .extracting(JsonNode::asText)
        .contains("id", "farmId");
    assertThat(schemas.at("/FieldPatch").has("required")).isFalse();
  }

  @Test
  void everyComponentIsUsed() {
    for (String path : CONTRACTS) {
      JsonNode document = Json.parse(get(path, "*/*").body());
      String text = Json.write(document);
      for (String group : List.of("schemas", "examples", "responses", "headers", "parameters")) {
        document
            .at("/components/" + group)
            .properties()
            .forEach(
                e ->
                    assertThat(text).contains("\"#/components/" + group + "/" + e.getKey() + "\""));
      }
    }
  }

  @Test
  void theLinkedDataContextHasTermsOfThisPlatform() {
    HttpResponse<String> context = get("/v1/context.jsonld", "*/*");
    assertThat(context.statusCode()).isEqualTo(200);
    assertThat(context.headers().firstValue("Content-Type")).contains("application/ld+json");
    JsonNode terms = Json.parse(context.body()).path("@context");
    assertThat(terms.path("Field").path("@id").asText())
        .isEqualTo(platform.uri("/ns/v1#Field").toString());
    assertThat(terms.path("@version").decimalValue()).isEqualByComparingTo("1.1");
  }

  @Test
  void theTermsOfLinkedDataDoNotFollowTheNameByWhichAClientCalls() {
    URI named = platform.uri("/v1/context.jsonld");
    String other = named.getHost().equals("localhost") ? "127.0.0.1" : "localhost";
    URI renamed = URI.create(named.toString().replace(named.getHost(), other));
    assertThat(renamed).isNotEqualTo(named);
    assertThat(platform.send(HttpRequest.newBuilder(renamed)).body())
        .isEqualTo(platform.send(HttpRequest.newBuilder(named)).body());
  }

  @Test
  void theDocumentationPageLoadsNothingFromOtherHosts() {
    HttpResponse<String> page = get("/docs/", "text/html");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("http://", "https://", "//cdn");
    for (String file :
        new String[] {
          "swagger-ui.css",
          "index.css",
          "swagger-ui-bundle.js",
          "swagger-ui-standalone-preset.js",
          "page.css",
          "access.js",
          "start.js",
          "favicon-32x32.png"
        }) {
      assertThat(page.body() + "favicon-32x32.png").contains(file);
      assertThat(get("/docs/" + file, "*/*").statusCode()).as(file).isEqualTo(200);
    }
    assertThat(get("/docs/nothing.js", "*/*").statusCode()).isEqualTo(404);
    assertThat(get("/docs", "*/*").statusCode()).isEqualTo(302);
  }
}
