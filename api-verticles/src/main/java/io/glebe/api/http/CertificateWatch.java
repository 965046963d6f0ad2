package io.glebe.api.http;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks at intervals whether certificate files have changed, and passes the new pair on. Because
 * one file is replaced after the other, an invalid pair is logged only when the next check finds it
 * again, and only once. Until the pair is valid, the server keeps the certificate that it has.
 */
public final class CertificateWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);
  private static final long MIN_MILLIS = 50;

  private final Vertx vertx;
  private final CertificateFiles files;
  private final String name;
  private final Consumer<CertificateFiles.Pair> consumer;
  private final long timer;
  private String served;
  private String seen;
  private String logged = "";

  /**
   * Starts the checks.
   *
   * @param name of the server that uses the certificate, for the log
   * @param consumer receives a new pair; may block
   */
  public CertificateWatch(
      Vertx vertx,
      Settings settings,
      CertificateFiles files,
      String name,
      Consumer<CertificateFiles.Pair> consumer) {
    this.vertx = vertx;
    this.files = files;
    this.name = name;
    this.consumer = consumer;
    served = files.digest();
    seen = served;
    long millis = settings.get(HttpSettings.CERTIFICATE_INTERVAL).toMillis();
    timer =
        vertx.setPeriodic(
            Math.max(MIN_MILLIS, millis),
            tick -> {
              var _ =
                  OffLoop.run(
                      () -> {
                        check();
                        return null;
                      });
            });
  }

  private synchronized void check() {
    String now = files.digest();
    boolean isComplete = now.equals(seen);
    seen = now;
    if (now.equals(served)) {
      return;
    }
    try {
      CertificateFiles.Pair pair = files.read();
      consumer.accept(pair);
      served = now;
      logged = "";
      LOG.info("{}: a new certificate is served, until {}", name, pair.leaf().getNotAfter());
      warnOfTime(name, pair);
    } catch (InvalidSettings e) {
      warnOnce(now, isComplete, e);
    } catch (RuntimeException e) {
      warnOnce(now, true, e);
    }
  }

  private void warnOnce(String now, boolean isComplete, RuntimeException failure) {
    if (isComplete && !now.equals(logged)) {
      logged = now;
      LOG.warn("{}: the previous certificate stays in use: {}", name, failure.getMessage());
    }
  }

  /** Logs a warning when the certificate is not valid at this time. */
  public static void warnOfTime(String name, CertificateFiles.Pair pair) {
    if (!pair.isInTime()) {
      LOG.warn(
          "{}: the certificate is valid only from {} until {}",
          name,
          pair.leaf().getNotBefore(),
          pair.leaf().getNotAfter());
    }
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
  }
}
