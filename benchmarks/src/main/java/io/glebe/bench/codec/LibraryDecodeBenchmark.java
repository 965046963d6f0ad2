package io.glebe.bench.codec;

import com.scalableminds.bloscjava.Blosc;
import io.glebe.zarr.meta.DataType;
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
import org.openjdk.jmh.annotations.Warmup;

/** Decodes the same containers as {@link DecodeBenchmark} with the blosc library, heap to heap. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class LibraryDecodeBenchmark {
  @Param({"INT16", "FLOAT32"})
  public DataType type;

  @Param({"LZ4_SHUFFLE", "ZSTD_SHUFFLE", "LZ4_BITSHUFFLE"})
  public DecodeBenchmark.Form form;

  private byte[] encoded;

  @Setup
  public void prepare() {
    encoded = ChunkData.encoded(form.chain(type), type);
  }

  @Benchmark
  public byte[] library() {
    return Blosc.decompress(encoded);
  }
}
