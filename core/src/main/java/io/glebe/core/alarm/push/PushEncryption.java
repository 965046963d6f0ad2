package io.glebe.core.alarm.push;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts a message for one browser with aes128gcm (RFC 8188) and keys of RFC 8291: the push
 * service cannot read it. Each message has a key of its own.
 */
public final class PushEncryption {
  /** Largest text, so that the message fits into the 4096 bytes that push services accept. */
  public static final int MAX_TEXT_BYTES = 3_900;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RECORD_BYTES = 4096;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final int KEY_BYTES = 16;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  /** Ends the last record. */
  private static final byte LAST = 2;

  private PushEncryption() {}

  /** The body of a message to the push service. */
  public static byte[] encrypt(byte[] text, BrowserKeys browser) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    try {
      return encrypt(text, browser, new ECKeyGenerator(Curve.P_256).generate(), salt);
    } catch (JOSEException e) {
      throw new IllegalStateException("P-256 is not available", e);
    }
  }

  /** The same with a given key and salt, as in the example of RFC 8291. */
  static byte[] encrypt(byte[] text, BrowserKeys browser, ECKey sender, byte[] salt) {
    if (text.length > MAX_TEXT_BYTES) {
      throw new IllegalArgumentException("a message has at most " + MAX_TEXT_BYTES + " bytes");
    }
    try {
      byte[] point = BrowserKeys.pointOf(sender);
      KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(sender.toECPrivateKey());
      agreement.doPhase(browser.publicKey(), true);
      byte[] info = join(ascii("WebPush: info\0"), browser.point(), point);
      byte[] material = derive(agreement.generateSecret(), browser.secret(), info, HASH_BYTES);
      byte[] key = derive(material, salt, ascii("Content-Encoding: aes128gcm\0"), KEY_BYTES);
      byte[] nonce = derive(material, salt, ascii("Content-Encoding: nonce\0"), NONCE_BYTES);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key, "AES"),
          new GCMParameterSpec(TAG_BITS, nonce));
      byte[] sealed = cipher.doFinal(join(text, new byte[] {LAST}));
      byte[] size = ByteBuffer.allocate(Integer.BYTES).putInt(RECORD_BYTES).array();
      return join(salt, size, new byte[] {(byte) point.length}, point, sealed);
    } catch (GeneralSecurityException | JOSEException e) {
      throw new IllegalStateException("P-256, HKDF or AES-GCM is not available", e);
    }
  }

  private static byte[] derive(byte[] material, byte[] salt, byte[] info, int length)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addIKM(material).addSalt(salt).thenExpand(info, length));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] join(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    Arrays.stream(parts).forEach(all::put);
    return all.array();
  }
}
