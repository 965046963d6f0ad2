package io.glebe.api.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.guard.PinnedCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;

/** Clients of the command line for the platform that runs on a data folder. */
public final class LocalHttp {
  private LocalHttp() {}

  /**
   * A client that trusts the certificate of the platform, if it serves HTTPS.
   *
   * @param details of the running platform
   */
  static HttpClient open(ObjectNode details, Duration timeout) throws IOException {
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(timeout);
    String file = details.path("certificate").asText();
    if (!file.isEmpty()) {
      X509Certificate served = certificate(Path.of(file));
      client.sslContext(new PinnedCertificate(() -> served).context());
    }
    return client.build();
  }

  /** Reads the first certificate of a file. */
  public static X509Certificate certificate(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " contains no certificate", e);
    }
  }
}
