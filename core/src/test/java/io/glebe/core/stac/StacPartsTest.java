package io.glebe.core.stac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests ids, orders and metadata of the STAC catalogue. */
class StacPartsTest {
  private static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private static CubeCollection collection(Optional<ObjectNode> output) {
    return new CubeCollection(
        "demo",
        new OwnerScope.OfPublic(),
        false,
        true,
        Json.object(),
        Optional.empty(),
        output,
        Optional.empty(),
        new CubeCollection.Features(0, Optional.empty()),
        1,
        1,
        Instant.EPOCH,
        Instant.EPOCH);
  }

  @Test
  void theIdOfASliceContainsItsTimeInMilliseconds() {
    Instant at = Instant.parse("2026-06-22T10:00:00.250Z");
    assertThat(StacIds.of(at)).isEqualTo("20260622T100000250Z");
    assertThat(StacIds.instant("20260622T100000250Z")).contains(at);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"features", "", "20260622T100000Z", "20261322T100000000Z", "20260231T100000000Z"})
  void otherIdsContainNoTime(String id) {
    assertThat(StacIds.instant(id)).isEmpty();
  }

  private static StacOrder order(String... terms) {
    List<StacOrder.Term> all = new ArrayList<>();
    for (String term : terms) {
      all.add(StacOrder.Term.of(term.substring(1), term.charAt(0) == '-'));
    }
    return new StacOrder(all);
  }

  @Test
  void anOrderMayNamePropertiesWithOrWithoutPrefix() {
    assertThat(StacOrder.Term.of("properties.datetime", true))
        .isEqualTo(StacOrder.Term.of("datetime", true));
    assertThatThrownBy(() -> StacOrder.Term.of("colour", false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("names one of")
        .hasMessageContaining("datetime");
    assertThatThrownBy(() -> StacOrder.Term.of("properties.datetme", false))
        .hasMessageContaining("did you mean datetime?");
    assertThat(StacOrder.NATURAL.natural()).isTrue();
    assertThat(order("+id").natural()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "+title | ['a','c','1'] | ['b','c','1']",
        "-title | ['b','c','1'] | ['a','c','1']",
        "+title | ['a','c','1'] | [null,'c','1']",
        "-title | ['a','c','1'] | [null,'c','1']",
        "+datetime | [9,'c','1'] | [10,'c','1']",
        "-datetime | [10,'c','1'] | [9,'c','1']",
        "+title | ['a','c','1'] | ['a','c','2']",
        "-title | ['a','c','1'] | ['a','d','1']",
        "-title | [null,'c','1'] | [null,'c','2']",
      })
  void missingValuesComeLastAndTiesAreOrderedByCollectionAndId(
      String term, String first, String second) {
    JsonNode one = Json.parse(first.replace('\'', '"'));
    JsonNode two = Json.parse(second.replace('\'', '"'));
    assertThat(order(term).places().compare(one, two)).isNegative();
    assertThat(order(term).places().compare(two, one)).isPositive();
    assertThat(order(term).places().compare(one, one.deepCopy())).isZero();
  }

  @Test
  void aCursorIsValidForItsOrderOnly() {
    ArrayNode place = Json.array().add("a").add("demo").add("1");
    String cursor = order("+title").cursor(place.deepCopy());
    assertThat(order("+title").behind(cursor).toString()).isEqualTo(place.toString());
    for (StacOrder other : List.of(order("-title"), order("+id"), order("+title", "+id"))) {
      assertThatThrownBy(() -> other.behind(cursor))
          .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400));
    }
    for (String none : List.of("", "!", "bm9uZQ", "e30")) {
      assertThatThrownBy(() -> order("+title").behind(none))
          .as(none)
          .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400));
    }
  }

  @Test
  void givenMetadataIsMergedAndDerivedMembersAreIgnored() {
    Optional<ObjectNode> output =
        StacMetadata.patched(
            collection(Optional.of(json("{'title':'Old','license':'MIT'}"))),
            json(
                "{'title':'New','license':null,'id':'x','links':[],'providers':[{'name':'n',"
                    + "'roles':['host'],'url':'https://example.org'}],'summaries':{'gsd':[10],"
                    + "'cloud':{'minimum':0,'maximum':1}},'assets':{'a':{'href':'h','roles':['data']}},"
                    + "'renders':{'r':{'assets':['a']}},'keywords':['k']}"));
    assertThat(output.orElseThrow().fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "title", "providers", "summaries", "assets", "renders", "keywords");
    assertThat(StacMetadata.patched(collection(output), json("{'id':'y'}"))).isEqualTo(output);
    Optional<ObjectNode> before = Optional.of(json("{'licence':'MIT','sci:doi':'10.1/2'}"));
    ObjectNode extended = json("{'item_assets':{},'gsd':10,'licence':null}");
    assertThat(StacMetadata.patched(collection(before), extended))
        .contains(json("{'sci:doi':'10.1/2','item_assets':{},'gsd':10}"));
    ObjectNode nothing = Json.object();
    output.orElseThrow().fieldNames().forEachRemaining(nothing::putNull);
    assertThat(StacMetadata.patched(collection(output), nothing)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'title':' '}                                       | /title",
        "{'title':5,'description':''}                        | /title /description",
        "{'license':'my own words'}                          | /license",
        "{'licence':'MIT','Keywords':['a']}                  | /licence /Keywords",
        "{'keywords':'a'}                                    | /keywords",
        "{'keywords':[1]}                                    | /keywords",
        "{'stac_extensions':['ftp://example.org']}           | /stac_extensions",
        "{'providers':[{}]}                                  | /providers",
        "{'providers':[{'name':'n','roles':['king']}]}       | /providers",
        "{'providers':[{'name':'n','url':'x'}]}              | /providers",
        "{'providers':[{'name':'n','description':5}]}        | /providers",
        "{'providers':[{'name':'','roles':[]}]}              | /providers",
        "{'summaries':{'gsd':[]}}                            | /summaries",
        "{'summaries':{'gsd':{'minimum':1}}}                 | /summaries",
        "{'assets':{'a':{'href':' '}}}                       | /assets",
        "{'assets':{'a':{'href':'h','title':5}}}             | /assets",
        "{'assets':{'a':{'href':'h','roles':[5]}}}           | /assets",
        "{'assets':[]}                                       | /assets",
        "{'renders':{'r':{}}}                                | /renders",
        "{'renders':{'r':{'assets':[true]}}}                 | /renders",
      })
  void everyFaultOfTheMetadataIsReported(String patch, String pointers) {
    Problem problem =
        catchThrowableOfType(
            Problem.class, () -> StacMetadata.patched(collection(Optional.empty()), json(patch)));
    assertThat(problem).as(patch).isNotNull();
    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.violations())
        .extracting(Violation::where)
        .containsExactly(pointers.split(" "));
  }

  @Test
  void metadataOver256KiBIsRefused() {
    ObjectNode large = Json.object().put("note", "x".repeat(256 << 10));
    assertThatThrownBy(() -> StacMetadata.patched(collection(Optional.empty()), large))
        .hasMessageContaining("at most 262144 bytes");
  }

  @Test
  void givenMetadataOverridesDerivedMetadataAndExtensionsAreCombined() {
    ObjectNode document =
        json(
            "{'title':'derived','stac_extensions':['https://a'],'assets':{'one':{'href':'1'}},"
                + "'extent':{}}");
    StacMetadata.overlay(
        document,
        json(
            "{'title':'said','stac_extensions':['https://a','https://b'],'assets':{'two':{'href':'2'}}}"));
    assertThat(document.toString())
        .isEqualTo(
            json("{'title':'said','stac_extensions':['https://a','https://b'],"
                    + "'assets':{'one':{'href':'1'},'two':{'href':'2'}},'extent':{}}")
                .toString());
  }
}
