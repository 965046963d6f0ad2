package io.glebe.mqtt.topic;

import java.util.Optional;

/** A topic of the sensor service; other names are refused. */
public sealed interface Topic {
  /** Maximum length of a topic name or filter in characters. */
  int MAX_CHARACTERS = 256;

  /** Observations of one datastream, published by devices and received by subscribers. */
  record Observations(long datastream) implements Topic {
    @Override
    public String name() {
      return PREFIX + datastream + SUFFIX;
    }
  }

  /** All observations; the message names the datastream. */
  record AllObservations() implements Topic {
    @Override
    public String name() {
      return "v1.1/Observations";
    }
  }

  /** Datastreams with a new observation. */
  record Datastreams() implements Topic {
    @Override
    public String name() {
      return "v1.1/Datastreams";
    }
  }

  /** The counters of all messages. */
  record Counters() implements Topic {
    @Override
    public String name() {
      return "$SYS/glebe/observations";
    }
  }

  String PREFIX = "v1.1/Datastreams(";
  String SUFFIX = ")/Observations";
  int MAX_ID_DIGITS = 18;

  AllObservations ALL_OBSERVATIONS = new AllObservations();
  Datastreams DATASTREAMS = new Datastreams();
  Counters COUNTERS = new Counters();

  /** Returns the topic name. */
  String name();

  /** Parses a name without wildcards; empty when the service does not have this topic. */
  static Optional<Topic> parse(String name) {
    if (name.length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    if (name.startsWith(PREFIX) && name.endsWith(SUFFIX)) {
      return id(name, PREFIX.length(), name.length() - SUFFIX.length()).map(Observations::new);
    }
    return switch (name) {
      case "v1.1/Observations" -> Optional.of(ALL_OBSERVATIONS);
      case "v1.1/Datastreams" -> Optional.of(DATASTREAMS);
      case "$SYS/glebe/observations" -> Optional.of(COUNTERS);
      default -> Optional.empty();
    };
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
