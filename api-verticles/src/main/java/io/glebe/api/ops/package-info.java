/**
 * HTTP endpoints for operators: health, readiness with its reasons, metrics, build information, and
 * the pages of the problem types.
 */
@NullMarked
package io.glebe.api.ops;

import org.jspecify.annotations.NullMarked;
