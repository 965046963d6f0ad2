package io.glebe.mqtt.message;

import io.glebe.mqtt.topic.Subscription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The subscriptions of one client that match a topic, as the messages that it gets: one for each
 * name and choice of properties, with the best quality and all identifiers.
 *
 * @param topic name of the message
 * @param select chosen properties; empty for all
 */
public record Routing(String topic, List<String> select, int qos, List<Integer> identifiers) {
  /** Joins subscriptions that match the same name. */
  public static List<Routing> of(String name, List<Subscription> matches) {
    if (matches.size() == 1) {
      return List.of(one(name, matches.getFirst()));
    }
    Map<String, Routing> routings = new LinkedHashMap<>();
    for (Subscription match : matches) {
      Routing routing = one(name, match);
      routings.merge(routing.topic(), routing, Routing::with);
    }
    return List.copyOf(routings.values());
  }

  private static Routing one(String name, Subscription match) {
    return new Routing(
        match.filter().named(name),
        match.filter().select(),
        match.qos(),
        match.identifier().isPresent() ? List.of(match.identifier().getAsInt()) : List.of());
  }

  private Routing with(Routing other) {
    List<Integer> both = new ArrayList<>(identifiers);
    both.addAll(other.identifiers);
    return new Routing(topic, select, Math.max(qos, other.qos), both);
  }
}
