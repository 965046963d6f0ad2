package io.glebe.core.partner;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals tokens at rest with AES-256-GCM; a seal opens only for the owner it was made for. */
public final class TokenSeal {
  /** Length of the key in bytes. */
  public static final int KEY_BYTES = 32;

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  /**
   * @param key 32 bytes, copied
   */
  public TokenSeal(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("the key must have " + KEY_BYTES + " bytes");
    }
    this.key = new SecretKeySpec(key, "AES");
  }

  /** The nonce, then the ciphertext with its tag; another nonce each time. */
  public byte[] seal(String owner, String token) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, nonce, owner).doFinal(token.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM is not available", e);
    }
  }

  /** The token; fails when the bytes, the key or the owner are not those of the sealing. */
  public String open(String owner, byte[] sealed) {
    if (sealed.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
      throw new IllegalStateException("the sealed token is cut short");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    System.arraycopy(sealed, 0, nonce, 0, NONCE_BYTES);
    try {
      byte[] plain =
          cipher(Cipher.DECRYPT_MODE, nonce, owner)
              .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
      return new String(plain, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the sealed token cannot be opened", e);
    }
  }

  private Cipher cipher(int mode, byte[] nonce, String owner) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
