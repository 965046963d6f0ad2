package io.glebe.core.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class TokenSealTest {
  private final TokenSeal seal = new TokenSeal(new byte[TokenSeal.KEY_BYTES]);

  @Test
  void aSealedTokenOpensForItsOwner() {
    assertEquals("secret", seal.open("anna", seal.seal("anna", "secret")));
  }

  @Test
  void sealingTwiceGivesDifferentBytes() {
    assertFalse(Arrays.equals(seal.seal("anna", "secret"), seal.seal("anna", "secret")));
  }

  @Test
  void anotherOwnerAnotherKeyOrChangedBytesDoNotOpen() {
    byte[] sealed = seal.seal("anna", "secret");
    byte[] key = new byte[TokenSeal.KEY_BYTES];
    key[0] = 1;
    assertThrows(IllegalStateException.class, () -> seal.open("ben", sealed));
    assertThrows(IllegalStateException.class, () -> new TokenSeal(key).open("anna", sealed));
    assertThrows(IllegalStateException.class, () -> seal.open("anna", new byte[5]));
    sealed[sealed.length - 1] ^= 1;
    assertThrows(IllegalStateException.class, () -> seal.open("anna", sealed));
  }
}
