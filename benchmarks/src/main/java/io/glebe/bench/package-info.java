/** Benchmarks for the packages of the engines, and load scenarios against the whole platform. */
@NullMarked
package io.glebe.bench;

import org.jspecify.annotations.NullMarked;
