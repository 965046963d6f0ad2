package io.glebe.core.cube.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Violation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests valid and invalid map style documents. */
class StyleCheckTest {
  private static final String SOURCES =
      "\"sources\":{\"r\":{\"type\":\"raster\",\"tiles\":[\"/a/{z}/{x}/{y}\"],\"tileSize\":256},"
          + "\"v\":{\"type\":\"vector\",\"url\":\"/tilejson.json\"}}";

  private static ObjectNode style(String layer) {
    return Json.parseObject("{\"version\":8," + SOURCES + ",\"layers\":[" + layer + "]}");
  }

  private static List<String> pointers(ObjectNode style) {
    return StyleCheck.faults(style, 1_000).stream().map(Violation::where).toList();
  }

  private static String fill(String paint) {
    return "{\"id\":\"a\",\"type\":\"fill\",\"source\":\"v\",\"source-layer\":\"x\",\"paint\":{"
        + paint
        + "}}";
  }

  private static ObjectNode sources(String sources) {
    return Json.parseObject(
        "{\"version\":8,\"sources\":{" + sources.replace('\'', '"') + "},\"layers\":[]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        " javascript:alert(1)",
        "java\\tscript:alert(1)",
        "data:text/html,a",
        "file:///etc/passwd",
        "ftp://example.org/{z}",
        "http:example.org",
        "https://"
      })
  void anAddressIsOfHttpOrRelative(String address) {
    assertThat(pointers(sources("'a':{'type':'raster','tiles':['/a','" + address + "']}")))
        .containsExactly("/sources/a/tiles/1");
    assertThat(pointers(sources("'a':{'type':'vector','url':'" + address + "'}")))
        .containsExactly("/sources/a/url");
    assertThat(pointers(sources("'a':{'type':'geojson','data':'" + address + "'}")))
        .containsExactly("/sources/a/data");
    ObjectNode style = sources("");
    style.put("glyphs", Json.parse("\"" + address + "\"").asText());
    assertThat(pointers(style)).containsExactly("/glyphs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org:8443/a/{z}/{x}/{y}.pbf?a=b:c",
        "HTTP://example.org",
        "//example.org/a",
        "/a/{z}/{x}/{y}?style=a:b",
        "tiles/{z}/{x}/{y}",
        "tilejson.json"
      })
  void addressesOfHttpAndRelativeOnesAreNoFault(String address) {
    assertThat(pointers(sources("'a':{'type':'raster','tiles':['" + address + "']}"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"fill-color\":\"#3c9a4b\",\"fill-opacity\":0.5",
        "\"fill-color\":\"rgba(10, 20, 30, 0.5)\",\"fill-antialias\":false",
        "\"fill-color\":\"hsl(120deg 50% 50% / 40%)\"",
        "\"fill-color\":[\"match\",[\"get\",\"crop\"],[\"wheat\",\"rye\"],\"gold\",\"maize\",\"green\",\"#888\"]",
        "\"fill-color\":[\"case\",[\">\",[\"get\",\"area\"],5],\"red\",\"blue\"]",
        "\"fill-opacity\":[\"interpolate\",[\"linear\"],[\"zoom\"],5,0.1,12,0.8]",
        "\"fill-opacity\":[\"step\",[\"zoom\"],0.1,10,1]",
        "\"fill-color\":[\"let\",\"x\",[\"get\",\"a\"],[\"to-color\",[\"var\",\"x\"]]]",
        "\"fill-color\":{\"stops\":[[5,\"red\"],[10,\"blue\"]]}",
        "\"fill-translate\":[1,2],\"fill-color-transition\":{\"duration\":0}"
      })
  void validLayersHaveNoFault(String paint) {
    assertThat(StyleCheck.faults(style(fill(paint)), 1_000)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"fill-colour\":\"red\" | /layers/0/paint/fill-colour",
        "\"fill-color\":\"reddish\" | /layers/0/paint/fill-color",
        "\"fill-color\":3 | /layers/0/paint/fill-color",
        "\"fill-opacity\":1.5 | /layers/0/paint/fill-opacity",
        "\"fill-opacity\":\"1\" | /layers/0/paint/fill-opacity",
        "\"fill-translate\":[1] | /layers/0/paint/fill-translate",
        "\"fill-translate-anchor\":\"sky\" | /layers/0/paint/fill-translate-anchor",
        "\"fill-color\":[\"case\",[\"evil\",1],\"red\",\"blue\"] | /layers/0/paint/fill-color/1/0",
        "\"fill-color\":[\"get\"] | /layers/0/paint/fill-color",
        "\"fill-antialias\":[\"get\",\"a\"] | /layers/0/paint/fill-antialias",
        "\"fill-opacity\":[\"interpolate\",[\"linear\"],[\"zoom\"],9,1,5,0] |"
            + " /layers/0/paint/fill-opacity/5",
        "\"fill-opacity\":[\"interpolate\",[\"wild\"],[\"zoom\"],9,1] |"
            + " /layers/0/paint/fill-opacity/1",
        "\"fill-color\":[\"match\",[\"get\",\"c\"],\"a\",\"red\"] | /layers/0/paint/fill-color",
        "\"fill-color\":{\"base\":1} | /layers/0/paint/fill-color"
      })
  void eachFaultNamesItsPointer(String paint, String pointer) {
    assertThat(pointers(style(fill(paint)))).contains(pointer);
  }

  @Test
  void sourcesAndLayersMustMatch() {
    assertThat(pointers(Json.parseObject("{}"))).hasSize(3);
    assertThat(pointers(style("{\"id\":\"a\",\"type\":\"fill\",\"source\":\"none\"}")))
        .containsExactly("/layers/0/source");
    assertThat(pointers(style("{\"id\":\"a\",\"type\":\"raster\",\"source\":\"v\"}")))
        .contains("/layers/0/source");
    assertThat(pointers(style("{\"id\":\"a\",\"type\":\"fill\",\"source\":\"v\"}")))
        .containsExactly("/layers/0");
    String twice = "{\"id\":\"a\",\"type\":\"background\"}";
    assertThat(pointers(style(twice + "," + twice))).containsExactly("/layers/1/id");
    assertThat(pointers(style("7"))).contains("/layers/0");
    assertThat(
            pointers(
                Json.parseObject(
                    "{\"version\":7,\"sources\":{\"a/b\":{\"type\":\"raster\"}},\"layers\":{}}")))
        .containsExactlyInAnyOrder("/version", "/sources/a~1b", "/layers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"==\",\"$type\",\"Polygon\"] | true",
        "[\"all\",[\"==\",\"crop\",\"wheat\"],[\"in\",\"status\",1,2,3]] | true",
        "[\"==\",[\"get\",\"crop\"],\"wheat\"] | true",
        "[\"has\",\"crop\"] | true",
        "[\"resembles\",\"crop\",1] | false",
        "[\"all\",[\"resembles\",\"crop\"]] | false",
        "\"crop\" | false"
      })
  void filtersOfBothSyntaxesAreChecked(String filter, boolean good) {
    String layer =
        "{\"id\":\"a\",\"type\":\"line\",\"source\":\"v\",\"source-layer\":\"x\",\"filter\":"
            + filter
            + "}";
    assertThat(StyleCheck.faults(style(layer), 1_000).isEmpty()).isEqualTo(good);
  }

  @Test
  void manyFaultsAreReportedUpToALimit() {
    StringBuilder paint = new StringBuilder("\"fill-opacity\":2");
    for (int i = 0; i < 500; i++) {
      paint.append(",\"x").append(i).append("\":1");
    }
    assertThat(StyleCheck.faults(style(fill(paint.toString())), 1_000))
        .hasSize(StyleCheck.MAX_FAULTS);
  }

  @Test
  void coloursAreParsedAsInCss() {
    assertThat(Colours.parse("#f80")).contains(0xffff8800);
    assertThat(Colours.parse("#11223344")).contains(0x44112233);
    assertThat(Colours.parse("rgb(255, 0, 51)")).contains(0xffff0033);
    assertThat(Colours.parse("hsl(0, 100%, 50%)")).contains(0xffff0000);
    assertThat(Colours.parse("hsl(240, 100%, 25%)")).contains(0xff000080);
    assertThat(Colours.parse("ForestGreen")).contains(0xff228b22);
    assertThat(Colours.parse("rgb(1,2)")).isEmpty();
    assertThat(Colours.parse("rgb(..,2,3)")).isEmpty();
  }

  @Test
  void aStyleHasNoMoreLayersThanTheSettingAllows() {
    ObjectNode twice = style(fill(""));
    ((ArrayNode) twice.get("layers")).addAll((ArrayNode) style(fill("")).get("layers"));
    ((ObjectNode) twice.at("/layers/1")).put("id", "other");
    assertThat(StyleCheck.faults(twice, 2)).isEmpty();
    assertThat(StyleCheck.faults(twice, 1)).extracting(Violation::where).contains("/layers");
  }

  @Test
  void aDocumentOfAnyShapeIsCheckedWithoutAnException() {
    String good =
        """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": "x"}},
         "layers": [{"id": "a", "type": "fill", "source": "s",
           "filter": ["==", "crop", "wheat"],
           "paint": {"fill-color": ["case", ["has", "crop"], "#123456", "red"], "fill-opacity": 0.5}}]}
        """;
    for (String layers : new String[] {"{\"a\": null}", "null", "7", "\"x\"", "[null]", "[[]]"}) {
      ObjectNode style = Json.parseObject(good.getBytes(StandardCharsets.UTF_8));
      style.set("layers", Json.parse(layers.getBytes(StandardCharsets.UTF_8)));
      assertThat(StyleCheck.faults(style, 10)).as(layers).isNotEmpty();
    }
    Random random = new Random(16);
    for (int i = 0; i < 20_000; i++) {
      ObjectNode style = Json.parseObject(good.getBytes(StandardCharsets.UTF_8));
      for (int times = 0; times <= random.nextInt(3); times++) {
        bend(style, random);
      }
      assertThatCode(() -> StyleCheck.faults(style, 10))
          .as(style.toString())
          .doesNotThrowAnyException();
    }
  }

  /** Replaces a random node with a random value. */
  private static void bend(JsonNode node, Random random) {
    JsonNode[] shapes = {
      Json.object().putNull("a"),
      Json.object().putArray("stops").add(1),
      Json.object().nullNode(),
      Json.object().numberNode(random.nextInt()),
      Json.object().textNode("\u0000x"),
      Json.object().booleanNode(true),
      Json.object().arrayNode(),
      Json.object().arrayNode().addNull(),
      Json.object().arrayNode().add("case"),
      Json.object().arrayNode().add("let").add("x")
    };
    JsonNode shape = shapes[random.nextInt(shapes.length)];
    if (node instanceof ObjectNode object && !object.isEmpty()) {
      var names = new ArrayList<String>();
      object.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(3) > 0 && object.get(name).isContainerNode()) {
        bend(object.get(name), random);
      } else {
        object.set(name, shape);
      }
    } else if (node instanceof ArrayNode array && !array.isEmpty()) {
      int at = random.nextInt(array.size());
      if (random.nextInt(3) > 0 && array.get(at).isContainerNode()) {
        bend(array.get(at), random);
      } else {
        array.set(at, shape);
      }
    }
  }
}
