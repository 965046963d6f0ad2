package io.glebe.core.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The selection of an import, and the conversion of the partner's boundaries. */
class ImportSelectionTest {
  private static JsonNode json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  private static Selection selection(String organizations) {
    return Selection.of(
        Json.parseObject(("{'organizations':" + organizations + "}").replace('\'', '"')));
  }

  @Test
  void anOmittedListSelectsAllAndAnEmptyListNone() {
    Selection selection =
        selection("[{'id':'o1'},{'id':'o2','farms':[{'id':'f1','fields':['a','b']},{'id':'f2'}]}]");
    assertThat(selection.organizations())
        .extracting(Selection.Node::id)
        .containsExactly("o1", "o2");
    assertThat(selection.organizations().getFirst().parts()).isEmpty();
    var farms = selection.organizations().get(1).parts().orElseThrow();
    assertThat(farms.getFirst().parts().orElseThrow())
        .extracting(Selection.Node::id)
        .containsExactly("a", "b");
    assertThat(farms.getFirst().pointer()).isEqualTo("/organizations/1/farms/0");
    assertThat(farms.get(1).parts()).isEmpty();
    assertThat(
            selection("[{'id':'o','farms':[]}]").organizations().getFirst().parts().orElseThrow())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                        | /organizations",
        "'all'                                     | /organizations",
        "[{}]                                      | /organizations/0/id",
        "[{'id':7}]                                | /organizations/0/id",
        "[{'id':'o'},{'id':'o'}]                   | /organizations/1",
        "[{'id':'o','farms':'f'}]                  | /organizations/0/farms",
        "[{'id':'o','farms':[{'id':'f','fields':[' ']}]}] | /organizations/0/farms/0/fields/0",
        "[{'id':' '},{'id':'p','farms':{}}]        | /organizations/0/id /organizations/1/farms",
      })
  void everyErrorIsReported(String organizations, String pointers) {
    Problem problem = catchThrowableOfType(Problem.class, () -> selection(organizations));
    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.violations())
        .extracting(Violation::where)
        .containsExactly(pointers.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'organizations':[{'id':'o'}],'farms':[]}          | /farms | a selection; members are",
        "{'organization':[{'id':'o'}],'organizations':['o']} | /organization | organizations?",
        "{'organizations':[{'id':'o','farm':[]}]}           | /organizations/0/farm | farms?",
        "{'organizations':[{'id':'o','farms':[{'id':'f','feilds':['a']}]}]}"
            + " | /organizations/0/farms/0/feilds | did you mean fields?",
      })
  void aMisspeltMemberIsRefusedInsteadOfImportingAll(String body, String pointer, String hint) {
    Problem problem =
        catchThrowableOfType(
            Problem.class, () -> Selection.of(Json.parseObject(body.replace('\'', '"'))));
    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.violations()).extracting(Violation::where).containsExactly(pointer);
    assertThat(problem.violations().getFirst().detail()).contains(hint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{'active':false,'id':1},{'active':true,'id':2}] | 2",
        "[{'id':1}]                                       | 1",
        "[{'active':false,'id':1}]                        | 0",
        "[{'id':1},{'id':2}]                              | 0",
        "[]                                               | 0",
      })
  void theActiveOrTheOnlyBoundaryIsUsed(String boundaries, int id) {
    assertThat(
            Boundaries.active(json("{'boundaries':" + boundaries + "}"))
                .map(b -> b.path("id").asInt()))
        .isEqualTo(id == 0 ? java.util.Optional.empty() : java.util.Optional.of(id));
  }

  @Test
  void ringsAreClosedAndTheOuterRingComesFirst() {
    String hole = "{'type':'interior','points':[{'lat':1,'lon':2},{'lat':3,'lon':4}]}";
    String shell =
        "{'type':'EXTERIOR','points':[{'lat':0,'lon':9},{'lat':5,'lon':6},{'lat':0,'lon':9}]}";
    String one = "{'rings':[" + hole + "," + shell + "]}";
    assertThat(
            Boundaries.geometry(json("{'multipolygons':[{'rings':[]}," + one + "]}"))
                .orElseThrow()
                .toString())
        .isEqualTo(
            "{\"type\":\"Polygon\",\"coordinates\":[[[9,0],[6,5],[9,0]],[[2,1],[4,3],[2,1]]]}");
    assertThat(
            Boundaries.geometry(json("{'multipolygons':[" + one + "," + one + "]}"))
                .orElseThrow()
                .path("type")
                .asText())
        .isEqualTo("MultiPolygon");
    assertThat(Boundaries.geometry(json("{}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "- | 0",
        "120 | 120",
        " 5 | 5",
        "999999 | 86400",
        "soon | 0",
        "-1 | 0",
        "Mon, 15 Jun 2026 10:00:30 GMT | 30",
        "Mon, 15 Jun 2026 09:00:00 GMT | 0",
        "Wed, 15 Jul 2026 10:00:00 GMT | 86400",
      })
  void retryAfterAcceptsSecondsOrADate(String header, int seconds) {
    assertThat(RetryAfter.seconds(header, Instant.parse("2026-06-15T10:00:00Z")))
        .isEqualTo(seconds);
  }
}
