/** Decoding and encoding of chunks beside the blosc library. */
@NullMarked
package io.glebe.bench.codec;

import org.jspecify.annotations.NullMarked;
