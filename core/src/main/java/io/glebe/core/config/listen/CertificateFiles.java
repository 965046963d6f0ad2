package io.glebe.core.config.listen;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.zarr.digest.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;

/**
 * A certificate chain and its private key in two PEM files that settings name, such as {@code
 * GLEBE_HTTP_CERTIFICATE} and {@code GLEBE_HTTP_KEY}. Both files may change while the platform
 * runs.
 */
public final class CertificateFiles {
  private static final long MAX_BYTES = 1 << 20;
  private static final byte[] PROBE = "glebe".getBytes(StandardCharsets.UTF_8);

  /**
   * The content of both files, in PEM. The key was checked to match the certificate.
   *
   * @param leaf the server's own certificate
   */
  public record Pair(byte[] chain, byte[] key, X509Certificate leaf) {
    /** Returns whether the certificate is currently within its validity period. */
    public boolean isInTime() {
      Instant now = Instant.now();
      return !now.isBefore(leaf.getNotBefore().toInstant())
          && !now.isAfter(leaf.getNotAfter().toInstant());
    }
  }

  private final Setting<Optional<String>> certificateSetting;
  private final Setting<Optional<String>> keySetting;
  private final Path certificate;
  private final Path key;

  private CertificateFiles(
      Setting<Optional<String>> certificateSetting,
      Setting<Optional<String>> keySetting,
      Path certificate,
      Path key) {
    this.certificateSetting = certificateSetting;
    this.keySetting = keySetting;
    this.certificate = certificate;
    this.key = key;
  }

  /** Returns the files of the HTTP server; empty when it does not use TLS itself. */
  public static Optional<CertificateFiles> http(Settings settings) {
    return of(settings, HttpSettings.HTTP_CERTIFICATE, HttpSettings.HTTP_KEY);
  }

  /** Returns the files of the MQTT endpoint; empty when the settings name none. */
  public static Optional<CertificateFiles> mqtt(Settings settings) {
    return of(settings, SensorSettings.MQTT_CERTIFICATE, SensorSettings.MQTT_KEY);
  }

  private static Optional<CertificateFiles> of(
      Settings settings, Setting<Optional<String>> first, Setting<Optional<String>> second) {
    Optional<String> certificate = settings.get(first);
    Optional<String> key = settings.get(second);
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidSettings(first.name() + " and " + second.name() + " belong together");
    }
    return certificate.map(
        text ->
            new CertificateFiles(
                first,
                second,
                Path.of(text).toAbsolutePath(),
                Path.of(key.orElseThrow()).toAbsolutePath()));
  }

  /** Returns the absolute path of the certificate chain. */
  public Path certificate() {
    return certificate;
  }

  /**
   * Returns a digest of the content of both files; it changes when the content changes. An
   * unreadable file contributes its error. Blocking.
   */
  public String digest() {
    MessageDigest digest = Sha256.start();
    for (Path file : new Path[] {certificate, key}) {
      try {
        digest.update(bytes(file));
      } catch (IOException e) {
        digest.update(String.valueOf(e).getBytes(StandardCharsets.UTF_8));
      }
    }
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  private static byte[] bytes(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException("is too large");
    }
    return Files.readAllBytes(file);
  }

  /**
   * Reads both files. Blocking.
   *
   * @throws InvalidSettings with the setting and the error in its file
   */
  public Pair read() {
    byte[] chain = read(certificateSetting, certificate);
    byte[] secret = read(keySetting, key);
    X509Certificate leaf = leaf(chain);
    PrivateKey parsed = key(secret, leaf.getPublicKey());
    if (!belongs(parsed, leaf.getPublicKey())) {
      throw refused(keySetting, key, "is not the key of " + certificate);
    }
    return new Pair(chain, secret, leaf);
  }

  private static byte[] read(Setting<?> setting, Path file) {
    try {
      return bytes(file);
    } catch (NoSuchFileException e) {
      throw refused(setting, file, "does not exist");
    } catch (IOException e) {
      throw refused(setting, file, "cannot be read");
    }
  }

  private static InvalidSettings refused(Setting<?> setting, Path file, String reason) {
    return new InvalidSettings(setting.name() + ": " + file + " " + reason);
  }

  private X509Certificate leaf(byte[] chain) {
    try {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(chain));
      if (!all.isEmpty() && all.iterator().next() instanceof X509Certificate first) {
        return first;
      }
    } catch (GeneralSecurityException e) {
      throw refused(certificateSetting, certificate, "contains no certificate in PEM");
    }
    throw refused(certificateSetting, certificate, "contains no certificate in PEM");
  }

  private PrivateKey key(byte[] pem, PublicKey like) {
    String encoded =
        PrivateKeyPem.encoded(pem)
            .orElseThrow(() -> refused(keySetting, key, PrivateKeyPem.REFUSED));
    try {
      return PrivateKeyPem.decoded(encoded, like.getAlgorithm());
    } catch (GeneralSecurityException e) {
      throw refused(keySetting, key, "is not the key of " + certificate);
    }
  }

  private static boolean belongs(PrivateKey key, PublicKey published) {
    String algorithm =
        switch (published.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> published.getAlgorithm();
        };
    try {
      Signature sign = Signature.getInstance(algorithm);
      sign.initSign(key);
      sign.update(PROBE);
      byte[] signed = sign.sign();
      Signature check = Signature.getInstance(algorithm);
      check.initVerify(published);
      check.update(PROBE);
      return check.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return Arrays.asList(certificate, key).toString();
  }
}
