/**
 * Codec chains: array to array, array to bytes, bytes to bytes. A chain is built once per array, is
 * immutable and decodes into the caller's memory.
 *
 * <p>Memory: decoding allocates nothing in the steady state; scratch memory is borrowed from a
 * bounded pool and its size follows from the metadata, never from a chunk's header. Input is
 * untrusted: every length is checked before a native call, and a native call receives the exact
 * bounds of both its segments. Every error in a chunk is a {@link
 * io.glebe.zarr.codec.CorruptChunkException}; the target's content is then undefined. Threading:
 * all public types may be used from any thread.
 */
@NullMarked
package io.glebe.zarr.codec;

import org.jspecify.annotations.NullMarked;
