package io.glebe.core.secret;

import io.glebe.zarr.digest.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts stored tokens with AES-256-GCM; a ciphertext can be decrypted only for the owner it was
 * created for. The first key encrypts and all keys decrypt, so a key is replaced by putting a new
 * one before it.
 */
public final class TokenSeal {
  /** Length of a key in bytes. */
  public static final int KEY_BYTES = 32;

  private static final int NAME_BYTES = 4;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A key and the first bytes of its SHA-256, which identify it in a ciphertext. */
  private record Key(byte[] name, SecretKeySpec key) {}

  private final List<Key> keys;

  /**
   * @param keys 32 bytes each; the first one encrypts
   */
  public TokenSeal(List<byte[]> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("a key is needed");
    }
    this.keys = keys.stream().map(TokenSeal::key).toList();
  }

  /**
   * Parses keys in base64, separated by commas; the IllegalArgumentException describes an invalid
   * one.
   */
  public static TokenSeal parse(String text) {
    return new TokenSeal(
        Arrays.stream(text.split(","))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .map(Base64.getDecoder()::decode)
            .toList());
  }

  private static Key key(byte[] bytes) {
    if (bytes.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key must have " + KEY_BYTES + " bytes");
    }
    byte[] digest = Sha256.of(bytes);
    return new Key(Arrays.copyOf(digest, NAME_BYTES), new SecretKeySpec(bytes, "AES"));
  }

  /**
   * Returns the key's name, the nonce, and the ciphertext with its tag; each call uses a new nonce.
   */
  public byte[] seal(String owner, String token) {
    Key key = keys.getFirst();
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, key, nonce, owner)
              .doFinal(token.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.allocate(NAME_BYTES + NONCE_BYTES + sealed.length)
          .put(key.name())
          .put(nonce)
          .put(sealed)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM is not available", e);
    }
  }

  /** The name of the key that encrypts, with which its ciphertexts begin. */
  public byte[] firstName() {
    return keys.getFirst().name().clone();
  }

  /**
   * Returns the token; empty when its key is no longer configured, or when bytes or owner do not
   * match.
   */
  public Optional<String> open(String owner, byte[] sealed) {
    int head = NAME_BYTES + NONCE_BYTES;
    if (sealed.length < head + TAG_BITS / Byte.SIZE) {
      return Optional.empty();
    }
    byte[] name = Arrays.copyOf(sealed, NAME_BYTES);
    byte[] nonce = Arrays.copyOfRange(sealed, NAME_BYTES, head);
    return keys.stream()
        .filter(key -> Arrays.equals(key.name(), name))
        .findFirst()
        .flatMap(key -> open(key, nonce, owner, Arrays.copyOfRange(sealed, head, sealed.length)));
  }

  private static Optional<String> open(Key key, byte[] nonce, String owner, byte[] text) {
    try {
      byte[] plain = cipher(Cipher.DECRYPT_MODE, key, nonce, owner).doFinal(text);
      return Optional.of(new String(plain, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, Key key, byte[] nonce, String owner)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
