/** Checks of the bodies of requests that several parts of the platform share. */
@NullMarked
package io.glebe.core.body;

import org.jspecify.annotations.NullMarked;
