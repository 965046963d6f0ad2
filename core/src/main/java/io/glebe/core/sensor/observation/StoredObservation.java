package io.glebe.core.sensor.observation;

/**
 * An observation that has just been committed for the first time.
 *
 * @param id its id
 * @param datastream facts of its datastream: farm and owner decide who may receive it
 * @param observation the observation
 */
public record StoredObservation(long id, DatastreamInfo datastream, Observation observation) {}
