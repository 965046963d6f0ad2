/**
 * Stores the messages of devices that know no SensorThings: the mapping of a service account says
 * which topics it may use, where values and times are in their payloads, and which Datastreams they
 * belong to. Entry point is {@link io.glebe.core.sensor.mapping.MappedMessages}.
 *
 * <p>Mappings and the ids of their Datastreams are cached for each account, so that a message whose
 * names are known needs no read of the database.
 */
@NullMarked
package io.glebe.core.sensor.mapping;

import org.jspecify.annotations.NullMarked;
