package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A hint names a known name only where it is probably meant. */
class NearestTest {
  private static final List<String> SEARCH =
      List.of("after", "bbox", "collections", "datetime", "ids", "limit", "sortby");

  @ParameterizedTest
  @CsvSource({
    "colections, collections",
    "datetim, datetime",
    "date, datetime",
    "limti, limit",
    "LIMIT, limit",
    "id, ids",
    "sort_by, sortby",
    "sotrby, sortby",
    "Bbox, bbox",
    "pageSize, limit",
    "order, sortby",
    "bounds, bbox"
  })
  void aMisspeltOrForeignNameGivesTheNameThatIsMeant(String name, String meant) {
    assertThat(Nearest.hint(name, SEARCH)).isEqualTo("; did you mean " + meant + "?");
  }

  @ParameterizedTest
  @CsvSource({"fields", "filter", "colour", "q", "token", "crs", "lim1x", "intersects"})
  void aNameThatIsNotNearGivesNoHint(String name) {
    assertThat(Nearest.hint(name, SEARCH)).isEmpty();
  }

  @Test
  void aForeignNameGivesNoHintWhereItsMeaningIsNotKnown() {
    assertThat(Nearest.hint("pageSize", List.of("bbox", "datetime"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"crop, corp, 1", "area, aera, 1", "limit, lmit, 1", "after, filter, 3", "a, b, 1"})
  void exchangedNeighboursAreOneChange(String one, String other, int changes) {
    assertThat(Nearest.distance(one, other)).isEqualTo(changes);
    assertThat(Nearest.distance(other, one)).isEqualTo(changes);
  }
}
