package io.glebe.core.sensor.observation;

/**
 * The result of a committed observation.
 *
 * @param id its id; that of the first copy when an identical one was stored before
 * @param isNew false when an identical observation was stored before
 */
public record StoredResult(long id, boolean isNew) {}
