package io.glebe.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpliceTest {
  @Test
  void membersAreInsertedFirstOrLast() {
    assertThat(Splice.first("{\"a\": 1}", "\"b\":2")).isEqualTo("{\"b\":2,\"a\": 1}");
    assertThat(Splice.last("{\"a\": 1}", "\"b\":2")).isEqualTo("{\"a\": 1,\"b\":2}");
  }

  @Test
  void anEmptyObjectGetsNoExtraComma() {
    assertThat(Splice.first("{ }", "\"b\":2")).isEqualTo("{\"b\":2 }");
    assertThat(Splice.last("{}", "\"b\":2")).isEqualTo("{\"b\":2}");
  }

  @Test
  void noMembersChangeNothing() {
    assertThat(Splice.first("{\"a\":1}", "")).isEqualTo("{\"a\":1}");
    assertThat(Splice.members(Json.object())).isEmpty();
  }
}
