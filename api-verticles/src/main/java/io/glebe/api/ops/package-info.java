/**
 * What operators look at: health, readiness with its reasons, metrics, build facts, and the pages
 * of the problem types.
 */
package io.glebe.api.ops;
