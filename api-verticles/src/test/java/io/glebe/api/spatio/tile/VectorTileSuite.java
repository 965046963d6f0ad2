package io.glebe.api.spatio.tile;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.MvtReader;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.TagKeyValueMapConverter;
import io.github.sebasbaumh.mapbox.vectortile.adapt.jts.model.JtsLayer;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Vector tiles read with an independent decoder, for one surface. */
abstract class VectorTileSuite {
  private static final String SET = "/tiles/WebMercatorQuad-Vector";

  private final SpatioClient client;

  VectorTileSuite(SpatioClient client) {
    this.client = client;
  }

  /** Four squares of ten degrees, two of each crop, the first with a hole. */
  private String squares() {
    String id = client.collection();
    ObjectNode all = Json.object().put("type", "FeatureCollection");
    ArrayNode features = all.putArray("features");
    for (int i = 0; i < 4; i++) {
      int west = 20 * i + 5;
      String hole = i == 0 ? ",[[9,14],[9,16],[11,16],[11,14],[9,14]]" : "";
      String square =
          "[[%d,10],[%d,10],[%d,20],[%d,20],[%d,10]]"
              .formatted(west, west + 10, west + 10, west, west);
      ObjectNode feature =
          Json.parseObject(
              "{\"type\":\"Feature\",\"id\":\"s%d\",\"geometry\":{\"type\":\"Polygon\","
                      .formatted(i)
                  + "\"coordinates\":["
                  + square
                  + hole
                  + "]},\"properties\":{}}");
      ObjectNode properties = (ObjectNode) feature.get("properties");
      properties.put("crop", i % 2 == 0 ? "wheat" : "maize").put("survey_number", 100 + i);
      properties.put("datetime", "2026-05-0%dT00:00:00Z".formatted(i + 1));
      features.add(feature);
    }
    expect(
        200, client.post("/collections/" + id + "/items", "application/geo+json", Json.write(all)));
    return id;
  }

  private List<Geometry> decoded(String id, String path) throws IOException {
    HttpResponse<byte[]> answer = expect(200, client.get("/collections/" + id + SET + path));
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .isEqualTo("application/vnd.mapbox-vector-tile");
    JtsLayer layer =
        MvtReader.loadMvt(
                new ByteArrayInputStream(answer.body()),
                new GeometryFactory(),
                new TagKeyValueMapConverter())
            .getLayer(id);
    return List.copyOf(layer.getGeometries());
  }

  private Set<String> ids(String id, String path) throws IOException {
    TreeSet<String> ids = new TreeSet<>();
    decoded(id, path).forEach(shape -> ids.add(((Map<?, ?>) shape.getUserData()).get("id") + ""));
    return ids;
  }

  @Test
  void aTileHoldsTheFeaturesInTileUnitsWithTheirProperties() throws IOException {
    String id = squares();
    List<Geometry> shapes = decoded(id, "/0/0/0.mvt");
    assertThat(shapes).hasSize(4);
    Geometry first =
        shapes.stream()
            .filter(shape -> "s0".equals(((Map<?, ?>) shape.getUserData()).get("id")))
            .findFirst()
            .orElseThrow();
    Map<?, ?> tags = (Map<?, ?>) first.getUserData();
    assertThat(tags.get("crop")).isEqualTo("wheat");
    assertThat(tags.get("survey_number")).isEqualTo(100L);
    assertThat(first.getNumGeometries()).isEqualTo(1);
    assertThat(first.getEnvelopeInternal().getMinX()).isCloseTo(185 / 360.0 * 4096, within(1.0));
    assertThat(first.getEnvelopeInternal().getMaxX()).isCloseTo(195 / 360.0 * 4096, within(1.0));
    assertThat(first.getArea()).isLessThan(first.getEnvelope().getArea() - 300);
  }

