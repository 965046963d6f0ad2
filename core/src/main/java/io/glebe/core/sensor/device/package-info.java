/** What the platform tells about devices beside their observations. */
@NullMarked
package io.glebe.core.sensor.device;

import org.jspecify.annotations.NullMarked;
