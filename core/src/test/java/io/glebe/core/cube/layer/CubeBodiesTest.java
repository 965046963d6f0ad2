package io.glebe.core.cube.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.item.FeatureBody;
import io.glebe.core.cube.tileset.TilesetBody;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.Layer;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests bodies of collections, grids, layers, tilesets and features; a response 422 names every
 * fault.
 */
class CubeBodiesTest {
  private static final String GRID =
      "{'crs':'EPSG:32633','bbox':[500000,5000000,501000,5000500],'width':100,'height':50";

  private static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private static List<String> faults(Function<ObjectNode, ?> parse, String body) {
    Problem problem = catchThrowableOfType(Problem.class, () -> parse.apply(json(body)));
    assertThat(problem).as(body).isNotNull();
    assertThat(problem.status()).isEqualTo(422);
    return problem.violations().stream().map(Violation::where).toList();
  }

  @Test
  void aCollectionKeepsItsMetadataAndDropsDerivedMembers() {
    CollectionBody body =
        CollectionBody.parse(
            json(
                "{'id':'demo','title':'Demo','keywords':['a'],'providers':[{'name':'x'}],"
                    + "'extent':{},'links':[],'created':'now','access':'signed-in','mine':1}"));
    assertThat(body.id()).contains("demo");
    assertThat(body.owner()).contains(new OwnerScope.OfPublic());
    assertThat(body.doc().fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("title", "keywords", "providers", "mine");
    UUID farm = UUID.randomUUID();
    assertThat(CollectionBody.parse(json("{'farmId':'" + farm + "','access':'farm'}")).owner())
        .contains(new OwnerScope.OfFarm(farm));
    assertThat(CollectionBody.parse(json("{'organizationId':'" + farm + "'}")).owner())
        .contains(new OwnerScope.OfOrganization(farm));
    assertThat(CollectionBody.parse(json("{}")).owner()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':'a/b'}                   | /id",
        "{'id':7}                       | /id",
        "{'title':''}                   | /title",
        "{'keywords':'a'}               | /keywords",
        "{'keywords':[1]}               | /keywords",
        "{'providers':[{'url':'x'}]}    | /providers",
        "{'farmId':'x'}                 | /farmId",
        "{'access':'all'}               | /access",
        "{'access':'signed-in','farmId':'11111111-1111-4111-8111-111111111111'} | /farmId",
        "{'title':5,'description':6}    | /title /description",
      })
  void everyFaultOfACollectionIsReported(String body, String pointers) {
    assertThat(faults(CollectionBody::parse, body)).containsExactly(pointers.split(" "));
  }

  @Test
  void aGridIsABoxWithSizeABoxWithResolutionOrATransform() {
    GridBody boxed = GridBody.parse(json(GRID + "}"));
    assertThat(boxed.grid().width()).isEqualTo(100);
    assertThat(boxed.grid().height()).isEqualTo(50);
    GridBody resolved =
        GridBody.parse(
            json("{'crs':'32633','bbox':[500000,5000000,501000,5000500],'resolution':10}"));
    assertThat(resolved.grid()).isEqualTo(boxed.grid());
    GridBody transformed =
        GridBody.parse(
            json(
                "{'crs':'http://www.opengis.net/def/crs/EPSG/0/32633','transform':"
                    + "[10,0,500000,0,-10,5000500],'width':100,'height':50}"));
    assertThat(transformed.grid()).isEqualTo(boxed.grid());
    GridBody uneven =
        GridBody.parse(json("{'crs':'EPSG:4326','bbox':[14,46,15,47],'resolution':[0.01,0.02]}"));
    assertThat(uneven.grid().width()).isEqualTo(100);
    assertThat(uneven.grid().height()).isEqualTo(50);
  }

  @Test
  void aGridDefinesTheChunksOfAllItsLayers() {
    DatasetOptions options =
        GridBody.parse(json(GRID + ",'zarrFormat':2,'chunkShape':[1,64,64],'timeMajor':true}"))
            .options();
    assertThat(options.zarrFormat()).isEqualTo(2);
    assertThat(options.chunkSide()).isEqualTo(64);
    assertThat(options.timeMajor()).isTrue();
    assertThat(GridBody.parse(json(GRID + ",'chunkSide':128}")).options().chunkSide())
        .isEqualTo(128);
    GridBody.checkSame(json("{'chunkShape':[64,64],'zarrFormat':2}")).accept(options);
    assertThat(faults(b -> same(b, options), "{'chunkSide':32}")).containsExactly("/chunkShape");
    assertThat(faults(b -> same(b, options), "{'zarrFormat':3}")).containsExactly("/zarrFormat");
  }

  private static Object same(ObjectNode body, DatasetOptions options) {
    GridBody.checkSame(body).accept(options);
    return body;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                        | /crs",
        "{'crs':'WGS 84'}                                          | /crs",
        "{'crs':'EPSG:999999'}                                     | /crs",
        "{'crs':'EPSG:4326'}                                       | /bbox",
        "{'crs':'EPSG:4326','bbox':[1,2,3]}                        | /bbox",
        "{'crs':'EPSG:4326','bbox':[15,46,14,47]}                  | /bbox",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47]}                  | /width",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'width':1.5}      | /width",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'width':5,'height':0} | /height",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'resolution':0}   | /resolution",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'resolution':1e-12} | /resolution",
        "{'crs':'EPSG:4326','transform':[1,2,3,4,5,6]}             | /transform",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'width':9,'height':9,'chunkShape':[1,64,32]} |"
            + " /chunkShape",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'width':9,'height':9,'chunkShape':[2,64,64]} |"
            + " /chunkShape",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'width':9,'height':9,'timeMajor':1} | /timeMajor",
        "{'crs':'EPSG:4326','bbox':[14,46,15,47],'width':9,'height':9,'zarrFormat':'3'} |"
            + " /zarrFormat",
      })
  void everyFaultOfAGridIsReported(String body, String pointer) {
    assertThat(faults(GridBody::parse, body)).containsExactly(pointer);
  }

  @Test
  void aLayerIsCreatedAndItsDescriptionIsChanged() {
    Layer layer =
        LayerBody.create(
            json(
                "{'name':'B04','dtype':'<u2','nodata':0,'scale':0.0001,'offset':-0.1,'unit':'1',"
                    + "'title':'Red','range':[0,0.5]}"));
    assertThat(layer.dataType().toString()).containsIgnoringCase("uint16");
    assertThat(layer.nodata()).hasValue(0);
    assertThat(layer.attributes()).containsEntry("title", "Red");
    Layer changed =
        LayerBody.update(json("{'name':'B04','dtype':'uint16','nodata':null,'unit':'%'}"), layer);
    assertThat(changed.nodata()).isEmpty();
    assertThat(changed.unit()).isEqualTo("%");
    assertThat(changed.scale()).isEqualTo(0.0001);
    assertThat(LayerBody.update(json("{'nodata':'NaN'}"), layer).nodata())
        .isEqualTo(OptionalDouble.of(Double.NaN));
    assertThat(faults(b -> LayerBody.update(b, layer), "{'name':'B08','dtype':'float32'}"))
        .containsExactly("/name", "/dtype");
    ObjectNode misspelt = json("{'titel':'Red'}");
    assertThatThrownBy(() -> LayerBody.update(misspelt, layer))
        .hasMessageContaining("titel is no member of a layer; did you mean title?");
    String server = "{'kind':'continuous','slices':3,'chunkShape':[1,9,9],'statistics':{}}";
    assertThat(LayerBody.update(json(server), layer)).isEqualTo(layer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'dtype':'uint16'}                                 | /name",
        "{'name':'a','dtype':'int16','nodta':1,'colour':1} | /nodta /colour",
        "{'name':'1a','dtype':'uint16'}                     | /name",
        "{'name':'a'}                                       | /dtype",
        "{'name':'a','dtype':'<x9'}                         | /dtype",
        "{'name':'a','dtype':'int16','scale':0}             | /scale",
        "{'name':'a','dtype':'int16','scale':'1','offset':'2'} | /scale /offset",
        "{'name':'a','dtype':'int16','nodata':'x'}          | /nodata",
        "{'name':'a','dtype':'int16','unit':5}              | /unit",
        "{'name':'a','dtype':'int16','categorical':'yes'}   | /categorical",
        "{'name':'a','dtype':'int16','title':5}             | /title",
        "{'name':'a','dtype':'int16','colormap':'mud'}      | /colormap",
        "{'name':'a','dtype':'int16','range':[2,1]}         | /range",
      })
  void everyFaultOfALayerIsReported(String body, String pointers) {
    assertThat(faults(LayerBody::create, body)).containsExactly(pointers.split(" "));
  }

  @Test
  void aTilesetGetsDefaultsAndDropsDerivedMembers() {
    TilesetBody map = TilesetBody.parse(json("{'id':'ndvi','layers':['NDVI'],'links':[],'crs':1}"));
    assertThat(map.id()).contains("ndvi");
    assertThat(map.doc())
        .isEqualTo(
            json("{'layers':['NDVI'],'tileMatrixSetId':'WebMercatorQuad','dataType':'map'}"));
    TilesetBody vector = TilesetBody.parse(json("{'tileMatrixSetId':'WebMercatorQuad-Vector'}"));
    assertThat(vector.doc().path("dataType").asText()).isEqualTo("vector");
    TilesetBody more = TilesetBody.parse(json("{'attribution':'me','keywords':['a']}"));
    assertThat(more.doc().path("attribution").asText()).as("of the standard").isEqualTo("me");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':'a b'}                                  | /id",
        "{'title':7}                                   | /title",
        "{'style':''}                                  | /style",
        "{'tileMatrixSetId':'Mars'}                    | /tileMatrixSetId",
        "{'dataType':'vector'}                         | /dataType",
        "{'layers':[]}                                 | /layers",
        "{'layers':['a','b','c','d']}                  | /layers",
        "{'rescale':['0','1']}                         | /rescale",
        "{'minzoom':-1}                                | /minzoom",
        "{'minzoom':5,'maxzoom':4}                     | /maxzoom",
        "{'maxzoom':99}                                | /maxzoom",
        "{'bbox':[1,2,3]}                              | /bbox",
        "{'bbox':[3,2,1,4]}                            | /bbox",
        "{'bbox':[1,'2',3,4]}                          | /bbox",
        "{'layers':'a','bbox':1}                       | /layers /bbox",
        "{'layer':['NDVI']}                            | /layer",
        "{'minZoom':3,'tilte':'a'}                     | /minZoom /tilte",
      })
  void everyFaultOfATilesetIsReported(String body, String pointers) {
    assertThat(faults(TilesetBody::parse, body)).containsExactly(pointers.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'Point'}                                                   | /features/3/type",
        "{'type':'Feature','id':'a/b'}                                      | /features/3/id",
        "{'type':'Feature','id':1.5}                                        | /features/3/id",
        "{'type':'Feature','geometry':{'type':'Point','coordinates':[200,0]}} |"
            + " /features/3/geometry/coordinates/0",
        "{'type':'Feature','properties':[1]}                                |"
            + " /features/3/properties",
        "{'type':'Feature','properties':{'datetime':'soon'}}                |"
            + " /features/3/properties/datetime /features/3/properties/datetime",
        "{'type':'Feature','properties':{'start_datetime':'2026-05-02','end_datetime':'2026-05-01'}}"
            + " | /features/3/properties/end_datetime",
        "{'type':'Feature','properties':{'start_datetime':'+12026-05-02T00:00:00Z'}} |"
            + " /features/3/properties/start_datetime",
      })
  void everyFaultOfAFeatureIsReportedWithItsPointer(String body, String pointers) {
    assertThat(faults(b -> FeatureBody.parse(b, "/features/3", 100), body))
        .containsExactly(pointers.split(" "));
  }
}
