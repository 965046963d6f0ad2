/**
 * Tokens for viewers: they show pictures of some collections to programs that send no headers, such
 * as map libraries.
 */
@NullMarked
package io.glebe.core.viewer;

import org.jspecify.annotations.NullMarked;
