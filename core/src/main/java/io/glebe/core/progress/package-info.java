/** How long work tells people how far it is. */
@NullMarked
package io.glebe.core.progress;

import org.jspecify.annotations.NullMarked;
