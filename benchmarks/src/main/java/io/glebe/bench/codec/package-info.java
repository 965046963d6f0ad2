/** Decoding and encoding of chunks, compared with the blosc library. */
@NullMarked
package io.glebe.bench.codec;

import org.jspecify.annotations.NullMarked;
