package io.glebe.mqtt.message;

import io.glebe.core.sensor.journal.EntityChange;
import io.glebe.core.sensor.journal.EntityChanges;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.observation.StoredObservation;
import io.glebe.mqtt.topic.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The topics under which an event is published. */
public final class EventNames {
  private EventNames() {}

  /** Returns the topics of a new observation. */
  public static List<String> of(StoredObservation stored) {
    List<String> names = new ArrayList<>(3);
    names.add(new Topic.Observations(stored.datastream().id()).name());
    names.add(Topic.ALL_OBSERVATIONS.name());
    OptionalLong feature = stored.observation().feature();
    if (feature.isPresent()) {
      names.add(new Topic.FeatureObservations(feature.getAsLong()).name());
    }
    return names;
  }

  /**
   * Returns the topics of an entity, each with the property that it shows, if only one.
   *
   * @param below its addresses from related entities
   */
  public static Map<String, Optional<Property>> of(
      EntityChange change, List<EntityChanges.Below> below) {
    Map<String, Optional<Property>> names = new LinkedHashMap<>();
    String set = Topic.ROOT + change.type().set();
    String own = set + "(" + change.id() + ")";
    names.put(set, Optional.empty());
    names.put(own, Optional.empty());
    for (Property property : change.type().properties()) {
      if (change.concerns(property)) {
        names.put(own + "/" + property.name(), Optional.of(property));
      }
    }
    below.forEach(one -> names.put(Topic.ROOT + one.path(), Optional.empty()));
    return names;
  }
}
