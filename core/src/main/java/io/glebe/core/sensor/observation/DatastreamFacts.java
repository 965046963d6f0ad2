package io.glebe.core.sensor.observation;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What the writer and live streams need to know of a datastream.
 *
 * @param id of the datastream
 * @param farm the farm to which its thing belongs, if any
 * @param owner the account that made it
 * @param feature feature of interest for observations that name none: that of the thing's location
 */
public record DatastreamFacts(long id, Optional<UUID> farm, String owner, OptionalLong feature) {}
