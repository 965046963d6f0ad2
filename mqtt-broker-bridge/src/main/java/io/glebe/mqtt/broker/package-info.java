/**
 * The built-in MQTT endpoint, 3.1.1 and 5: sign-in with service accounts, acknowledgement after the
 * commit, live values for subscribers.
 *
 * <p>Everything of one connection runs on the event loop of its channel; other threads hand over.
 * Memory of a connection is bounded on both sides: it is not read while too many of its messages
 * wait for their commit, and a subscriber that does not keep up loses messages of quality of
 * service 0 or is disconnected. Built on Netty's codec: the endpoint of Vert.x has no way to stop
 * reading from a client.
 */
@NullMarked
package io.glebe.mqtt.broker;

import org.jspecify.annotations.NullMarked;
