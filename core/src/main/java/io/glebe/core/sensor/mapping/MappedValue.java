package io.glebe.core.sensor.mapping;

import io.glebe.core.sensor.observation.Observation;

/**
 * A value of a message.
 *
 * @param thing name of its Thing
 * @param datastream name of its Datastream
 */
record MappedValue(
    MessageTemplate template,
    Measure measure,
    String thing,
    String datastream,
    Observation observation) {
  /** The names under which the account finds the Datastream. */
  DatastreamName name() {
    return new DatastreamName(template.farm(), thing, datastream);
  }
}
