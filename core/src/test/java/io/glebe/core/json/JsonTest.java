package io.glebe.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{\"a\":1,\"a\":2}",
        "{} x",
        "{\"a\":NaN}",
        "{'a':1}",
        "[1,]",
        "\"\\ud800\"",
        "\"\\udc00x\"",
        "{\"\\ud800\":1}",
        "\"\\u0000\"",
        "1e999999",
        "{\"a\":1e9999999999}",
        "-1E-99999999999999999999",
        "[1e-99999]",
        "01",
        "nul"
      })
  void brokenOrUnstorableTextIsRejected(String text) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":NaN}", "{}{}", "{} x"})
  void anErrorMessageNamesNoParserSetting(String text) {
    assertThatThrownBy(() -> Json.parse(text)).hasMessageNotContaining("`");
    assertThatThrownBy(() -> Json.parse("[".repeat(200) + "]".repeat(200)))
        .hasMessageEndingWith("it has more than 100 levels");
  }

  @Test
  void theLastOfMembersWithOneNameIsTakenWhereThatIsAsked() {
    byte[] text = "{\"a\":1,\"b\":{\"c\":[1],\"c\":null},\"a\":2}".getBytes(StandardCharsets.UTF_8);
    assertThat(Json.write(Json.parseLastMembers(text))).isEqualTo("{\"a\":2,\"b\":{\"c\":null}}");
    byte[] unstorable = "{\"a\":1,\"a\":\"\\u0000\"}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> Json.parseLastMembers(unstorable)).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(Problem.class);
  }

  @Test
  void exponentsMayStandForAMillionDigits() {
    String many = ",1e399".repeat(2_505);
    assertThat(Json.parse("[1e399" + many + "]")).hasSize(2_506);
    assertThatThrownBy(() -> Json.parse("{\"a\":[1e399,1e399" + many + "]}"))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400))
        .hasMessageContaining("1000000 further digits");
  }

  @Test
  void invalidUtf8IsRejected() {
    byte[] overlong = {'"', (byte) 0xc0, (byte) 0xaf, '"'};
    byte[] surrogate = {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'};
    assertThatThrownBy(() -> Json.parse(overlong)).hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> Json.parse(surrogate)).hasMessageContaining("UTF-8");
  }

  @Test
  void nestingDepthIsLimited() {
    String fine = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);
    assertThat(Json.parse(fine).isArray()).isTrue();
    assertThatThrownBy(() -> Json.parse("[" + fine + "]"))
        .hasMessageContaining("limits: it has more than 100 levels");
  }

  @Test
  void longNumbersAreRejected() {
    assertThatThrownBy(() -> Json.parse("1".repeat(Json.MAX_NUMBER_CHARACTERS + 1)))
        .isInstanceOf(Problem.class)
        .hasMessageEndingWith("a number has more than 400 characters");
    String name = "a".repeat(Json.MAX_NAME_CHARACTERS + 1);
    assertThatThrownBy(() -> Json.parse("{\"" + name + "\": 1}"))
        .isInstanceOf(Problem.class)
        .hasMessageEndingWith("a name has more than 1000 characters");
  }

  @Test
  void numbersKeepAllDigits() {
    String text =
        "{\"a\":0.10,\"b\":12345678901234567890.123456789,\"c\":1E+2,\"d\":123456789012345678901234567890}";
    assertThat(Json.write(Json.parse(text))).isEqualTo(text);
  }

  @Test
  void surrogatePairsAreAccepted() {
    assertThat(Json.parse("\"\\ud83c\\udf3e\"".getBytes(StandardCharsets.UTF_8)).textValue())
        .isEqualTo("🌾");
  }

  @Test
  void aNonObjectIsRejectedWhereAnObjectIsRequired() {
    assertThatThrownBy(() -> Json.parseObject("[]")).hasMessageContaining("object");
  }

  @Test
  void anErrorMessageNamesThePositionInTheText() {
    assertThatThrownBy(() -> Json.parse("{\n \"a\": tru }")).hasMessageContaining("line 2");
  }
}
