package io.glebe.core.secret;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TokenSealTest {
  private static final byte[] OLD = new byte[TokenSeal.KEY_BYTES];
  private static final byte[] NEW = new byte[TokenSeal.KEY_BYTES];

  static {
    NEW[0] = 1;
  }

  private final TokenSeal seal = new TokenSeal(List.of(OLD));

  @Test
  void anEncryptedTokenIsDecryptedForItsOwner() {
    assertEquals(Optional.of("secret"), seal.open("anna", seal.seal("anna", "secret")));
  }

  @Test
  void encryptingTwiceGivesDifferentBytes() {
    assertFalse(Arrays.equals(seal.seal("anna", "secret"), seal.seal("anna", "secret")));
  }

  @Test
  void anotherOwnerAnotherKeyOrChangedBytesFailToDecrypt() {
    byte[] sealed = seal.seal("anna", "secret");
    assertEquals(Optional.empty(), seal.open("ben", sealed));
    assertEquals(Optional.empty(), new TokenSeal(List.of(NEW)).open("anna", sealed));
    assertEquals(Optional.empty(), seal.open("anna", new byte[5]));
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertEquals(Optional.empty(), seal.open("anna", changed));
    }
  }

  @Test
  void theFirstKeyEncryptsAndOlderKeysStillDecrypt() {
    TokenSeal rotated = new TokenSeal(List.of(NEW, OLD));
    assertEquals(Optional.of("secret"), rotated.open("anna", seal.seal("anna", "secret")));
    byte[] fresh = rotated.seal("anna", "secret");
    assertEquals(Optional.empty(), seal.open("anna", fresh));
    assertEquals(Optional.of("secret"), new TokenSeal(List.of(NEW)).open("anna", fresh));
    byte[] name = rotated.firstName();
    assertArrayEquals(name, Arrays.copyOf(fresh, name.length));
    assertFalse(Arrays.equals(name, seal.firstName()));
  }

  @Test
  void keysAreReadFromBase64AndInvalidKeysAreRejected() {
    String text =
        Base64.getEncoder().encodeToString(NEW) + ", " + Base64.getEncoder().encodeToString(OLD);
    assertEquals(Optional.of("x"), TokenSeal.parse(text).open("anna", seal.seal("anna", "x")));
    assertThrows(IllegalArgumentException.class, () -> TokenSeal.parse("c2hvcnQ="));
    assertThrows(IllegalArgumentException.class, () -> TokenSeal.parse("not base64!"));
    assertThrows(IllegalArgumentException.class, () -> TokenSeal.parse(" , "));
  }
}
