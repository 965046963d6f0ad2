/**
 * The same ingestion as a client of an outside broker: a shared subscription, so that several
 * processes of the platform divide the messages among them; nothing is acknowledged before it is
 * stored, and the broker keeps what comes while the platform is away. Messages under way are
 * bounded by the receive maximum told to the broker. Runs on the client library's event loops.
 */
@NullMarked
package io.glebe.mqtt.bridge;

import org.jspecify.annotations.NullMarked;
