/** Time series of fields and boxes. */
@NullMarked
package io.glebe.bench.series;

import org.jspecify.annotations.NullMarked;
