/** JMH over the PNG encoder, beside ImageIO. */
@NullMarked
package io.glebe.bench.png;

import org.jspecify.annotations.NullMarked;
