package io.glebe.mqtt.topic;

import io.glebe.core.sensor.session.StoredSubscription;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A subscription of one client.
 *
 * @param text the filter as it was sent
 * @param filter the filter without the name of a group
 * @param group clients with the same group share the messages
 * @param qos granted quality of service
 * @param identifier number that the client wants to see with each message
 * @param retainAsPublished whether messages keep their retain flag
 */
public record Subscription(
    String text,
    TopicFilter filter,
    Optional<String> group,
    int qos,
    OptionalInt identifier,
    boolean retainAsPublished) {
  private static final String SHARED = "$share/";

  /**
   * A message that a client of a group leaves goes to another one, which MQTT 5 (4.8.2) does not
   * allow for quality 2.
   */
  private static final int MAX_SHARED_QOS = 1;

  /**
   * Parses a filter with its group, if any; empty for an invalid one, and for one that has more
   * than {@link Topic#MAX_CHARACTERS} characters with its group: sessions and groups keep the text.
   */
  public static Optional<Subscription> parse(
      String text, int qos, OptionalInt identifier, boolean retainAsPublished) {
    if (text.length() > Topic.MAX_CHARACTERS) {
      return Optional.empty();
    }
    Optional<String> group = Optional.empty();
    String filter = text;
    if (text.startsWith(SHARED)) {
      int end = text.indexOf('/', SHARED.length());
      if (end <= SHARED.length() || isOpen(text.substring(SHARED.length(), end))) {
        return Optional.empty();
      }
      group = Optional.of(text.substring(SHARED.length(), end));
      filter = text.substring(end + 1);
    }
    Optional<String> name = group;
    int granted = name.isPresent() ? Math.min(qos, MAX_SHARED_QOS) : qos;
    return TopicFilter.parse(filter)
        .map(
            parsed -> new Subscription(text, parsed, name, granted, identifier, retainAsPublished));
  }

  private static boolean isOpen(String name) {
    return name.contains(TopicFilter.ONE) || name.contains(TopicFilter.REST);
  }

  /** Parses the stored form; empty when this version does not have the topic any more. */
  public static Optional<Subscription> of(StoredSubscription stored) {
    return parse(stored.filter(), stored.qos(), stored.identifier(), stored.retainAsPublished());
  }

  /** The subscription to a deep topic with the topic to which it leads. */
  public Subscription to(String topic) {
    return new Subscription(text, filter.to(topic), group, qos, identifier, retainAsPublished);
  }

  /** The form that is stored. */
  public StoredSubscription stored() {
    return new StoredSubscription(text, qos, identifier, retainAsPublished);
  }

  /** Returns whether its messages come from the journal while its session is stored. */
  public boolean isKept() {
    return qos > 0 && group.isEmpty();
  }

  /** Whether the addresses of entities from related ones are needed for it. */
  public boolean isRelated() {
    return filter.isOpen()
        || filter.only().orElse(null) instanceof Topic.Resource one && one.path().steps().size() > 1
        || filter.only().orElse(null) instanceof Topic.Observations
        || filter.only().orElse(null) instanceof Topic.FeatureObservations;
  }
}
