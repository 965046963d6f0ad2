package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Loads the 88 real parcels of the Slovenian square kilometre and reads them back exactly. */
final class SloveniaParcelsTest {
  private static final int PARCELS = 88;

  private final SpatioClient client = new SpatioClient("/api/v2");

  private static ObjectNode parcels() throws IOException {
    Path shared =
        Optional.ofNullable(System.getenv("GLEBE_SHARED_DATA"))
            .map(Path::of)
            .orElseGet(() -> Path.of("").toAbsolutePath().resolve("../../shared/data"));
    Path file = shared.resolve("s2-slovenia/parcels.geojson");
    assumeTrue(Files.isRegularFile(file), "the shared parcels are there");
    ObjectNode body = Json.object().put("type", "FeatureCollection");
    ArrayNode features = body.putArray("features");
    for (JsonNode parcel : Json.parseObject(Files.readAllBytes(file)).path("features")) {
      features.add(
          ((ObjectNode) parcel).put("id", parcel.at("/properties/index").asText()).deepCopy());
    }
    return body;
  }

  @Test
  void loadedParcelsAreReadBackExactly() throws IOException {
    ObjectNode body = parcels();
    String id = client.collection();
    String items = "/collections/" + id + "/items";
    JsonNode loaded =
        json(expect(200, client.post(items, "application/geo+json", Json.write(body))));
    assertThat(loaded.path("inserted").asInt()).isEqualTo(PARCELS);

    Map<String, JsonNode> sent = new HashMap<>();
    Map<String, Integer> kinds = new TreeMap<>();
    double area = 0;
    for (JsonNode parcel : body.path("features")) {
      sent.put(parcel.path("id").asText(), parcel);
      kinds.merge(parcel.at("/properties/LULC_NAME").asText(), 1, Integer::sum);
      area += parcel.at("/properties/AREA").asDouble();
    }
    JsonNode page = json(expect(200, client.get(items + "?limit=1000&facetby=LULC_NAME")));
    assertThat(page.path("features")).hasSize(PARCELS);
    double back = 0;
    for (JsonNode feature : page.path("features")) {
      JsonNode parcel = sent.get(feature.path("id").asText());
      assertThat(feature.path("properties")).isEqualTo(parcel.path("properties"));
      assertThat(feature.path("geometry")).isEqualTo(GeoJson.rightHanded(parcel.path("geometry")));
      back += feature.at("/properties/AREA").asDouble();
    }
    assertThat(back).isEqualTo(area);
    Map<String, Integer> counted = new TreeMap<>();
    page.at("/facets/LULC_NAME")
        .forEach(each -> counted.put(each.path("value").asText(), each.path("count").asInt()));
    assertThat(counted).isEqualTo(kinds);
  }

  @Test
  void filtersFindTheSameParcelsAsAPlainLoop() throws IOException {
    ObjectNode body = parcels();
    String id = client.collection();
    String items = "/collections/" + id + "/items";
    expect(200, client.post(items, "application/geo+json", Json.write(body)));
    long large =
        java.util.stream.StreamSupport.stream(body.path("features").spliterator(), false)
            .filter(each -> each.at("/properties/AREA").asDouble() > 10_000)
            .filter(each -> each.at("/properties/LULC_NAME").asText().contains("land"))
            .count();
    String filter = SpatioRoutes.encoded("AREA > 10000 AND LULC_NAME LIKE '%land%'");
    JsonNode found = json(expect(200, client.get(items + "?limit=1000&filter=" + filter)));
    assertThat(large).isPositive();
    assertThat(found.path("numberReturned").asLong()).isEqualTo(large);

    JsonNode extent = json(client.get("/collections/" + id)).at("/extent/spatial/bbox/0");
    String box = extent.get(0) + "," + extent.get(1) + "," + extent.get(2) + "," + extent.get(3);
    assertThat(json(client.get(items + "?limit=1000&bbox=" + box)).path("features"))
        .hasSize(PARCELS);
    byte[] shown = client.get(items + "?limit=1000&f=html").body();
    assertThat(new String(shown, StandardCharsets.UTF_8)).contains("<td>37649</td>");
  }
}
