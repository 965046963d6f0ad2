/** The topics of the sensor service: grammar, filters and subscriptions. */
@NullMarked
package io.glebe.mqtt.topic;

import org.jspecify.annotations.NullMarked;
