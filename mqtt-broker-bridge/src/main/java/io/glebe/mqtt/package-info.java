/**
 * The MQTT door of the sensor service: topics, ingestion, built-in endpoint, bridge to an outside
 * broker.
 */
package io.glebe.mqtt;
