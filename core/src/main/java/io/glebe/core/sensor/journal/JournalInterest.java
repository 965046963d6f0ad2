package io.glebe.core.sensor.journal;

import java.util.Set;

/**
 * What a reader of the journal wants.
 *
 * @param everyObservation observations of any datastream
 * @param datastreams observations of these
 * @param features observations of these features of interest
 * @param types changes of entities of these types, by name
 */
public record JournalInterest(
    boolean everyObservation, Set<Long> datastreams, Set<Long> features, Set<String> types) {
  public JournalInterest {
    datastreams = Set.copyOf(datastreams);
    features = Set.copyOf(features);
    types = Set.copyOf(types);
  }

  /** Returns whether nothing is wanted. */
  public boolean isEmpty() {
    return !wantsObservations() && types.isEmpty();
  }

  boolean wantsObservations() {
    return everyObservation || !datastreams.isEmpty() || !features.isEmpty();
  }
}
