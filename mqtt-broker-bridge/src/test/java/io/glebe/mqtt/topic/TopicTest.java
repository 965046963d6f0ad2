package io.glebe.mqtt.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
          "v1.1/FeaturesOfInterest(3)/Observations",
          "v1.1/Datastreams",
          "v1.1/Things(7)",
          "v1.1/Things(7)/name",
          "v1.1/Things(7)/Datastreams",
          "v1.1/Datastreams(7)/Thing",
          "v1.1/Things(1)/Datastreams(2)",
          "v1.1/Things(1)/Datastreams(2)/Observations",
          "v1.1/Observations(3)/Datastream/Thing/name",
          "services/8f2a4a1c-3c5b-4a57-9a53-4f0b5a3f4c11/messages",
          "$SYS/glebe/refusals",
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
        "v1.1/Datastreams/name",
        "v1.1/Things/Datastreams",
        "v1.1/Things(1)/Datastreams/Observations",
        "v1.1/Things(1)/Datastreams(2)/Thing(1)",
        "v1.1/Things(1)/Datastreams(2)/properties/a",
        "v1.1/Things(1)/Datastreams/$count",
        "v1.1/Things(1)/properties/a",
        "v1.1/Plants",
        "services/1/messages",
        "services/8F2A4A1C-3C5B-4A57-9A53-4F0B5A3F4C11/messages",
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
    Subscription subscription = subscription(filter, 1);
    trie.add(subscription, "listener");
    assertThat(parsed.matches(name)).isEqualTo(fits);
    assertThat(trie.match(name))
        .isEqualTo(fits ? Map.of("listener", List.of(subscription)) : Map.of());
  }

  private static Subscription subscription(String filter, int qos) {
    return Subscription.parse(filter, qos, OptionalInt.empty(), false).orElseThrow();
  }

  @Test
  void overlappingSubscriptionsAreAllFound() {
    SubscriptionTrie<String> trie = new SubscriptionTrie<>();
    Subscription all = subscription("v1.1/#", 0);
    Subscription one = subscription("v1.1/Observations", 1);
    Subscription chosen = subscription("v1.1/Observations?$select=result", 2);
    assertThat(trie.add(all, "a")).isTrue();
    assertThat(trie.add(one, "a")).isTrue();
    assertThat(trie.add(one, "a")).isFalse();
    assertThat(trie.add(chosen, "a")).isTrue();
    assertThat(trie.match("v1.1/Observations").get("a"))
        .containsExactlyInAnyOrder(all, one, chosen);
    assertThat(trie.remove(one, "a")).isTrue();
    assertThat(trie.remove(one, "a")).isFalse();
    assertThat(trie.remove(chosen, "a")).isTrue();
    assertThat(trie.match("v1.1/Observations")).isEqualTo(Map.of("a", List.of(all)));
    assertThat(trie.remove(all, "a")).isTrue();
    assertThat(trie.size()).isZero();
    assertThat(trie.match("v1.1/Observations")).isEmpty();
  }

  @Test
  void aChoiceOfPropertiesIsPartOfTheNameButNotOfTheLevels() {
    TopicFilter filter =
        TopicFilter.parse("v1.1/Datastreams(1)/Observations?$select=result,phenomenonTime")
            .orElseThrow();
    assertThat(filter.select()).containsExactly("result", "phenomenonTime");
    assertThat(filter.only()).contains(new Topic.Observations(1));
    assertThat(filter.named("v1.1/Datastreams(1)/Observations")).isEqualTo(filter.text());
    assertThat(TopicFilter.parse("v1.1/Observations?$filter=result gt 4")).isEmpty();
    assertThat(TopicFilter.parse("v1.1/Observations?$select=")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "v1.1/Things(1)/Datastreams(2), Datastreams, v1.1/Datastreams(7)",
    "v1.1/Things(1)/Datastreams(2)/name, Datastreams, v1.1/Datastreams(7)/name",
    "v1.1/Things(1)/Datastreams(2)/Observations, Datastreams, v1.1/Datastreams(7)/Observations",
    "v1.1/Observations(3)/Datastream, Datastreams, v1.1/Datastreams(7)",
    "v1.1/Observations(3)/Datastream/Thing, Things, v1.1/Things(7)",
    "v1.1/Observations(3)/Datastream/Thing/Locations, Things, v1.1/Things(7)/Locations"
  })
  void aDeepTopicLeadsToAnotherOne(String name, String set, String target) {
    Subscription subscription = subscription(name + "?$select=id", 1);
    Topic.Deep deep = subscription.filter().deep().orElseThrow();
    assertThat(deep.entity().type().set()).isEqualTo(set);
    assertThat(deep.from(7)).isEqualTo(target);
    TopicFilter led = subscription.to(deep.from(7)).filter();
    assertThat(led.matches(target)).isTrue();
    assertThat(led.named(target)).isEqualTo(name + "?$select=id");
    assertThat(led.only().orElseThrow().name()).isEqualTo(target);
  }

  @Test
  void theNameOfAGroupIsNoPartOfTheFilter() {
    Subscription shared = subscription("$share/workers/v1.1/Observations", 1);
    assertThat(shared.group()).contains("workers");
    assertThat(shared.filter().text()).isEqualTo("v1.1/Observations");
    for (String wrong :
        List.of("$share//v1.1/Observations", "$share/a", "$share/a+/b", "$share/a/")) {
      assertThat(Subscription.parse(wrong, 1, OptionalInt.empty(), false)).isEmpty();
    }
  }

  @Test
  void aFilterHasAtMost256CharactersWithItsGroup() {
    String share = "$share/";
    String topic = "/v1.1/Observations";
    String longest = "g".repeat(Topic.MAX_CHARACTERS - share.length() - topic.length());
    assertThat(subscription(share + longest + topic, 1).group()).contains(longest);
    assertThat(Subscription.parse(share + longest + "g" + topic, 1, OptionalInt.empty(), false))
        .isEmpty();
  }

  @Test
  void onlyFiltersWithoutWildcardsNameATopic() {
    assertThat(TopicFilter.parse("v1.1/Observations").flatMap(TopicFilter::only))
        .isEqualTo(Optional.of(Topic.ALL_OBSERVATIONS));
    assertThat(TopicFilter.parse("v1.1/+").flatMap(TopicFilter::only)).isEmpty();
  }
}
