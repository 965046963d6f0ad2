package io.glebe.core.identity.session;

import io.glebe.core.secret.TokenSeal;
import io.glebe.zarr.digest.Sha256;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A random text that only a browser keeps, such as the value of a cookie. Its digest finds a row,
 * and a key derived from it encrypts the content of that row.
 *
 * @param text at least 128 random bits
 */
public record SecretText(String text) {
  private static final String KEY = "glebe session key ";
  private static final String OWNER = "session";

  /** Returns the key of the row. */
  public String digest() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text));
  }

  private TokenSeal seal() {
    return new TokenSeal(List.of(Sha256.of(KEY + text)));
  }

  /** Encrypts the content of the row. */
  public byte[] sealed(String content) {
    return seal().seal(OWNER, content);
  }

  /** Decrypts the content of the row; empty when it belongs to another text. */
  public Optional<String> opened(byte[] sealed) {
    return seal().open(OWNER, sealed);
  }

  /** Contains nothing of the text. */
  @Override
  public String toString() {
    return "SecretText[]";
  }
}
