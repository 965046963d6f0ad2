package io.glebe.api.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.http.body.MultipartReader.Delimiters;
import io.glebe.core.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartReaderTest {
  /** Parts made of these look like delimiters as often as possible. */
  private static final List<String> PIECES =
      List.of("\r", "\n", "\r\n", "-", "--", "--b", "b", " ", "\r\n--", "\n--b", "x".repeat(9_000));

  /** A stream that hands out a few bytes at a time, as a connection does. */
  private static InputStream inPieces(String text, Random random) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        int most = random.nextBoolean() ? 3 : 20_000;
        return super.read(target, offset, Math.min(length, 1 + random.nextInt(most)));
      }
    };
  }

  private static List<String> parts(InputStream in, Delimiters delimiters) throws IOException {
    MultipartReader reader = new MultipartReader(in, "b", delimiters, Problem::malformed);
    List<String> parts = new ArrayList<>();
    for (Optional<InputStream> next = reader.next(); next.isPresent(); next = reader.next()) {
      parts.add(new String(next.get().readAllBytes(), StandardCharsets.ISO_8859_1));
    }
    return parts;
  }

  private static List<String> parts(String text, Delimiters delimiters) throws IOException {
    return parts(inPieces(text, new Random(1)), delimiters);
  }

  private static String randomPart(Random random) {
    StringBuilder part = new StringBuilder();
    for (int i = random.nextInt(30); i > 0; i--) {
      part.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return part.toString();
  }

  @Test
  void partsOfAnyBytesComeOutAsTheyWentIn() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<String> sent = new ArrayList<>();
      StringBuilder text = new StringBuilder("before\r\n--b");
      while (sent.size() < 5) {
        String part = randomPart(random);
        if (!("\r\n" + part + "\r\n").contains("\r\n--b")) {
          sent.add(part);
          text.append("\r\n").append(part).append("\r\n--b");
        }
      }
      text.append("--\r\nbehind");
      assertThat(parts(inPieces(text.toString(), random), Delimiters.EXACT))
          .as("seed " + seed)
          .isEqualTo(sent);
    }
  }

  @Test
  void linesMayEndWithoutReturn() throws IOException {
    assertThat(parts("--b\none\n--b \t\ntwo\r\n--b\r\n\n--b--", Delimiters.LINES))
        .containsExactly("one", "two", "");
  }

  @Test
  void aLineThatOnlyBeginsLikeTheBoundaryBelongsToThePart() throws IOException {
    String part = "one\n--bc\n--b c\n--b-\n--";
    assertThat(parts("--b\n" + part + "\n--b--", Delimiters.LINES)).containsExactly(part);
  }

  @Test
  void anUnreadPartIsSkipped() throws IOException {
    MultipartReader reader =
        new MultipartReader(
            inPieces("--b\r\n" + "x".repeat(200_000) + "\r\n--b\r\ntwo\r\n--b--", new Random(2)),
            "b",
            Delimiters.EXACT,
            Problem::malformed);
    assertThat(reader.next().orElseThrow().read()).isEqualTo('x');
    assertThat(reader.next().orElseThrow().readAllBytes()).asString().isEqualTo("two");
    assertThat(reader.next()).isEmpty();
    assertThat(reader.next()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no delimiter",
        "--b",
        "--b\r\none",
        "--b\r\none\r\n--b",
        "--b\r\none\r\n--b-"
      })
  void aBodyWithoutItsLastDelimiterIsRefused(String text) {
    for (Delimiters delimiters : Delimiters.values()) {
      assertThatThrownBy(() -> parts(text, delimiters))
          .isInstanceOf(Problem.class)
          .hasMessage("the multipart body ends before its last delimiter");
    }
  }

  @Test
  void textBehindAnExactDelimiterIsRefused() {
    assertThatThrownBy(() -> parts("--b\r\none\r\n--bc\r\ntwo\r\n--b--", Delimiters.EXACT))
        .isInstanceOf(Problem.class)
        .hasMessage("a delimiter of the multipart body is followed by something else");
  }

  @Test
  void theBoundaryIsFoundWithAndWithoutQuotes() {
    assertThat(MultipartReader.boundary("multipart/mixed; Boundary=\"a b\"")).contains("a b");
    assertThat(MultipartReader.boundary("multipart/mixed;boundary=ab;charset=x")).contains("ab");
    assertThat(MultipartReader.boundary("multipart/mixed")).isEmpty();
  }
}
