/** The topics of the sensor service: their grammar, filters, and who has subscribed to what. */
@NullMarked
package io.glebe.mqtt.topic;

import org.jspecify.annotations.NullMarked;
