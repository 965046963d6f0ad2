/**
 * Tokens and the cursor over them, shared by the hand-written parsers of CQL2 and of the query
 * options of SensorThings. The parsers descend recursively; a lexer splits the text first.
 */
@NullMarked
package io.glebe.core.syntax;

import org.jspecify.annotations.NullMarked;
