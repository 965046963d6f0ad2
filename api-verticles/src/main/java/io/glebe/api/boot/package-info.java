/**
 * Start and stop of the platform: settings, infrastructure, API areas, gateway. The only place that
 * chooses between stand-ins and real engines.
 */
@NullMarked
package io.glebe.api.boot;

import org.jspecify.annotations.NullMarked;
