/** JMH benchmarks of the kernels: one 256-pixel tile each, times in microseconds. */
@NullMarked
package io.glebe.bench.kernel;

import org.jspecify.annotations.NullMarked;
