package io.glebe.core.cube.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import io.glebe.zarr.meta.DataType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NpyHeaderTest {
  private static byte[] file(int major, String literal) {
    byte[] text = literal.getBytes(StandardCharsets.UTF_8);
    int lengthBytes = major == 1 ? 2 : 4;
    byte[] all = new byte[8 + lengthBytes + text.length];
    System.arraycopy("\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1), 0, all, 0, 6);
    all[6] = (byte) major;
    for (int i = 0; i < lengthBytes; i++) {
      all[8 + i] = (byte) (text.length >>> (8 * i));
    }
    System.arraycopy(text, 0, all, 8 + lengthBytes, text.length);
    return all;
  }

  private static NpyHeader read(byte[] bytes) throws IOException {
    return NpyHeader.read(new ByteArrayInputStream(bytes));
  }

  @Test
  void versionsOneToThreeAreParsed() throws IOException {
    String literal = "{'descr': '<f4', 'fortran_order': False, 'shape': (68, 101, 100), }   \n";
    for (int major = 1; major <= 3; major++) {
      NpyHeader header = read(file(major, literal));

      assertThat(header)
          .isEqualTo(new NpyHeader(DataType.FLOAT32, false, false, List.of(68L, 101L, 100L)));
      assertThat(header.cells()).isEqualTo(686_800);
    }
  }

  @Test
  void byteOrderAndFortranOrderAreReported() throws IOException {
    NpyHeader header = read(file(1, "{'descr': '>u2', 'fortran_order': True, 'shape': (3,), }"));

    assertThat(header.bigEndian()).isTrue();
    assertThat(header.fortranOrder()).isTrue();
    assertThat(header.shape()).containsExactly(3L);
  }

  @Test
  void aFalseHeaderIsRefusedBeforeMemoryIsAllocated() {
    byte[] lying = file(2, "");
    lying[11] = 0x7f;

    assertThatThrownBy(() -> read(lying))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("claims");
  }

  @Test
  void objectArraysAndInvalidShapesAreRefused() {
    assertThatThrownBy(
            () -> read(file(1, "{'descr': '|O', 'fortran_order': False, 'shape': (3,), }")))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("|O");
    assertThatThrownBy(
            () ->
                read(
                    file(
                        1,
                        "{'descr': '<f8', 'fortran_order': False,"
                            + " 'shape': (99999999999, 99999999999), }")))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("too many");
  }

  @Test
  void arbitraryBytesAreRefusedWithoutOtherErrors() {
    long seed = 20_261_120L;
    Random random = new Random(seed);
    byte[] good = file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (6, 10, 10), }");
    for (int round = 0; round < 5_000; round++) {
      byte[] bytes = good.clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(read(bytes).shape().size()).as("seed %d", seed).isLessThanOrEqualTo(4);
      } catch (Problem | IOException refused) {
        assertThat(refused).as("seed %d", seed).isInstanceOf(Problem.class);
      }
    }
  }
}
