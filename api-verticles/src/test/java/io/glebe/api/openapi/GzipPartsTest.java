package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipPartsTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String read(byte[] gzip) throws IOException {
    try (GZIPInputStream whole = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return new String(whole.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 65_536, 3_000_000})
  void theTextIsTheSameWithEachMiddle(int length) throws IOException {
    String start = "{\"é\":".repeat(length / 6);
    String rest = "}, ".repeat(length / 3);
    GzipParts parts = new GzipParts(bytes(start), bytes(rest));
    for (String middle : new String[] {"", "http://localhost:8080", "x".repeat(65_535)}) {
      assertThat(read(parts.with(bytes(middle)).getBytes())).isEqualTo(start + middle + rest);
    }
  }

  @Test
  void aMiddleThatFitsInNoBlockIsRefused() {
    GzipParts parts = new GzipParts(bytes("a"), bytes("b"));
    assertThatIllegalArgumentException().isThrownBy(() -> parts.with(new byte[65_536]));
  }
}
