/**
 * Rules that the catalogue declares and that hold for many entity types: constraints between
 * attributes, hierarchies, business keys, immutable attributes, state models, payloads and files.
 */
@NullMarked
package io.glebe.core.record.rule.declared;

import org.jspecify.annotations.NullMarked;
