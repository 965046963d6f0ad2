package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PasswordHashTest {
  private static final String HASH = PasswordHash.of("correct horse");

  @Test
  void aPasswordMatchesOnlyItsOwnHash() {
    assertThat(PasswordHash.matches("correct horse", HASH)).isTrue();
    assertThat(PasswordHash.matches("correct horsf", HASH)).isFalse();
    assertThat(PasswordHash.matches("", HASH)).isFalse();
  }

  @Test
  void everyHashHasItsOwnSaltAndContainsItsCosts() {
    assertThat(PasswordHash.of("correct horse")).isNotEqualTo(HASH);
    assertThat(HASH).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
  }

  @Test
  void aHashWithTooMuchMemoryOrAnotherFormatMatchesNoPassword() {
    assertThat(PasswordHash.matches("correct horse", HASH.replace("m=19456", "m=9999999")))
        .isFalse();
    assertThat(PasswordHash.matches("correct horse", HASH.replace("argon2id", "argon2i")))
        .isFalse();
    assertThat(PasswordHash.matches("correct horse", "correct horse")).isFalse();
  }

  /** Test vector from the README of the reference implementation, version 1.3, argon2id. */
  @Test
  void hashesOfOtherImplementationsAreAccepted() {
    String foreign =
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    assertThat(PasswordHash.matches("password", foreign)).isTrue();
  }
}
