/**
 * CQL2 filters: text and JSON to one syntax tree, and from there to bound SQL and to an evaluator.
 *
 * <p>Values are always bound, never concatenated. A fault says where it stands and what was
 * expected.
 */
@NullMarked
package io.glebe.core.cql;

import org.jspecify.annotations.NullMarked;
