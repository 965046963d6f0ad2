/** Accounts for the heap that requests may hold. */
@NullMarked
package io.glebe.core.memory;

import org.jspecify.annotations.NullMarked;
