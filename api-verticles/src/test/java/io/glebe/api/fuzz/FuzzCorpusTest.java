package io.glebe.api.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the kept inputs of the fuzzed parsers, as they are and with small damages. */
class FuzzCorpusTest {
  private static final long SEED = 20_261_128;
  private static final int DAMAGES = 40;
  private static final int MOST_BYTES = 20_000;

  static List<String> names() {
    return FuzzTargets.names();
  }

  @Test
  void everyTargetHasInputsAndEveryInputATarget() throws IOException {
    assertThat(FuzzCorpus.folders()).isEqualTo(names());
    for (String name : names()) {
      for (Path input : FuzzCorpus.inputs(name)) {
        assertThat(Files.size(input)).as("%s", input).isBetween(1L, (long) MOST_BYTES);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyInputIsAcceptedOrRefusedAsItsNameSays(String name) throws IOException {
    FuzzTarget target = FuzzTargets.named(name);
    for (Path input : FuzzCorpus.inputs(name)) {
      boolean accepted = accepts(target, Files.readAllBytes(input), input.toString());
      boolean isRefused = input.getFileName().toString().startsWith("refused-");
      assertThat(accepted).as("%s is accepted", input).isNotEqualTo(isRefused);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void damagedInputsAreAcceptedOrRefused(String name) throws IOException {
    FuzzTarget target = FuzzTargets.named(name);
    Random random = new Random(SEED);
    List<Path> inputs = FuzzCorpus.inputs(name);
    for (Path input : inputs) {
      byte[] whole = Files.readAllBytes(input);
      byte[] other = Files.readAllBytes(inputs.get(random.nextInt(inputs.size())));
      for (int i = 0; i < DAMAGES; i++) {
        byte[] damaged = damaged(whole, other, random);
        accepts(target, damaged, name + " " + HexFormat.of().formatHex(damaged));
      }
    }
  }

  private static boolean accepts(FuzzTarget target, byte[] input, String what) {
    try {
      return target.accepts(input);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      return fail(what, e);
    }
  }

  private static byte[] damaged(byte[] whole, byte[] other, Random random) {
    byte[] bytes = whole.clone();
    switch (random.nextInt(4)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 2 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      default -> {
        int from = random.nextInt(other.length);
        int length = Math.min(random.nextInt(20), other.length - from);
        int at = random.nextInt(bytes.length);
        byte[] tail = Arrays.copyOfRange(bytes, at, bytes.length);
        bytes = Arrays.copyOf(bytes, bytes.length + length);
        System.arraycopy(other, from, bytes, at, length);
        System.arraycopy(tail, 0, bytes, at + length, tail.length);
      }
    }
    return bytes;
  }
}
