package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.ChunkKeyEncoding;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetaReader;
import io.glebe.zarr.meta.MetaWriter;
import io.glebe.zarr.meta.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares version 2 chunks with zarr-python, if it is installed (Debian's python3-zarr). */
class ZarrPythonTest {
  private static final String PYTHON = "/usr/bin/python3";
  private static final long LIMIT_SECONDS = 120;
  @TempDir Path folder;

  @Test
  void arraysOfZarrPythonAreReadValueForValue() throws IOException, InterruptedException {
    int cases = Integer.parseInt(python("write"));
    try (Stream<Path> arrays = Files.list(folder)) {
      for (Path path : arrays.sorted().toList()) {
        byte[] zarray = Files.readAllBytes(path.resolve(".zarray"));
        ArrayMeta meta = MetaReader.parseArrayV2(zarray, Map.of());
        CodecChain chain = CodecChain.of(meta);
        byte[] plain = Files.readAllBytes(path.resolve("plain"));
        byte[] found = new byte[plain.length];
        byte[] chunk = Files.readAllBytes(path.resolve(meta.key(0, 0, 0)));
        chain.decode(MemorySegment.ofArray(chunk), MemorySegment.ofArray(found));
        assertArrayEquals(plain, found, new String(zarray, StandardCharsets.UTF_8));
        cases--;
      }
    }
    assertEquals(0, cases);
  }

  @Test
  void ourArraysAreReadByZarrPython() throws IOException, InterruptedException {
    int cases = 0;
    for (DataType type : DataType.values()) {
      for (List<CodecSpec> bytesCodecs : CodecRoundTripTest.bytesChains(type)) {
        if (bytesCodecs.size() < 2 && !bytesCodecs.contains(new CodecSpec.Crc32c())) {
          writeOurs(folder.resolve("%04d".formatted(cases)), type, bytesCodecs, cases % 4);
          cases++;
        }
      }
    }
    assertTrue(cases > 200, cases + " cases");
    assertEquals(cases, Integer.parseInt(python("verify")));
  }

  private static void writeOurs(Path path, DataType type, List<CodecSpec> bytesCodecs, int variant)
      throws IOException {
    Shape shape = Shape.of(29, 71);
    List<CodecSpec> codecs = new ArrayList<>();
    if ((variant & 1) != 0) {
      codecs.add(Transpose.reversed(2));
    }
    codecs.add(new Bytes((variant & 2) != 0));
    for (CodecSpec codec : bytesCodecs) {
      codecs.add(
          codec instanceof Blosc b
              ? new Blosc(b.compressor(), b.level(), b.shuffle(), type.size(), b.blockSize())
              : codec);
    }
    ArrayMeta meta =
        ArrayMeta.v2(shape, shape, type)
            .keyEncoding(ChunkKeyEncoding.v2('.'))
            .codecs(codecs)
            .build();
    byte[] plain = CodecSamples.elements(type, (int) shape.elements(), variant);
    Files.createDirectories(path);
    Files.write(path.resolve(".zarray"), MetaWriter.zarray(meta));
    Files.write(path.resolve("plain"), plain);
    Files.write(
        path.resolve(meta.key(0, 0)), CodecChain.of(meta).encode(MemorySegment.ofArray(plain)));
  }

  private String python(String verb) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of(PYTHON)), "no python3 of the system");
    assumeTrue(run("-c", "import zarr").succeeded(), "python3-zarr is not installed");
    Outcome outcome = run("-c", script(), verb, folder.toString());
    assertTrue(outcome.succeeded(), outcome.output());
    return outcome.output().strip();
  }

  private record Outcome(boolean succeeded, String output) {}

  private static Outcome run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PYTHON));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream stream = process.getInputStream()) {
      String output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      return new Outcome(ended && process.exitValue() == 0, output);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String script() throws IOException {
    try (InputStream in = ZarrPythonTest.class.getResourceAsStream("zarr_python_arrays.py")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
