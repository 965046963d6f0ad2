package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetadataException;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CodecChainTest {

  @Test
  void fortranOrderAndBigEndianAreConvertedElementByElement() {
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(2, 3), Shape.of(2, 3), DataType.INT16)
            .codecs(Transpose.reversed(2), new Bytes(true))
            .build();
    byte[] stored = {0, 11, 0, 21, 0, 12, 0, 22, 0, 13, 0, 23};
    byte[] decoded = new byte[12];
    CodecChain.of(meta).decode(MemorySegment.ofArray(stored), MemorySegment.ofArray(decoded));
    assertArrayEquals(new byte[] {11, 0, 12, 0, 13, 0, 21, 0, 22, 0, 23, 0}, decoded);
  }

  @Test
  void aTransposeNamesTheDecodedDimensionOfEachStoredOne() {
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(1, 2, 3), Shape.of(1, 2, 3), DataType.UINT8)
            .codecs(new Transpose(List.of(2, 0, 1)), new Bytes(false))
            .build();
    byte[] elements = {1, 2, 3, 4, 5, 6};
    byte[] stored = CodecChain.of(meta).encode(MemorySegment.ofArray(elements));
    // stored shape is (3, 1, 2): for each x, the two y
    assertArrayEquals(new byte[] {1, 4, 2, 5, 3, 6}, stored);
  }

  @Test
  void aShardedArrayUsesTheChainOfItsInnerChunks() {
    Sharding sharding = Sharding.of(Shape.of(2, 2), List.of(new Bytes(false)));
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(8, 8), Shape.of(4, 4), DataType.INT32).codecs(sharding).build();
    assertEquals(16, CodecChain.of(meta).decodedBytes());
  }

  @Test
  void aTargetOfAnotherSizeIsAProgrammingError() {
    CodecChain chain = chain(new CodecSpec.Zstd(1, false));
    MemorySegment wrong = MemorySegment.ofArray(new byte[3]);
    assertThrows(IllegalArgumentException.class, () -> chain.encode(wrong));
    assertThrows(IllegalArgumentException.class, () -> chain.decode(wrong, wrong));
  }

  @Test
  void aChunkOfAnotherSizeIsCorruptWithItsPosition() {
    CodecChain chain = chain(new CodecSpec.Zstd(1, false));
    byte[] shorter = CodecSamples.encode(new ZstdCodec(1, false), new byte[10]);
    MemorySegment target = MemorySegment.ofArray(new byte[(int) chain.decodedBytes()]);
    CorruptChunkException corrupt =
        assertThrows(
            CorruptChunkException.class,
            () -> chain.decode(MemorySegment.ofArray(shorter), target));
    String message = corrupt.in("cube/ndvi", "c/0/1").getMessage();
    assertTrue(message.contains("cube/ndvi") && message.contains("c/0/1"), message);
    assertTrue(message.contains("10 bytes"), message);
  }

  @Test
  void anUnsupportedBloscCompressorIsRefusedWithTheMetadata() {
    Blosc blosclz = new Blosc(Blosc.Compressor.BLOSCLZ, 5, Blosc.Shuffle.BYTE, 2, 0);
    assertThrows(MetadataException.class, () -> chain(blosclz));
  }

  @Test
  void oneChainServesManyThreadsAtOnce() throws InterruptedException, ExecutionException {
    List<CodecChain> chains = new ArrayList<>();
    for (List<CodecSpec> codecs : CodecRoundTripTest.bytesChains(DataType.INT16)) {
      chains.add(chain(codecs.toArray(CodecSpec[]::new)));
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> jobs = new ArrayList<>();
      for (int job = 0; job < 200; job++) {
        CodecChain chain = chains.get(job % chains.size());
        byte[] elements = CodecSamples.elements(DataType.INT16, 64 * 64, job);
        jobs.add(
            threads.submit(
                () -> {
                  byte[] decoded = new byte[elements.length];
                  byte[] encoded = chain.encode(MemorySegment.ofArray(elements));
                  chain.decode(MemorySegment.ofArray(encoded), MemorySegment.ofArray(decoded));
                  assertArrayEquals(elements, decoded);
                }));
      }
      for (Future<?> job : jobs) {
        job.get();
      }
    }
  }

  private static CodecChain chain(CodecSpec... bytesCodecs) {
    List<CodecSpec> codecs = new ArrayList<>(List.of(new Bytes(false)));
    codecs.addAll(List.of(bytesCodecs));
    Shape shape = Shape.of(64, 64);
    return CodecChain.of(ArrayMeta.v3(shape, shape, DataType.INT16).codecs(codecs).build());
  }
}
