package io.glebe.tile.band;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BandMathTest {
  private static final long SEED = 5;
  private static final List<String> NAMES = List.of("a", "b", "B08", "B04");
  private final BandStack stack = new BandStack();

  private float value(String expression, float a, float b) {
    BandMath program = BandMath.compile(expression, NAMES);
    float[][] inputs = new float[program.bands().size()][];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = new float[] {program.bands().get(i).equals("a") ? a : b};
    }
    float[] out = new float[1];
    program.run(inputs, 1, out, stack);
    return out[0];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a + b * 2 | 13",
        "(a + b) * 2 | 16",
        "a - b - 1 | -3",
        "a / b * 5 | 3",
        "-a ^ 2 | -9",
        "2 ** 3 ^ 2 | 512",
        "a * -b | -15",
        "min(a, b) + max(a, b) | 8",
        "abs(a - b) | 2",
        "sqrt(a * a) | 3",
        "log(exp(a)) | 3",
        "pow(a, 2) | 9",
        "a < b | 1",
        "a >= b | 0",
        "a == 3 | 1",
        "a != 3 | 0",
        "(a<=3)+(b>4) | 2",
        "where(a > b, a, b) | 5",
        "1e1 + .5 | 10.5",
        "--a | 3",
        "where(a < b, 1, 1 / 0) | 1",
        " a\t+ b | 8"
      })
  void computes(String expression, float expected) {
    assertThat(value(expression, 3, 5)).isEqualTo(expected);
  }

  @Test
  void noDataStaysNoData() {
    for (String expression :
        List.of("a + b", "a < b", "pow(a, 0)", "min(a, b)", "where(a, 1, 2)", "abs(a)", "-a")) {
      assertThat(value(expression, Float.NaN, 5)).as(expression).isNaN();
    }
    assertThat(value("a / b", 1, 0)).isNaN();
    assertThat(value("a / b", 0, 0)).isNaN();
    assertThat(value("log(a)", 0, 0)).isNaN();
    assertThat(value("sqrt(a)", -1, 0)).isNaN();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a + | 3",
        "a + c | 4",
        "(a | 2",
        "a) | 1",
        "foo(a) | 0",
        "pow(a) | 5",
        "a b | 2",
        "a + + | 5",
        "1.2.3 | 3",
        "a ' | 2",
        "min(a,b,a) | 7",
        "\"\" | 0",
        "a < b < a | 6",
        "1e99 | 0"
      })
  void errorsHaveTheirPosition(String expression, int position) {
    assertThatThrownBy(() -> BandMath.compile(expression, NAMES))
        .isInstanceOfSatisfying(
            ExpressionException.class,
            fault -> assertThat(fault.position()).as(fault.getMessage()).isEqualTo(position));
  }

  @Test
  void oversizedExpressionsAreRefused() {
    for (String bomb :
        List.of(
            "(".repeat(500) + "a" + ")".repeat(499),
            "a+".repeat(300) + "a",
            "a+(".repeat(100) + "a" + ")".repeat(100),
            "2^".repeat(200) + "2",
            "-".repeat(2000) + "a",
            "abs(".repeat(99) + "a" + ")".repeat(99))) {
      assertThatThrownBy(() -> BandMath.compile(bomb, NAMES))
          .isInstanceOf(ExpressionException.class);
    }
  }

  @Test
  void randomTextIsAnErrorAndNeverACrash() {
    Random random = new Random(SEED);
    String alphabet = "ab()+-*/^<>=!,.0123456789eE minmaxwheresqrt B08";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(30); length > 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        value(text.toString(), 1, 2);
      } catch (ExpressionException expected) {
        assertThat(expected.position()).as("seed " + SEED).isBetween(0, text.length());
      }
    }
  }

  @Test
  void longRowsAreComputedBlockByBlock() {
    BandMath ndvi = BandMath.compile("(B08 - B04) / (B08 + B04)", NAMES);
    assertThat(ndvi.bands()).containsExactly("B08", "B04");
    int count = 3 * BandStack.BLOCK + 17;
    float[][] bands = new float[2][count];
    Random random = new Random(SEED);
    for (int i = 0; i < count; i++) {
      bands[0][i] = random.nextFloat();
      bands[1][i] = i % 10 == 0 ? Float.NaN : random.nextFloat();
    }
    float[] out = new float[count];
    ndvi.run(bands, count, out, stack);
    for (int i = 0; i < count; i++) {
      float expected = (bands[0][i] - bands[1][i]) / (bands[0][i] + bands[1][i]);
      assertThat(Float.compare(out[i], expected)).as("seed " + SEED).isZero();
    }
  }
}
