/** The meters: one registry of the process and every meter name in one file. */
@NullMarked
package io.glebe.core.metrics;

import org.jspecify.annotations.NullMarked;
