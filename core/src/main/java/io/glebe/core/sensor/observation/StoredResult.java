package io.glebe.core.sensor.observation;

/**
 * What has become of an observation that is committed.
 *
 * @param id its id: the one of the first copy when it had been stored before
 * @param fresh false when the same observation had been stored before
 */
public record StoredResult(long id, boolean fresh) {}
