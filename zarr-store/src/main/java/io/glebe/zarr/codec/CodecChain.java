package io.glebe.zarr.codec;

import io.glebe.zarr.memory.Scratch;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;

/**
 * The codecs of one array, from an encoded inner chunk to its elements and back.
 *
 * <pre>{@code
 * CodecChain chain = CodecChain.of(meta);
 * chain.decode(encoded, slab.segment()); // slab of chain.decodedBytes()
 * }</pre>
 *
 * Decoded elements are in C order, little-endian, of the full inner chunk shape. For a sharded
 * array this is the chain inside the shard; {@link ShardLayout} gives the positions of the inner
 * chunks.
 */
public final class CodecChain {
  private static final long SLACK = 4096;

  private final ArrayStage arrayStage;
  private final BytesCodec[] stages;
  private final long[] bounds;
  private final long decodedBytes;

  private CodecChain(ArrayStage arrayStage, BytesCodec[] stages, long decodedBytes) {
    this.arrayStage = arrayStage;
    this.stages = stages;
    this.decodedBytes = decodedBytes;
    this.bounds = new long[stages.length + 1];
    bounds[0] = decodedBytes;
    for (int i = 0; i < stages.length; i++) {
      bounds[i + 1] = bounds[i] + bounds[i] / 8 + SLACK;
    }
  }

  /** The chain of an array; throws for an unsupported codec. */
  public static CodecChain of(ArrayMeta meta) {
    List<CodecSpec> codecs = meta.sharding().map(Sharding::codecs).orElse(meta.codecs());
    ArrayStage array = new ArrayStage(codecs, meta.innerChunkShape(), meta.dataType().size());
    BytesCodec[] stages =
        codecs.stream()
            .filter(codec -> !(codec instanceof Transpose || codec instanceof Bytes))
            .map(BytesCodec::of)
            .toArray(BytesCodec[]::new);
    return new CodecChain(array, stages, meta.innerChunkBytes());
  }

  /** Bytes of one decoded inner chunk: the exact size of every target. */
  public long decodedBytes() {
    return decodedBytes;
  }

  /** Maximum size of a valid encoded chunk; a longer object need not be read. */
  public long maxEncodedBytes() {
    return bounds[stages.length];
  }

  /**
   * Decodes one inner chunk; writes exactly {@link #decodedBytes} bytes.
   *
   * @param encoded the stored bytes, native or heap, read-only
   * @param target a segment of exactly {@link #decodedBytes} bytes
   * @throws CorruptChunkException when the bytes do not decode to exactly one chunk
   */
  public void decode(MemorySegment encoded, MemorySegment target) {
    requireChunk(target);
    requireBound(encoded);
    try (Workspace workspace = Workspace.borrow()) {
      if (arrayStage.isTransposed()) {
        MemorySegment stored = workspace.elements.atLeast(decodedBytes).asSlice(0, decodedBytes);
        decodeStages(encoded, stored, workspace);
        arrayStage.decode(stored, target, workspace);
      } else {
        decodeStages(encoded, target, workspace);
        arrayStage.decode(target, target, workspace);
      }
    }
  }

  /**
   * Decodes at least the bytes {@code from} (inclusive) to {@code to} (exclusive) of the chunk, at
   * their positions in the target; the other bytes of the target are undefined. Cheaper than {@link
   * #decode} when the chain is one blosc container of several blocks, else the same.
   */
  public void decodeRange(MemorySegment encoded, MemorySegment target, long from, long to) {
    requireChunk(target);
    Objects.checkFromToIndex(from, to, decodedBytes);
    if (arrayStage.isIdentity() && stages.length == 1 && stages[0] instanceof BloscCodec blosc) {
      requireBound(encoded);
      try (Workspace workspace = Workspace.borrow()) {
        requireSize(blosc.decodeRange(encoded, target, from, to, workspace));
      }
    } else {
      decode(encoded, target);
    }
  }

  /** Encodes one decoded inner chunk of exactly {@link #decodedBytes} bytes. */
  public byte[] encode(MemorySegment decoded) {
    requireChunk(decoded);
    try (Workspace workspace = Workspace.borrow()) {
      MemorySegment current = decoded;
      if (!arrayStage.isIdentity()) {
        current = workspace.elements.atLeast(decodedBytes).asSlice(0, decodedBytes);
        arrayStage.encode(decoded, current, workspace);
      }
      for (int i = 0; i < stages.length; i++) {
        MemorySegment out =
            workspace.stages[i & 1].atLeast(stages[i].maxEncoded(current.byteSize()));
        current = out.asSlice(0, stages[i].encode(current, out, workspace));
      }
      return current.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private void decodeStages(MemorySegment encoded, MemorySegment elements, Workspace workspace) {
    MemorySegment current = encoded;
    for (int i = stages.length - 1; i >= 0; i--) {
      if (stages[i] instanceof Crc32cCodec crc) {
        current = crc.verified(current);
      } else if (i == 0) {
        requireSize(stages[i].decode(current, elements, workspace));
        return;
      } else {
        Scratch scratch = workspace.stages[i & 1];
        MemorySegment out = scratch.atLeast(bounds[i]).asSlice(0, bounds[i]);
        current = out.asSlice(0, stages[i].decode(current, out, workspace));
      }
    }
    requireSize(current.byteSize());
    MemorySegment.copy(current, 0, elements, 0, decodedBytes);
  }

  private void requireBound(MemorySegment encoded) {
    if (encoded.byteSize() > maxEncodedBytes()) {
      throw new CorruptChunkException(
          encoded.byteSize() + " bytes are too many for a chunk of " + decodedBytes);
    }
  }

  private void requireSize(long bytes) {
    if (bytes != decodedBytes) {
      throw new CorruptChunkException(
          "decodes to " + bytes + " bytes, but a chunk has " + decodedBytes);
    }
  }

  private void requireChunk(MemorySegment segment) {
    if (segment.byteSize() != decodedBytes) {
      throw new IllegalArgumentException(
          "a segment of "
              + segment.byteSize()
              + " bytes is not a chunk of "
              + decodedBytes
              + " bytes");
    }
  }
}
