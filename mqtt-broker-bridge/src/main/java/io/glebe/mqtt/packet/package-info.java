/**
 * Packets of MQTT, also inside of WebSocket frames: what is built, what is admitted before and
 * after the sign-in, and how much of it is read at a time. Used on the event loop of a channel.
 */
@NullMarked
package io.glebe.mqtt.packet;

import org.jspecify.annotations.NullMarked;
