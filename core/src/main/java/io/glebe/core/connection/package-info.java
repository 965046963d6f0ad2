/** Limits the connections that clients may open, at the moment at which they are accepted. */
@NullMarked
package io.glebe.core.connection;

import org.jspecify.annotations.NullMarked;
