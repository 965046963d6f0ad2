package io.glebe.api.boot;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Connects with TLS to a server of this machine and accepts any certificate. */
public final class TlsClient {
  private static final int PATIENCE_MILLIS = 10_000;

  private TlsClient() {}

  /** A trust manager that accepts every certificate. */
  private static final class Everybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** Trusts every certificate. */
  public static SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Everybody()}, new SecureRandom());
    return context;
  }

  /** A new connection after the TLS handshake. */
  static SSLSocket connect(int port) throws Exception {
    SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket("127.0.0.1", port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.startHandshake();
    return socket;
  }

  /** The certificate that the server presents to a new connection. */
  static byte[] shown(int port) throws Exception {
    try (SSLSocket socket = connect(port)) {
      return socket.getSession().getPeerCertificates()[0].getEncoded();
    }
  }
}