  @Test
  void filtersSelectByPropertyTimeAndCql() throws IOException {
    String id = squares();
    assertThat(ids(id, "/0/0/0?crop=wheat")).containsExactly("s0", "s2");
    assertThat(ids(id, "/0/0/0?crop=wheat,maize&survey_number=101")).containsExactly("s1");
    assertThat(ids(id, "/0/0/0?datetime=2026-05-02/2026-05-03")).containsExactly("s1", "s2");
    for (String slice : List.of("latest", "nearest:2026-05-02")) {
      expect(400, client.get("/collections/" + id + SET + "/0/0/0?datetime=" + slice));
    }
    assertThat(ids(id, "/0/0/0?filter=survey_number%3E102")).containsExactly("s3");
    expect(204, client.get("/collections/" + id + SET + "/0/0/0?crop=rice"));
    JsonNode typo = json(expect(400, client.get("/collections/" + id + SET + "/0/0/0?crp=rice")));
    assertThat(typo.at("/violations/0/parameter").asText()).isEqualTo("crp");
    assertThat(typo.path("detail").asText()).contains("did you mean crop?");
    JsonNode filter = json(expect(400, client.get("/collections/" + id + SET + "/0/0/0?filtr=1")));
    assertThat(filter.path("detail").asText()).contains("did you mean filter?");
    expect(400, client.get("/collections/" + id + SET + "/0/0/0?filter=crp%3D%27rice%27"));
    expect(204, client.get("/collections/" + id + SET + "/2/0/0"));
    expect(404, client.get("/collections/" + id + SET + "/2/4/0"));
    expect(400, client.get("/collections/" + id + SET + "/2/1/x"));
    expect(400, client.get("/collections/" + id + SET + "/0/0/0?resampling=nearest"));
    expect(400, client.get("/collections/" + id + SET + "/tilejson.json?colormap=greys"));
    expect(400, client.get("/collections/" + id + SET + "/tilejson.json?layers=nothing"));
    expect(400, client.get("/collections/" + id + SET + "/tilejson.json?crp=rice"));
    expect(400, client.get("/collections/" + id + SET + "/tilejson.json?filter=crp%3D%27rice%27"));
    expect(200, client.get("/collections/" + id + SET + "/tilejson.json?crop=rice"));
    String map = "/collections/" + id + "/map/render?width=100&height=100&bbox=0,0,10,10&filter=";
    expect(400, client.get(map + "crp%3D%27rice%27"));
    expect(200, client.get(map + "crop%3D%27rice%27"));
    JsonNode document =
        json(expect(200, client.get("/collections/" + id + SET + "/tilejson.json?f=json")));
    assertThat(document.at("/tiles/0").asText()).doesNotContain("f=json");
  }

  @Test
  void theTilesetHasItsLayerItsExtentAndItsLimits() throws IOException {
    String id = squares();
    JsonNode set = json(expect(200, client.get("/collections/" + id + SET)));
    assertThat(set.path("dataType").asText()).isEqualTo("vector");
    assertThat(set.at("/layers/0/id").asText()).isEqualTo(id);
    assertThat(set.path("boundingBox").has("lowerLeft")).isTrue();
    JsonNode last = set.path("tileMatrixSetLimits").get(22);
    assertThat(last.path("tileMatrix").asText()).isEqualTo("22");
    int behind = last.path("maxTileCol").asInt() + 1;
    expect(404, client.get("/collections/" + id + SET + "/22/" + behind + "/0"));
    assertThat(set.path("tileMatrixSetLimits")).hasSize(23);
    expect(404, client.get("/collections/" + id + SET + "/23/0/0"));
  }

  @Test
  void theEntityTagChangesExactlyWithDataAndQuery() throws IOException {
    String id = squares();
    String path = "/collections/" + id + SET + "/0/0/0";
    String etag = expect(200, client.get(path)).headers().firstValue("ETag").orElseThrow();
    HttpResponse<byte[]> fresh = expect(304, client.get(path, "If-None-Match", etag));
    assertThat(fresh.headers().firstValue("ETag")).contains(etag);
    expect(200, client.get(path + "?crop=wheat", "If-None-Match", etag));
    expect(204, client.delete("/collections/" + id + "/items/s3"));
    expect(200, client.get(path, "If-None-Match", etag));
    assertThat(ids(id, "/0/0/0")).containsExactly("s0", "s1", "s2");
  }

  @Test
  void compressedAndPlainTilesAreTheSame() throws IOException {
    String path = "/collections/" + squares() + SET + "/0/0/0";
    HttpResponse<byte[]> packed = expect(200, client.get(path, "Accept-Encoding", "gzip"));
    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    String etag = packed.headers().firstValue("ETag").orElseThrow();
    assertThat(etag).endsWith("-gzip\"");
    expect(304, client.get(path, "If-None-Match", etag, "Accept-Encoding", "gzip"));
    expect(304, client.get(path, "If-None-Match", etag));
    byte[] plain = expect(200, client.get(path)).body();
    assertThat(new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes())
        .isEqualTo(plain);
  }

