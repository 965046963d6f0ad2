package io.glebe.core.sensor.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTemplateTest {
  private static Optional<Map<String, String>> match(String template, String topic) {
    return TopicTemplate.parse(template).match(TopicTemplate.levels(topic));
  }

  @Test
  void variablesTakeTheTextOfTheirLevel() {
    assertThat(match("site/{device}/{measure}", "site/pump 7/flow"))
        .contains(Map.of("device", "pump 7", "measure", "flow"));
    assertThat(TopicTemplate.parse("site/{device}/{measure}").variables())
        .isEqualTo(Set.of("device", "measure"));
  }

  @Test
  void aTopicWithOtherLevelsDoesNotMatch() {
    assertThat(match("zigbee2mqtt/{device}", "zigbee2mqtt/kitchen/availability")).isEmpty();
    assertThat(match("zigbee2mqtt/{device}", "zigbee2mqtt")).isEmpty();
    assertThat(match("zigbee2mqtt/{device}", "tasmota/kitchen")).isEmpty();
    assertThat(match("zigbee2mqtt/{device}", "zigbee2mqtt/")).isEmpty();
    assertThat(match("a/b/{device}", "a/b/\u0007")).isEmpty();
  }

  @Test
  void wildcardsMatchAsInSubscriptions() {
    assertThat(match("+/{device}/#", "any/pump/a/b")).contains(Map.of("device", "pump"));
    assertThat(match("+/{device}/#", "any/pump")).contains(Map.of("device", "pump"));
    assertThat(match("#", "anything")).contains(Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v1.1/Datastreams(1)/Observations",
        "v1.0/x",
        "services/x/messages",
        "$SYS/glebe/observations"
      })
  void topicsOfThePlatformAreNeitherMappedNorMatched(String topic) {
    assertThatThrownBy(() -> TopicTemplate.parse(topic)).hasMessageContaining("platform itself");
    assertThat(TopicTemplate.levels(topic)).isEmpty();
    assertThat(match("#", topic)).isEmpty();
    assertThat(match("{a}/#", topic)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/{b",
        "a/{B}",
        "a/x{b}",
        "a/#/b",
        "a+/b",
        "{a}/{a}",
        "a/b/c/d/e/f/g/h/i",
        "a/\n"
      })
  void aTemplateThatIsNoTopicIsRefused(String template) {
    assertThatThrownBy(() -> TopicTemplate.parse(template))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTopicBeyondTheLimitsMatchesNothing() {
    assertThat(match("#", "a".repeat(257))).isEmpty();
    assertThat(match("#", "a/b/c/d/e/f/g/h/i")).isEmpty();
  }
}
