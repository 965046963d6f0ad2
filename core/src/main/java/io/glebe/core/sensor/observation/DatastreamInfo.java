package io.glebe.core.sensor.observation;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The facts of a datastream that the writer and live streams need.
 *
 * @param id id of the datastream
 * @param farm the farm of its thing, if any
 * @param owner the account that created it
 * @param feature default feature of interest of its observations: that of the thing's location
 */
public record DatastreamInfo(long id, Optional<UUID> farm, String owner, OptionalLong feature) {}
