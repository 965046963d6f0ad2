package io.glebe.api.spatio.collection;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** From an empty collection to a tile and a series, for one surface. */
abstract class CubeSuite extends CubeFixture {
  CubeSuite(SpatioClient client) {
    super(client);
  }

  @Test
  void aCollectionIsCreatedReadReplacedAndDeleted() {
    String id = client.collection();
    String path = "/collections/" + id;

    HttpResponse<byte[]> read = expect(200, client.get(path));
    assertThat(json(read).path("farmId").asText()).isEqualTo(SpatioClient.FARM.toString());
    String etag = read.headers().firstValue("ETag").orElseThrow();
    expect(304, client.get(path, "If-None-Match", etag));
    ObjectNode body = Json.object().put("title", "Renamed");
    expect(200, client.put(path, body, "If-Match", etag));
    problem(412, client.put(path, body, "If-Match", etag));
    problem(412, client.put(path, body, "If-None-Match", "*")); // it replaces only
    assertThat(json(client.get(path)).path("title").asText()).isEqualTo("Renamed");
    problem(409, client.post("/collections", SpatioClient.named(id)));
    expect(204, client.delete(path));
    problem(404, client.get(path));
  }

  @Test
  void aCollectionDeletedAndCreatedAgainHasNoOldData() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(5000, CELLS)));
    String tile = "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE + "?layers=NDVI";
    String before = expect(200, client.get(tile)).headers().firstValue("ETag").orElseThrow();
    expect(204, client.delete("/collections/" + id));
    expect(201, client.post("/collections", SpatioClient.named(id)));
    expect(201, client.post("/collections/" + id + "/zarr/init", SpatioClient.grid()));
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(6000, CELLS)));

    expect(200, client.get(tile, "If-None-Match", before));
    assertThat(series(id, "").get(0).path("mean").asDouble()).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void rawCellsAreReturnedAsTileSeriesAndPoint() throws IOException {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(5000, CELLS)));
    expect(200, client.fill(id, "NDVI", "datetime=" + JUNE, cells(7500, CELLS)));

    HttpResponse<byte[]> tile =
        expect(
            200,
            client.get(
                "/collections/"
                    + id
                    + "/tiles/WebMercatorQuad/"
                    + TILE
                    + ".png?layers=NDVI&colormap_name=greys&rescale=0,1&datetime=2026-06-01"));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(tile.body()));
    int opaque = 0;
    for (int y = 0; y < 256; y++) {
      for (int x = 0; x < 256; x++) {
        opaque += image.getRGB(x, y) >>> 24 == 255 ? 1 : 0;
      }
    }
    assertThat(image.getWidth()).isEqualTo(256);
    assertThat(opaque).isGreaterThan(1_000);
    JsonNode months = series(id, "resolution=P1M&aggregation=mean,min,max,sum,count");
    assertThat(months).hasSize(2);
    assertThat(months.get(0).path("datetime").asText()).isEqualTo("2026-05-01T00:00:00Z");
    assertThat(months.get(0).path("mean").asDouble()).isCloseTo(0.5, within(1e-6));
    assertThat(months.get(1).path("max").asDouble()).isCloseTo(0.75, within(1e-6));
    assertThat(months.get(1).path("valid").asInt()).isEqualTo(CELLS);
    assertThat(months.get(1).path("count").asDouble()).isCloseTo(CELLS, within(1e-3));
    JsonNode point =
        json(expect(200, client.get("/collections/" + id + "/point/15.492,46.0253?layers=NDVI")));
    assertThat(point.path("values").get(1).path("value").asDouble()).isCloseTo(0.75, within(1e-6));
  }

  @Test
  void npyOfEitherByteOrderGivesTheSameAsRawCells() {
    String id = client.cube();
    String shape = "'fortran_order': False, 'shape': (2, 10, 20), }";
    ByteBuffer big = ByteBuffer.allocate(4 * CELLS);
    for (int i = 0; i < 2 * CELLS; i++) {
      big.putShort((short) (i < CELLS ? 1000 : 2000));
    }
    String times = "datetime=" + MAY + "," + JUNE;

    expect(200, client.fill(id, "NDVI", times, npy("{'descr': '>i2', " + shape, big.array())));

    JsonNode values = series(id, "");
    assertThat(values.get(0).path("mean").asDouble()).isCloseTo(0.1, within(1e-6));
    assertThat(values.get(1).path("mean").asDouble()).isCloseTo(0.2, within(1e-6));
    assertThat(json(client.get("/collections/" + id + "/time")).path("times"))
        .extracting(JsonNode::asText)
        .containsExactly(MAY, JUNE);
  }

  @Test
  void aWindowChangesOnlyItsCells() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY + "&window=0,0,5,10", cells(5000, 50)));

    JsonNode value = series(id, "aggregation=mean,min,max").get(0);
    assertThat(value.path("mean").asDouble()).isCloseTo(0.2, within(1e-6));
    assertThat(value.path("min").asDouble()).isCloseTo(0.1, within(1e-6));
    assertThat(value.path("max").asDouble()).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void theEntityTagOfATileChangesExactlyWithItsData() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tile =
        "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE + "?layers=NDVI&datetime=" + MAY;
    String etag = expect(200, client.get(tile)).headers().firstValue("ETag").orElseThrow();

    expect(200, client.fill(id, "NDVI", "datetime=" + JUNE, cells(1000, CELLS)));
    expect(304, client.get(tile, "If-None-Match", etag));
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(2000, CELLS)));
    expect(200, client.get(tile, "If-None-Match", etag));
  }

  @Test
  void anUploadOfAWindowChangesOnlyTheTilesThatShowIt() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tiles = "/collections/" + id + "/tiles/WebMercatorQuad/20/";
    String west = tiles + "569409/372938?layers=NDVI&datetime=" + MAY;
    String east = tiles + "569415/372938?layers=NDVI&datetime=" + MAY;
    String whole =
        "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE + "?layers=NDVI&datetime=" + MAY;
    for (int round = 0; round < 3; round++) {
      String westBefore = expect(200, client.get(west)).headers().firstValue("ETag").orElseThrow();
      String eastBefore = expect(200, client.get(east)).headers().firstValue("ETag").orElseThrow();
      String all = expect(200, client.get(whole)).headers().firstValue("ETag").orElseThrow();
      byte[] image = client.get(east).body();
      String window = "datetime=" + MAY + "&window=0,0,5,10";
      expect(200, client.fill(id, "NDVI", window, cells(2000 + 1000 * round, 50)));

      expect(304, client.get(east, "If-None-Match", eastBefore));
      expect(200, client.get(west, "If-None-Match", westBefore));
      expect(200, client.get(whole, "If-None-Match", all));
      assertThat(client.get(east).body()).isEqualTo(image);
    }
    String before = client.get(east).headers().firstValue("ETag").orElseThrow();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(4000, CELLS)));
    expect(200, client.get(east, "If-None-Match", before));
  }

  @Test
  void aSliceIsSelectedByInstantDateIntervalOrNearestTime() {
    String id = client.cube();
    for (String day : new String[] {"01", "11", "21"}) {
      String at = "2026-05-" + day + "T10:00:00Z";
      expect(200, client.fill(id, "NDVI", "datetime=" + at, cells(1000, CELLS)));
    }
    String[][] cases = {
      {"2026-05-11T10:00:00Z", "2026-05-11"},
      {"2026-05-11", "2026-05-11"},
      {"latest", "2026-05-21"},
      {"../2026-05-15", "2026-05-11"},
      {"2026-05-01/2026-05-10", "2026-05-01"},
      {"2026-05-12/..", "2026-05-21"},
      {"nearest:2026-05-17", "2026-05-21"},
      {"nearest:2026-05-15", "2026-05-11"},
      {"nearest:1990-01-01", "2026-05-01"},
      {"nearest:2090-01-01", "2026-05-21"},
    };
    for (String[] each : cases) {
      JsonNode tileJson =
          json(
              expect(
                  200,
                  client.get(
                      "/collections/"
                          + id
                          + "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI"
                          + "&datetime="
                          + each[0])));
      assertThat(tileJson.path("tiles").get(0).asText())
          .as(each[0])
          .contains("datetime=" + each[1]);
    }
    problem(
        404,
        client.get(
            "/collections/"
                + id
                + "/tiles/WebMercatorQuad/"
                + TILE
                + "?layers=NDVI&datetime=2026-05-12/2026-05-20"));
  }

  @Test
  void aTileOutsideTheDataIsTransparent() throws IOException {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));

    HttpResponse<byte[]> tile =
        expect(200, client.get("/collections/" + id + "/tiles/WebMercatorQuad/10/0/0?layers=NDVI"));

    BufferedImage image = ImageIO.read(new ByteArrayInputStream(tile.body()));
    assertThat(image.getRGB(128, 128) >>> 24).isZero();
  }

  @Test
  void aTileOfACubeRefusesParametersThatItDoesNotHave() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tile = "/collections/" + id + "/tiles/WebMercatorQuad/" + TILE;
    for (String query : List.of("LAYERS=NDVI", "crop=maize", "propertyFilters=x", "datetime=")) {
      problem(400, client.get(tile + "?" + query));
    }
  }

  @Test
  void tilesOutsideOfTheLimitsOfTheTilesetDoNotExist() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));
    String tiles = "/collections/" + id + "/tiles/WebMercatorQuad";
    JsonNode set = json(expect(200, client.get(tiles)));
    assertThat(set.at("/layers/0/id").asText()).isEqualTo("NDVI");
    assertThat(set.at("/boundingBox/lowerLeft/0").asDouble()).isBetween(15.4, 15.6);
    JsonNode limits = set.path("tileMatrixSetLimits");
    for (JsonNode limit : limits) {
      String zoom = tiles + "/" + limit.path("tileMatrix").asText() + "/";
      int behind = limit.path("maxTileCol").asInt() + 1;
      problem(404, client.get(zoom + behind + "/0?layers=NDVI"));
      expect(200, client.get(zoom + "0/" + limit.path("maxTileRow").asInt() + "?layers=NDVI"));
    }
    int last = limits.get(limits.size() - 1).path("tileMatrix").asInt();
    problem(404, client.get(tiles + "/" + (last + 1) + "/0/0?layers=NDVI"));
  }

  @Test
  void aLayerIsRemovedWithItsData() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));

    expect(204, client.delete("/collections/" + id + "/layers/NDVI"));

    problem(404, client.get("/collections/" + id + "/layers/NDVI"));
    expect(201, client.post("/collections/" + id + "/layers", SpatioClient.layer("NDVI")));
    assertThat(series(id, "")).isEmpty();
  }

  @Test
  void tileJsonLinksToTilesOfTheSameSurface() {
    String id = client.cube();
    expect(200, client.fill(id, "NDVI", "datetime=" + MAY, cells(1000, CELLS)));

    JsonNode tileJson =
        json(
            expect(
                200,
                client.get(
                    "/collections/" + id + "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI")));

    assertThat(tileJson.path("tilejson").asText()).isEqualTo("3.0.0");
    String address = tileJson.path("tiles").get(0).asText();
    assertThat(address).contains(client.prefix() + "/collections/" + id);
    String tile =
        address
            .replace("{z}/{x}/{y}", TILE)
            .substring(
                address.indexOf(client.prefix() + "/collections/") + client.prefix().length());
    HttpResponse<byte[]> answer = expect(200, client.get(tile));
    assertThat(answer.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    String other = tile.replaceFirst("([?&]v=)", "$19");
    assertThat(expect(200, client.get(other)).headers().firstValue("Cache-Control").orElse(""))
        .as("a version that does not exist yet")
        .doesNotContain("immutable");
    assertThat(tileJson.path("maxzoom").asInt()).isBetween(12, 20);
  }

  @Test
  void tilesetsListTheirMatricesAndLimits() {
    String id = client.cube();
    String tiles = "/collections/" + id + "/tiles";

    assertThat(json(expect(200, client.get(tiles))).path("tilesets")).hasSizeGreaterThan(0);
    JsonNode set = json(expect(200, client.get(tiles + "/WebMercatorQuad")));
    assertThat(set.path("tileMatrixSetLimits").isArray()).isTrue();
    assertThat(set.path("links").findValuesAsText("href"))
        .anyMatch(href -> href.endsWith("{tileMatrix}/{tileCol}/{tileRow}"));
    JsonNode matrices =
        json(expect(200, client.get("/tileMatrixSets/WebMercatorQuad"))).path("tileMatrices");
    assertThat(matrices).hasSize(25);
  }
}
