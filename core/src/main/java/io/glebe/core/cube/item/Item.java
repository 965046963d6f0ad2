package io.glebe.core.cube.item;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import org.locationtech.jts.geom.Envelope;

/**
 * A validated feature in its stored form.
 *
 * @param geometry GeoJSON text
 * @param box its bounds in degrees
 * @param importance area or length in degrees
 * @param from first instant of its time, truncated to microseconds
 * @param to last instant of its time, inclusive
 */
public record Item(
    String id,
    Optional<String> geometry,
    Optional<Envelope> box,
    double importance,
    ObjectNode properties,
    Optional<Instant> from,
    Optional<Instant> to) {}
