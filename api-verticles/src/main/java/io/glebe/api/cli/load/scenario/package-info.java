/**
 * The requests of simulated clients: what viewers of maps, dashboards, devices and phones send, and
 * when. Everything here follows from a seed; the state of a client is used by one thread, only what
 * answers bring (ETags, cursors) is written by others.
 */
@NullMarked
package io.glebe.api.cli.load.scenario;

import org.jspecify.annotations.NullMarked;
