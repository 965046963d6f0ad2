package io.glebe.api.fuzz;

import io.glebe.mqtt.topic.Subscription;
import io.glebe.mqtt.topic.SubscriptionTrie;
import io.glebe.mqtt.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Topics and filters of subscriptions: a filter, a line end, and a topic. The tree of subscriptions
 * finds a filter for exactly the topics that the filter matches.
 */
public final class TopicTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] input) {
    String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", 2);
    String topic = lines.length < 2 ? "" : lines[1];
    boolean isTopic = Topic.parse(topic).isPresent();
    Optional<Subscription> parsed = Subscription.parse(lines[0], 1, OptionalInt.empty(), false);
    if (parsed.isEmpty()) {
      return isTopic;
    }
    SubscriptionTrie<String> trie = new SubscriptionTrie<>();
    trie.add(parsed.get(), "a");
    Map<String, ?> found = trie.match(topic);
    if (isTopic && found.isEmpty() == parsed.get().filter().matches(topic)) {
      throw new IllegalStateException("filter and tree differ about " + topic);
    }
    trie.remove(parsed.get(), "a");
    if (trie.size() != 0) {
      throw new IllegalStateException("a subscription stays");
    }
    return true;
  }
}
