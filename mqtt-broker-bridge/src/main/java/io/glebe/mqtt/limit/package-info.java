/**
 * Limits of the MQTT server that are settings: bytes of messages under way, sign-ins by address,
 * and deadlines of clients that do not continue.
 */
@NullMarked
package io.glebe.mqtt.limit;

import org.jspecify.annotations.NullMarked;
