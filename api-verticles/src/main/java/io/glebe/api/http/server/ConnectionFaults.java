package io.glebe.api.http.server;

import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failures of connections, in the log. */
final class ConnectionFaults {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionFaults.class);

  private ConnectionFaults() {}

  /**
   * A client that leaves while bytes wait for it, or breaks HTTP/2, is no error of the platform.
   */
  static void log(Throwable failure) {
    if (!(failure instanceof IOException || failure instanceof Http2Exception)) {
      LOG.warn("an HTTP connection failed", failure);
    }
  }
}
