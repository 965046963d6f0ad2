package io.glebe.api.http.guard;

import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;

/** TLS settings of the platform. */
public final class Tls {
  public static final AsciiString STRICT = AsciiString.cached("Strict-Transport-Security");
  private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");
  private static final AsciiString YEAR = AsciiString.cached("max-age=31536000");

  /** A short time for development, because other servers at localhost do not use TLS. */
  private static final AsciiString MINUTES = AsciiString.cached("max-age=300");

  private Tls() {}

  /**
   * Loads the classes of TLS, which read all authorities of the JVM: otherwise the event loop of
   * the first connection does.
   */
  public static void load() {
    try {
      var _ = new JdkSSLEngineOptions().sslContextFactory().forClient(true).create();
    } catch (SSLException e) {
      throw new IllegalStateException("this JVM has no TLS", e);
    }
  }

  /** Server options for TLS 1.2 and 1.3 with the given certificate. */
  public static ServerSSLOptions options(CertificateFiles.Pair pair) {
    return new ServerSSLOptions()
        .setKeyCertOptions(certificate(pair))
        .setEnabledSecureTransportProtocols(versions());
  }

  public static Set<String> versions() {
    return new LinkedHashSet<>(VERSIONS);
  }

  /** The certificate in the form of the server options. */
  public static PemKeyCertOptions certificate(CertificateFiles.Pair pair) {
    return new PemKeyCertOptions()
        .addCertValue(Buffer.buffer(pair.chain()))
        .addKeyValue(Buffer.buffer(pair.key()));
  }

  /** Value of Strict-Transport-Security (RFC 6797). */
  public static AsciiString strict(Settings settings) {
    return settings.development() ? MINUTES : YEAR;
  }
}
