/**
 * What operators look at: health, readiness with its reasons, metrics, build facts, and the pages
 * of the problem types.
 */
@NullMarked
package io.glebe.api.ops;

import org.jspecify.annotations.NullMarked;
