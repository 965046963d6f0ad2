/** Reports the progress of long work to people. */
@NullMarked
package io.glebe.core.progress;

import org.jspecify.annotations.NullMarked;