  @Test
  void tileJsonListsLayerFieldsAndVersionedTiles() {
    String id = squares();
    for (String set : List.of("WebMercatorQuad-Vector", "WebMercatorQuad")) {
      String base = "/collections/" + id + "/tiles/" + set;
      JsonNode json = json(expect(200, client.get(base + "/tilejson.json?crop=wheat")));
      JsonNode layer = json.path("vector_layers").get(0);
      assertThat(layer.path("id").asText()).isEqualTo(id);
      assertThat(layer.path("fields").path("crop").asText()).isEqualTo("String");
      assertThat(layer.path("fields").path("survey_number").asText()).isEqualTo("Number");
      assertThat(json.path("bounds").get(2).asDouble()).isEqualTo(75);
      assertThat(json.path("tiles").get(0).asText()).endsWith(base + "/{z}/{x}/{y}?v=1&crop=wheat");
      expect(200, client.get(base + "/0/0/0"));
      expect(200, client.get(base));
      expect(200, client.get("/tileMatrixSets/" + set));
    }
    assertThat(json(client.get("/collections/" + id + "/tiles")).path("tilesets")).hasSize(1);
  }

  @Test
  void aCollectionWithoutFeaturesHasNoTilesetOfFeatures() {
    String of = "/collections/" + client.cube();
    expect(404, client.get(of + SET));
    expect(404, client.get(of + SET + "/tilejson.json"));
    expect(404, client.get(of + SET + "/0/0/0"));
    String empty = "/collections/" + client.collection() + SET;
    expect(200, client.get(empty));
    expect(204, client.get(empty + "/0/0/0"));
  }

  @Test
  void verySmallFieldsAreStillShownAtTheirPosition() throws IOException {
    String id = client.collection();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      double x = 10 + 0.5 * (i % 20);
      int row = i / 20;
      double y = 40 + 0.3 * row;
      lines.append(
          String.format(
              java.util.Locale.ROOT,
              "{\"type\":\"Feature\",\"properties\":{\"n\":%d},\"geometry\":{\"type\":\"Polygon\","
                  + "\"coordinates\":[[[%.4f,%.4f],[%.4f,%.4f],[%.4f,%.4f],[%.4f,%.4f]]]}}%n",
              i,
              x,
              y,
              x + 1e-3,
              y,
              x + 1e-3,
              y + 1e-3,
              x,
              y));
    }
    expect(
        200,
        client.post("/collections/" + id + "/items", "application/x-ndjson", lines.toString()));
    List<Geometry> far = decoded(id, "/2/2/1");
    assertThat(far.size()).isBetween(20, 400);
    assertThat(far).allMatch(shape -> shape.getArea() > 0);
    assertThat(decoded(id, "/2/2/1?n=7")).hasSize(1);
    List<Geometry> near = decoded(id, "/12/2161/1550");
    assertThat(near).hasSizeGreaterThanOrEqualTo(1);
  }

  @Test
  void aChangedFeatureChangesOnlyTheTilesThatShowIt() {
    String id = squares();
    String base = "/collections/" + id + SET;
    String[] touched = {"/0/0/0", "/4/8/7", "/16/34315/30005"};
    String[] others = {"/4/11/7", "/9/352/241", "/16/47000/30000"};
    String body =
        "{\"type\":\"Feature\",\"id\":\"small\",\"properties\":{},\"geometry\":{\"type\":"
            + "\"Point\",\"coordinates\":[8.5,15.0]}}";
    List<String> before = etags(base, touched);
    List<String> beside = etags(base, others);
    expect(201, client.post("/collections/" + id + "/items", "application/geo+json", body));
    assertThat(etags(base, others)).isEqualTo(beside);
    assertThat(etags(base, touched)).doesNotContainAnyElementsOf(before);
    List<String> with = etags(base, touched);
    expect(204, client.delete("/collections/" + id + "/items/small"));
    assertThat(etags(base, others)).isEqualTo(beside);
    assertThat(etags(base, touched)).doesNotContainAnyElementsOf(with);
  }

  private List<String> etags(String base, String... tiles) {
    return java.util.Arrays.stream(tiles)
        .map(tile -> client.get(base + tile).headers().firstValue("ETag").orElseThrow())
        .toList();
  }
}
