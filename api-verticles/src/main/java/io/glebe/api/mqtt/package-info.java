/** The MQTT interface of the sensor service as a verticle. */
@NullMarked
package io.glebe.api.mqtt;

import org.jspecify.annotations.NullMarked;
