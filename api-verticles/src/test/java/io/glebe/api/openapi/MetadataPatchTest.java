package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A merge patch of STAC metadata changes or removes single members of what is stored. */
class MetadataPatchTest {
  private static final String PATH = "/api/v2/collections/{collectionId}/stac-metadata";

  private final TestPlatform platform = TestPlatform.shared();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"renders": {"ndvi": {"title": "NDVI"}}} | true
          {"renders": {"ndvi": null}} | true
          {"renders": {"ndvi": {"assets": "NDVI"}}} | false
          {"assets": {"map": {"title": "a map", "description": null}}} | true
          {"assets": {"map": {"href": 1}}} | false
          {"summaries": {"area": {"minimum": 1}}} | true
          {"summaries": {"area": null}} | true
          {"summaries": {"area": []}} | false
          """)
  void theDocumentTakesAPartOfAnEntry(String patch, boolean isValid) {
    String text =
        platform.send(HttpRequest.newBuilder(platform.uri("/api/v2/openapi.json"))).body();
    DocumentCheck check = new DocumentCheck(Json.parseObject(text));
    JsonNode schema =
        Json.parse(text)
            .path("paths")
            .path(PATH)
            .at("/patch/requestBody/content")
            .path("application/merge-patch+json")
            .path("schema");
    assertThat(check.fits(schema, Json.parse(patch))).isEqualTo(isValid);
  }
}
