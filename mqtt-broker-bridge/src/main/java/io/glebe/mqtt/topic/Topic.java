package io.glebe.mqtt.topic;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.ResourcePath;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A topic of the platform; other names are refused. */
public sealed interface Topic {
  /** Maximum length of a topic name, or of a filter with its group, in characters. */
  int MAX_CHARACTERS = 256;

  /** Observations of one datastream, published by devices and received by subscribers. */
  record Observations(long datastream) implements Topic {
    @Override
    public String name() {
      return PREFIX + datastream + SUFFIX;
    }
  }

  /** Observations of one feature of interest; a published one names its datastream. */
  record FeatureObservations(long feature) implements Topic {
    @Override
    public String name() {
      return FEATURE_PREFIX + feature + SUFFIX;
    }
  }

  /** All observations; the message names the datastream. */
  record AllObservations() implements Topic {
    @Override
    public String name() {
      return "v1.1/Observations";
    }
  }

  /** Created and changed entities: of a type, one, those related to one, or a property of one. */
  record Resource(String name, ResourcePath path) implements Topic {}

  /**
   * A path that leads to one of the other topics: {@code
   * v1.1/Things(1)/Datastreams(2)/Observations}, {@code v1.1/Observations(3)/Datastream/Thing}. To
   * which one is in the database.
   */
  record Deep(String name, ResourcePath path) implements Topic {
    /** The entity at its end, or the one whose collection is at its end. */
    public ResourcePath entity() {
      List<ResourcePath.Step> steps = path.steps();
      return new ResourcePath(
          path.single() ? steps : steps.subList(0, steps.size() - 1),
          List.of(),
          ResourcePath.Form.PLAIN);
    }

    /** The name of the topic to which it leads when that entity has this id. */
    public String from(long id) {
      String entity = ROOT + entity().type().set() + "(" + id + ")";
      if (!path.single()) {
        return entity + "/" + path.steps().getLast().via().orElseThrow().name();
      }
      return path.property().isEmpty() ? entity : entity + "/" + path.property().getFirst();
    }
  }

  /** The counters of all messages. */
  record Counters() implements Topic {
    @Override
    public String name() {
      return "$SYS/glebe/observations";
    }
  }

  /** The refused messages of the own account. */
  record Refusals() implements Topic {
    @Override
    public String name() {
      return "$SYS/glebe/refusals";
    }
  }

  /** The messages in the queue of a service. */
  record ServiceMessages(UUID service) implements Topic {
    @Override
    public String name() {
      return SERVICE_PREFIX + service + SERVICE_SUFFIX;
    }
  }

  String ROOT = "v1.1/";
  String PREFIX = "v1.1/Datastreams(";
  String FEATURE_PREFIX = "v1.1/FeaturesOfInterest(";
  String SUFFIX = ")/Observations";
  String SERVICE_PREFIX = "services/";
  String SERVICE_SUFFIX = "/messages";
  int MAX_ID_DIGITS = 18;
  int UUID_CHARACTERS = 36;

  AllObservations ALL_OBSERVATIONS = new AllObservations();
  Counters COUNTERS = new Counters();
  Refusals REFUSALS = new Refusals();

  /** Returns the topic name. */
  String name();

  /** Parses a name without wildcards; empty when the service does not have this topic. */
  static Optional<Topic> parse(String name) {
    if (name.length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    if (name.endsWith(SUFFIX) && name.startsWith(PREFIX)) {
      return id(name, PREFIX.length(), name.length() - SUFFIX.length()).map(Observations::new);
    }
    if (name.endsWith(SUFFIX) && name.startsWith(FEATURE_PREFIX)) {
      return id(name, FEATURE_PREFIX.length(), name.length() - SUFFIX.length())
          .map(FeatureObservations::new);
    }
    return switch (name) {
      case "v1.1/Observations" -> Optional.of(ALL_OBSERVATIONS);
      case "$SYS/glebe/observations" -> Optional.of(COUNTERS);
      case "$SYS/glebe/refusals" -> Optional.of(REFUSALS);
      default -> name.startsWith(ROOT) ? resource(name) : service(name);
    };
  }

  private static Optional<Topic> service(String name) {
    int end = name.length() - SERVICE_SUFFIX.length();
    if (!name.startsWith(SERVICE_PREFIX)
        || !name.endsWith(SERVICE_SUFFIX)
        || end - SERVICE_PREFIX.length() != UUID_CHARACTERS) {
      return Optional.empty();
    }
    try {
      ServiceMessages topic =
          new ServiceMessages(UUID.fromString(name.substring(SERVICE_PREFIX.length(), end)));
      return topic.name().equals(name) ? Optional.of(topic) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Topic> resource(String name) {
    try {
      ResourcePath path = ResourcePath.parse(List.of(name.substring(ROOT.length()).split("/", -1)));
      if (path.form() != ResourcePath.Form.PLAIN || path.property().size() > 1) {
        return Optional.empty();
      }
      return Optional.of(isPlain(path) ? new Resource(name, path) : new Deep(name, path));
    } catch (Problem unknown) {
      return Optional.empty();
    }
  }

  /** At most one relation, which is not that of an observation and is followed by nothing. */
  private static boolean isPlain(ResourcePath path) {
    return path.steps().size() == 1
        || (path.steps().size() == 2
            && path.property().isEmpty()
            && path.steps().getLast().id().isEmpty()
            && !path.steps().getFirst().type().isObservation());
  }

  private static Optional<Long> id(String name, int from, int to) {
    if (to <= from || to - from > MAX_ID_DIGITS) {
      return Optional.empty();
    }
    long id = 0;
    for (int i = from; i < to; i++) {
      char digit = name.charAt(i);
      if (digit < '0' || digit > '9') {
        return Optional.empty();
      }
      id = id * 10 + (digit - '0');
    }
    return Optional.of(id);
  }
}
