package io.glebe.core.cube.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the body of a bulk operation for tiles, series or summaries, and its faults. */
class JobSpecTest {
  private static JobBody body(String json) {
    return new JobBody(Json.parseObject(json.replace('\'', '"')), JobBody.Use.REQUEST);
  }

  private static List<String> faults(Runnable reading) {
    Problem problem = catchThrowableOfType(Problem.class, reading::run);
    assertThat(problem).isNotNull();
    assertThat(problem.status()).isEqualTo(422);
    return problem.violations().stream().map(Violation::where).toList();
  }

  private static TileSpec tiles(String more) {
    return TileSpec.read(body("{'collection':'c','layers':['NDVI'],'zooms':[10]" + more + "}"));
  }

  @Test
  void missingMembersOfTilesGetDefaultValues() {
    TileSpec spec = tiles("");
    assertThat(spec.type()).isEqualTo("tiles");
    assertThat(spec.output()).isEqualTo(TileSpec.Output.PMTILES);
    assertThat(spec.size()).isEqualTo(256);
    assertThat(spec.datetimes()).containsExactly(Datetime.LATEST);
    assertThat(spec.box()).isEmpty();
    assertThat(spec.rescale()).isEmpty();
    assertThat(spec.nodata()).isEmpty();
  }

  @Test
  void tilesAreDescribedByTheirMembers() {
    TileSpec spec =
        tiles(
            ",'tilesize':512,'output':'directory','rescale':[0,1,2,3],'nodata':-1,'bbox':[14,46,15,47],"
                + "'datetimes':['2026-05-01','latest']");
    assertThat(spec.output().suffix()).isEqualTo("tar");
    assertThat(spec.rescale()).containsExactly(new double[] {0, 1}, new double[] {2, 3});
    assertThat(spec.nodata()).hasValue(-1);
    assertThat(spec.box()).hasValueSatisfying(b -> assertThat(b).containsExactly(14, 46, 15, 47));
    assertThat(spec.datetimes()).hasSize(2);
    assertThat(
            TileSpec.read(body("{'collection':'c','layers':'a','zooms':{'min':3,'max':5}}"))
                .zooms())
        .containsExactly(3, 4, 5);
    assertThat(TileSpec.read(body("{'collection':'c','layers':'a','zooms':[7,2,7]}")).zooms())
        .containsExactly(2, 7);
    assertThat(TileSpec.read(body("{'collection':'c','layers':'a','zooms':4}")).zooms())
        .containsExactly(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'tilesize':300             | /tilesize",
        "'tilesize':'large'         | /tilesize",
        "'nodata':'none'            | /nodata",
        "'output':'zip'             | /output",
        "'resampling':'magic'       | /resampling",
        "'rescale':[1]              | /rescale",
        "'rescale':[]               | /rescale",
        "'datetimes':[]             | /datetimes",
        "'rescale':['a']            | /rescale",
        "'rescale':[1,2,3,4,5,6,7,8] | /rescale",
        "'bbox':[15,46,14,47]       | /bbox",
        "'bbox':[14,46,15,97]       | /bbox",
        "'bbox':'here'              | /bbox",
        "'datetimes':['soon']       | /datetimes",
        "'datetimes':5              | /datetimes /datetimes",
        "'colormap_name':5          | /colormap_name",
      })
  void everyFaultOfTilesIsReported(String member, String pointers) {
    assertThat(faults(() -> tiles("," + member))).containsExactly(pointers.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "-1",
        "[99]",
        "[1.5]",
        "'x'",
        "{'min':3}",
        "{'min':5,'max':3}",
        "{'min':'5','max':6}",
        "{'min':5,'max':6,'step':1}",
        "{'min':0,'max':99}",
        "[]"
      })
  void zoomsAreWholeNumbersOrARange(String zooms) {
    assertThat(
            faults(
                () -> TileSpec.read(body("{'collection':'c','layers':'a','zooms':" + zooms + "}"))))
        .containsExactly("/zooms");
  }

  private static SeriesSpec series(String type, String more) {
    return SeriesSpec.read(body("{'collection':'c','layers':['NDVI']" + more + "}"), type);
  }

