/**
 * The built-in MQTT server, versions 3.1.1 and 5: sign-in with service accounts, acknowledgement
 * after the commit, live values for subscribers.
 *
 * <p>Everything of one connection runs on the event loop of its channel; other threads hand over to
 * it. Memory of a connection is limited in both directions: reading stops while too many of its
 * messages wait for their commit, and a slow subscriber loses messages of quality of service 0 or
 * is disconnected. Built on Netty's codec, because the server of vertx-mqtt cannot stop reading
 * from a client (decision 0063).
 */
@NullMarked
package io.glebe.mqtt.broker;

import org.jspecify.annotations.NullMarked;
