/**
 * Load scenarios over HTTP against a platform of their own, each beside the same work done without
 * the platform, in the same run. The load generator shares process and cores with the platform, so
 * rates are what both reach together.
 */
@NullMarked
package io.glebe.bench.load;

import org.jspecify.annotations.NullMarked;
