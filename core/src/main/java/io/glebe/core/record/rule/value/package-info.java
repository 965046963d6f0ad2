/**
 * Checks single values: types, numbers, text forms, instants and JSON Schemas. {@code Findings}
 * collects the errors of one write, each with a JSON pointer.
 *
 * <p>Pure functions; {@code Findings} is confined to one write.
 */
@NullMarked
package io.glebe.core.record.rule.value;

import org.jspecify.annotations.NullMarked;
