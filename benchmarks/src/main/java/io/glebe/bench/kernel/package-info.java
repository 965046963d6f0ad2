/** JMH over the kernels: one 256-pixel tile each, times in microseconds. */
package io.glebe.bench.kernel;
