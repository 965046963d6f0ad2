/**
 * The MQTT door of the sensor service: topics, ingestion, built-in endpoint, bridge to an outside
 * broker.
 */
@NullMarked
package io.glebe.mqtt;

import org.jspecify.annotations.NullMarked;
