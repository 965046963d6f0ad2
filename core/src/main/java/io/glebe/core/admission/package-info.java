/** Decides which work may begin, so that one caller cannot hold all of a shared resource. */
@NullMarked
package io.glebe.core.admission;

import org.jspecify.annotations.NullMarked;
