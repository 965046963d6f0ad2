package io.glebe.core.sensor.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the parsing of resource paths of SensorThings. */
class ResourcePathTest {
  private static ResourcePath path(String text) {
    return ResourcePath.parse(Arrays.asList(text.split("/")));
  }

  @ParameterizedTest
  @CsvSource({
    "Things, Thing, false",
    "Things(1), Thing, true",
    "Things('1'), Thing, true",
    "Things(1)/Datastreams, Datastream, false",
    "Things(1)/Datastreams(2), Datastream, true",
    "Datastreams(2)/Thing, Thing, true",
    "Datastreams(2)/Thing/Locations, Location, false",
    "Observations(-3)/Datastream/Sensor, Sensor, true",
  })
  void aPathEndsAtACollectionOrAtOneEntity(String text, String type, boolean single) {
    ResourcePath path = path(text);
    assertThat(path.type().name()).isEqualTo(type);
    assertThat(path.single()).isEqualTo(single);
    assertThat(path.form()).isEqualTo(ResourcePath.Form.PLAIN);
    assertThat(path.property()).isEmpty();
  }

  @Test
  void theEndOfThePathSelectsTheRequestedForm() {
    assertThat(path("Things/$count").form()).isEqualTo(ResourcePath.Form.COUNT);
    assertThat(path("Things(1)/Datastreams/$ref").form()).isEqualTo(ResourcePath.Form.REF);
    assertThat(path("Things(1)/$ref").form()).isEqualTo(ResourcePath.Form.REF);
    ResourcePath value = path("Things(1)/name/$value");
    assertThat(value.form()).isEqualTo(ResourcePath.Form.VALUE);
    assertThat(value.property()).containsExactly("name");
    assertThat(path("Things(1)/properties/a/b").property()).containsExactly("properties", "a", "b");
    assertThat(path("Things(1)/id").property()).containsExactly("@iot.id");
    assertThat(path("Things(1)/@iot.id").property()).containsExactly("@iot.id");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Rockets",
        "Thing(1)",
        "Things/name",
        "Things/Datastreams",
        "Things(1)/colour",
        "Datastreams(2)/Thing(1)",
        "Things/$value",
        "Things(1)/$value",
        "Things(1)/$count",
        "Things(1)/name/$count",
        "Things(1)/name/$ref",
        "Things/$count/more",
        "Things/$all",
        "$count",
        "1",
        "name",
      })
  void aPathOutsideTheModelIsNotFound(String text) {
    assertThatThrownBy(() -> path(text))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(404));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Things(x)", "Things()", "Things(1.5)"})
  void anIdThatIsNotAWholeNumberIsNotFound(String text) {
    assertThatThrownBy(() -> path(text))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(404));
  }

  @Test
  void anIdBeyondThoseThatExistIsTheLargest() {
    for (String id : List.of("9223372036854775807", "9".repeat(40))) {
      assertThat(path("Things(" + id + ")").steps().getLast().id()).hasValue(Long.MAX_VALUE);
    }
  }

  @Test
  void aPathOfMoreThanTwelveStepsOrOfNoStepIsNotFound() {
    String round = "/Datastreams(1)/Thing";
    assertThat(path("Things(1)" + round.repeat(5) + "/Datastreams").steps()).hasSize(12);
    assertThatThrownBy(() -> path("Things(1)" + round.repeat(6))).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> ResourcePath.parse(List.of())).isInstanceOf(Problem.class);
  }
}
