/**
 * Loops over pixels: conversion of a chunk's elements to floats, colour look-up and accumulators.
 *
 * <p>All loops work on heap {@code float[]} in which NaN means "no data". Nothing allocates per
 * call once the scratch memory has grown to the working size. Objects that own scratch memory, such
 * as {@link io.glebe.tile.kernel.Raster}, belong to one render thread; all others are immutable.
 * Off-heap segments are read during a call and never kept. Each loop has a scalar form and a Vector
 * API form ({@link io.glebe.tile.kernel.Kernels}) with the same results; tiny inputs use the scalar
 * form.
 */
@NullMarked
package io.glebe.tile.kernel;

import org.jspecify.annotations.NullMarked;
