/** JMH benchmarks of the PNG encoder, compared with ImageIO. */
@NullMarked
package io.glebe.bench.png;

import org.jspecify.annotations.NullMarked;