  @Test
  void aSeriesCoversABoxAGeometryAFieldOrARegion() {
    String id = "11111111-1111-4111-8111-111111111111";
    String square = "{'type':'Polygon','coordinates':[[[14,46],[15,46],[15,47],[14,46]]]}";
    for (String place :
        List.of(
            "'bbox':[14,46,15,47]",
            "'fieldId':'" + id + "'",
            "'regionId':'" + id + "'",
            "'geometry':" + square)) {
      assertThat(series("series", "," + place).collection()).as(place).isEqualTo("c");
    }
    assertThat(series("summary", ",'bbox':[14,46,15,47],'statistics':['median']").type())
        .isEqualTo("summary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'bbox':[14,46,15,47],'fieldId':'11111111-1111-4111-8111-111111111111' | /bbox",
        "'mask':null                                     | /bbox",
        "'fieldId':'north'                               | /fieldId",
        "'geometry':'here'                               | /geometry",
        "'geometry':{'type':'Circle','coordinates':[1]}  | /geometry",
        "'bbox':[14,46,15,47],'resolution':'P1Y'         | /resolution",
        "'bbox':[14,46,15,47],'resolution':''            | /resolution",
        "'bbox':[14,46,15,47],'timezone':'Mars/Base'     | /timezone",
        "'bbox':[14,46,15,47],'datetime':'soon'          | /datetime",
        "'bbox':[14,46,15,47],'aggregation':['mode']     | /aggregation",
        "'bbox':[14,46,15,47],'percentiles':[101]        | /percentiles",
        "'bbox':[14,46,15,47],'percentiles':[]           | /percentiles",
        "'bbox':[14,46,15,47],'aggregation':[]           | /aggregation",
        "'bbox':[14,46,15,47],'output':'xml'             | /output",
      })
  void everyFaultOfASeriesIsReported(String members, String pointers) {
    assertThat(faults(() -> series("series", "," + members))).containsExactly(pointers.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tiles       | 'zooms':4,'datetime':'2026-06-01','mask':'a:1' | /datetime /mask",
        "time-series | 'bbox':[14,46,15,47],'statistics':'mean'       | /statistics",
        "time-series | 'bbox':[14,46,15,47],'tilesize':256            | /tilesize",
        "summary     | 'bbox':[14,46,15,47],'resolution':'P1D'        | /resolution",
      })
  void membersOfOtherTypesAreRefusedInARequest(String type, String members, String pointers) {
    var body = body("{'type':'%s','collection':'c','layers':'a',%s}".formatted(type, members));
    assertThat(faults(() -> JobSpec.requested(body.body()))).containsExactly(pointers.split(" "));
    assertThat(JobSpec.stored(body.body()).type()).as("a stored one").isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'type':'tiles','zooms':4,'datetime':'2026-06-01'",
        "'type':'tiles','zooms':4,'rescale':[],'datetimes':[]",
        "'type':'tiles','zooms':{'min':4,'max':4,'step':1}",
        "'type':'summary','bbox':[14,46,15,47],'statistics':[],'percentiles':[]",
        "'type':'time-series','bbox':[14,46,15,47],'aggregation':[]"
      })
  void whatHasNoMeaningIsRefusedInARequestAndDoesNoHarmInAStoredJob(String members) {
    ObjectNode job = body("{'collection':'c','layers':'a'," + members + "}").body();
    assertThat(faults(() -> JobSpec.requested(job))).isNotEmpty();
    assertThatCode(() -> JobSpec.requireRunnable(job)).doesNotThrowAnyException();
    assertThat(JobSpec.stored(job).collection()).isEqualTo("c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'type':'tiles','zooms':4,'datetimes':['../..']",
        "'type':'summary','bbox':[14,46,15,47],'datetime':'/'",
        "'type':'summary','bbox':[14,46,15,47],'fieldId':7"
      })
  void aStoredJobWithValuesThatAreRefusedNowIsShownAndDoesNotRun(String members) {
    ObjectNode job = body("{'collection':'c','layers':'a'," + members + "}").body();
    assertThat(JobSpec.stored(job).body()).isEqualTo(job);
    assertThat(faults(() -> JobSpec.requireRunnable(job))).isNotEmpty();
  }

  @Test
  void aListOfLayersIsNotEmptyAndTheCollectionIsAText() {
    assertThat(faults(() -> TileSpec.read(body("{'collection':'c','layers':[],'zooms':4}"))))
        .containsExactly("/layers");
    assertThat(
            faults(
                () ->
                    SeriesSpec.read(
                        body("{'collection':5,'layers':[],'bbox':[14,46,15,47]}"), "series")))
        .containsExactly("/collection", "/layers");
  }

  @Test
  void everyMissingRequiredMemberIsReported() {
    assertThat(faults(() -> TileSpec.read(body("{}"))))
        .contains("/collection", "/layers", "/zooms");
    assertThat(faults(() -> SeriesSpec.read(body("{'bbox':[14,46,15,47]}"), "series")))
        .containsExactly("/collection", "/layers");
  }
}
