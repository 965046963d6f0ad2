package io.glebe.core.database.tls;

import io.glebe.core.config.listen.PrivateKeyPem;
import io.glebe.core.config.listen.TrustedCertificates;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The trusted authorities and the client's certificate of TLS to the database. */
public final class DatabaseTls {
  private static final char[] NO_PASSWORD = {};

  private final DatabaseParameters parameters;

  public DatabaseTls(DatabaseParameters parameters) {
    this.parameters = parameters;
  }

  /**
   * Returns the check of the server's certificate; blocking.
   *
   * @throws IllegalArgumentException with the parameter whose file cannot be used
   */
  public TrustManager trust() {
    if (!parameters.use().verifies()) {
      return new EveryCertificate();
    }
    Optional<Path> file = parameters.authorities();
    try {
      TrustManagerFactory factory;
      if (file.isPresent()) {
        factory = TrustedCertificates.of(file.get());
      } else {
        factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
      }
      return factory.getTrustManagers()[0];
    } catch (IOException | GeneralSecurityException e) {
      throw refused("sslrootcert", file, e);
    }
  }

  /**
   * Returns the client's certificate with its key; empty without the parameters. Blocking.
   *
   * @throws IllegalArgumentException with the parameter whose file cannot be used
   */
  public Optional<KeyManagerFactory> client() {
    if (parameters.certificate().isEmpty()) {
      return Optional.empty();
    }
    Certificate[] chain = chain();
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setKeyEntry("client", key(chain[0].getPublicKey().getAlgorithm()), NO_PASSWORD, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return Optional.of(factory);
    } catch (IOException | GeneralSecurityException e) {
      throw refused("sslcert", parameters.certificate(), e);
    }
  }

  private Certificate[] chain() {
    try (var in = Files.newInputStream(parameters.certificate().orElseThrow())) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      if (chain.length > 0) {
        return chain;
      }
      throw new IOException("it contains no certificate in PEM");
    } catch (IOException | GeneralSecurityException e) {
      throw refused("sslcert", parameters.certificate(), e);
    }
  }

  private PrivateKey key(String algorithm) {
    Optional<Path> file = parameters.key();
    try {
      String encoded =
          PrivateKeyPem.encoded(Files.readAllBytes(file.orElseThrow()))
              .orElseThrow(() -> new IOException("it " + PrivateKeyPem.REFUSED));
      return PrivateKeyPem.decoded(encoded, algorithm);
    } catch (IOException | GeneralSecurityException e) {
      throw refused("sslkey", file, e);
    }
  }

  private static IllegalArgumentException refused(
      String parameter, Optional<Path> file, Exception cause) {
    String reason =
        cause instanceof NoSuchFileException
            ? "it does not exist"
            : String.valueOf(cause.getMessage());
    return new IllegalArgumentException(
        "parameter %s: %s cannot be used: %s"
            .formatted(parameter, file.map(Path::toString).orElse("the Java platform"), reason),
        cause);
  }

  /**
   * Accepts every certificate. The modes {@code allow}, {@code prefer} and {@code require} of libpq
   * encrypt and do not verify.
   */
  private static final class EveryCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
