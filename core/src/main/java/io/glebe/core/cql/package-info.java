/**
 * Parses CQL2 filters, text and JSON, into one syntax tree, compiles the tree to bound SQL and
 * evaluates it on features.
 *
 * <p>Values are always bound, never concatenated. An error gives its position and the expected
 * input.
 */
@NullMarked
package io.glebe.core.cql;

import org.jspecify.annotations.NullMarked;
