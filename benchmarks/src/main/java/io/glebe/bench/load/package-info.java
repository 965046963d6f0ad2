/**
 * Load scenarios over HTTP against a separate platform. Each is compared, in the same run, with the
 * same work without the platform. The load generator shares the process and the cores with the
 * platform, so rates are those of both together.
 */
@NullMarked
package io.glebe.bench.load;

import org.jspecify.annotations.NullMarked;
