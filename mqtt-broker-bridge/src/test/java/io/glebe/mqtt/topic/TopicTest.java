package io.glebe.mqtt.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTest {
  @Test
  void parsedNamesAreWrittenInTheSameForm() {
    for (String name :
        new String[] {
          "v1.1/Datastreams(42)/Observations",
          "v1.1/Observations",
          "v1.1/Datastreams",
          "$SYS/glebe/observations"
        }) {
      assertThat(Topic.parse(name).map(Topic::name)).contains(name);
    }
    assertThat(Topic.parse("v1.1/Datastreams(42)/Observations"))
        .contains(new Topic.Observations(42));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "v1.1",
        "v1.0/Observations",
        "v1.1/Datastreams()/Observations",
        "v1.1/Datastreams(-1)/Observations",
        "v1.1/Datastreams(1x)/Observations",
        "v1.1/Datastreams('1')/Observations",
        "v1.1/Datastreams(1234567890123456789)/Observations",
        "v1.1/Datastreams(١)/Observations",
        "v1.1/Datastreams)/Observations",
        "v1.1/Datastreams(1)/Observations/",
        "/v1.1/Observations"
      })
  void otherNamesAreNotTopics(String name) {
    assertThat(Topic.parse(name)).isEmpty();
  }

  @Test
  void giantNamesAndFiltersAreRefused() {
    assertThat(Topic.parse("v1.1/Datastreams(" + "1".repeat(300) + ")/Observations")).isEmpty();
    assertThat(TopicFilter.parse("a".repeat(300))).isEmpty();
    assertThat(TopicFilter.parse("a/".repeat(TopicFilter.MAX_LEVELS) + "a")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a+", "+a/b", "a/#/b", "#a", "a#"})
  void invalidFiltersAreRefused(String text) {
    assertThat(TopicFilter.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "v1.1/+/Observations, v1.1/Datastreams(7)/Observations, true",
    "v1.1/#, v1.1/Datastreams(7)/Observations, true",
    "v1.1/#, v1.1, true",
    "#, v1.1/Observations, true",
    "#, $SYS/glebe/observations, false",
    "+/glebe/observations, $SYS/glebe/observations, false",
    "$SYS/#, $SYS/glebe/observations, true",
    "v1.1/+, v1.1/Datastreams(7)/Observations, false",
    "v1.1/Observations, v1.1/Observations, true",
    "v1.1/Observations, v1.1/Datastreams, false",
    "+/+, /b, true"
  })
  void filterAndTrieMatchTheSameTopics(String filter, String name, boolean fits) {
    TopicFilter parsed = TopicFilter.parse(filter).orElseThrow();
    SubscriptionTrie<String> trie = new SubscriptionTrie<>();
    trie.add(parsed, "listener", 1);
    assertThat(parsed.matches(name)).isEqualTo(fits);
    assertThat(trie.match(name)).isEqualTo(fits ? Map.of("listener", 1) : Map.of());
  }

  @Test
  void overlappingSubscriptionsDeliverOnceWithTheBestQuality() {
    SubscriptionTrie<String> trie = new SubscriptionTrie<>();
    TopicFilter all = TopicFilter.parse("v1.1/#").orElseThrow();
    TopicFilter one = TopicFilter.parse("v1.1/Observations").orElseThrow();
    assertThat(trie.add(all, "a", 0)).isTrue();
    assertThat(trie.add(one, "a", 1)).isTrue();
    assertThat(trie.add(one, "a", 1)).isFalse();
    assertThat(trie.match("v1.1/Observations")).isEqualTo(Map.of("a", 1));
    assertThat(trie.remove(one, "a")).isTrue();
    assertThat(trie.remove(one, "a")).isFalse();
    assertThat(trie.match("v1.1/Observations")).isEqualTo(Map.of("a", 0));
    assertThat(trie.remove(all, "a")).isTrue();
    assertThat(trie.size()).isZero();
    assertThat(trie.match("v1.1/Observations")).isEmpty();
  }

  @Test
  void onlyFiltersWithoutWildcardsNameATopic() {
    assertThat(TopicFilter.parse("v1.1/Observations").flatMap(TopicFilter::only))
        .isEqualTo(Optional.of(Topic.ALL_OBSERVATIONS));
    assertThat(TopicFilter.parse("v1.1/+").flatMap(TopicFilter::only)).isEmpty();
  }
}
