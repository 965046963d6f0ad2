package io.glebe.api.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyTest {
  @Test
  void onlyStreamsOfOtherThingsThanJsonAreFiles() {
    assertThat(Body.stream().isFile()).isTrue();
    assertThat(Body.stream("multipart/form-data").isFile()).isTrue();
    assertThat(Body.stream("application/geo+json", "application/x-ndjson").isFile()).isFalse();
    assertThat(Body.bytes("image/png").isFile()).isFalse();
    assertThat(Body.JSON.isFile()).isFalse();
  }
}
