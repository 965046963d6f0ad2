/**
 * Rules about references: the referenced records exist and belong to the same owner, external ids
 * are unique and concepts are known.
 */
@NullMarked
package io.glebe.core.record.rule.reference;

import org.jspecify.annotations.NullMarked;
