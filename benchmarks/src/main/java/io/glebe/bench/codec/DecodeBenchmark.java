package io.glebe.bench.codec;

import io.glebe.zarr.codec.CodecChain;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Gzip;
import io.glebe.zarr.meta.CodecSpec.Zstd;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Decodes one chunk of 512 x 512 elements in native memory. Times are per chunk; an int16 chunk has
 * 0.5 MiB, a float32 chunk 1 MiB.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class DecodeBenchmark {
  @Param({"INT16", "FLOAT32"})
  public DataType type;

  @Param({"LZ4_SHUFFLE", "ZSTD_SHUFFLE", "LZ4_BITSHUFFLE", "ZSTD", "GZIP"})
  public Form form;

  /** The storage format of the chunk. */
  public enum Form {
    LZ4_SHUFFLE,
    ZSTD_SHUFFLE,
    LZ4_BITSHUFFLE,
    ZSTD,
    GZIP;

    CodecChain chain(DataType type) {
      Shape shape = Shape.of(ChunkData.SIDE, ChunkData.SIDE);
      return CodecChain.of(
          ArrayMeta.v3(shape, shape, type).codecs(new Bytes(false), spec(type.size())).build());
    }

    private CodecSpec spec(int size) {
      return switch (this) {
        case LZ4_SHUFFLE -> new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, size, 0);
        case ZSTD_SHUFFLE -> new Blosc(Blosc.Compressor.ZSTD, 3, Blosc.Shuffle.BYTE, size, 0);
        case LZ4_BITSHUFFLE -> new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BIT, size, 0);
        case ZSTD -> new Zstd(1, false);
        case GZIP -> new Gzip(5);
      };
    }
  }

  private Arena arena;
  private CodecChain chain;
  private MemorySegment encoded;
  private MemorySegment target;

  @Setup
  public void prepare() {
    chain = form.chain(type);
    arena = Arena.ofShared();
    encoded = arena.allocateFrom(ValueLayout.JAVA_BYTE, ChunkData.encoded(chain, type));
    target = arena.allocate(chain.decodedBytes(), 64);
  }

  @TearDown
  public void free() {
    arena.close();
  }

  @Benchmark
  public MemorySegment ours() {
    chain.decode(encoded, target);
    return target;
  }
}
