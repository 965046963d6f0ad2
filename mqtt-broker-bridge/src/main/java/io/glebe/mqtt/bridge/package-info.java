/**
 * Stores observations as a client of an outside broker. A shared subscription divides the messages
 * among several processes of the platform; no message is acknowledged before it is stored, and the
 * broker keeps messages while the platform is not connected. A setting of the broker limits the
 * messages in progress. Runs on the client library's event loops.
 */
@NullMarked
package io.glebe.mqtt.bridge;

import org.jspecify.annotations.NullMarked;
