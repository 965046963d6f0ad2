/**
 * The MQTT interface of the sensor service: topics, ingestion, built-in server, bridge to an
 * outside broker.
 */
@NullMarked
package io.glebe.mqtt;

import org.jspecify.annotations.NullMarked;
