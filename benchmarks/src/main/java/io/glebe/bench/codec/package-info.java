/** Decoding and encoding of chunks beside the blosc library. */
package io.glebe.bench.codec;
