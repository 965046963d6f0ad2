/** The stored sessions of clients that subscribe to the sensor service. */
@NullMarked
package io.glebe.core.sensor.session;

import org.jspecify.annotations.NullMarked;
