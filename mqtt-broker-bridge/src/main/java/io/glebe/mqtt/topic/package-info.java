/** The topics of the sensor service: their grammar, filters, and who has subscribed to what. */
package io.glebe.mqtt.topic;
