/**
 * JSON as the platform reads and writes it: one strictly configured Jackson mapper, merge patch
 * (RFC 7396) and splicing of stored text that need not be parsed. {@link
 * com.fasterxml.jackson.databind.node.ObjectNode} is the tree of the whole core.
 */
@NullMarked
package io.glebe.core.json;

import org.jspecify.annotations.NullMarked;
