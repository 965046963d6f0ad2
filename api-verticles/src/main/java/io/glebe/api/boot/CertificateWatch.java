package io.glebe.api.boot;

import io.glebe.core.config.CertificateFiles;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then whether certificate files have changed, and hands on what they hold. A pair
 * that is no good is logged once, when it still stands at the next look, since one file is replaced
 * after the other; until it is good the server keeps what it has.
 */
final class CertificateWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);
  private static final long LEAST_MILLIS = 50;

  private final Vertx vertx;
  private final CertificateFiles files;
  private final String what;
  private final Consumer<CertificateFiles.Pair> taker;
  private final long timer;
  private String served;
  private String seen;
  private String told = "";

  /**
   * Begins to watch.
   *
   * @param what has the certificate, for the log
   * @param taker takes a new pair; blocking
   */
  CertificateWatch(
      Vertx vertx,
      Settings settings,
      CertificateFiles files,
      String what,
      Consumer<CertificateFiles.Pair> taker) {
    this.vertx = vertx;
    this.files = files;
    this.what = what;
    this.taker = taker;
    served = files.digest();
    seen = served;
    long millis = settings.get(HttpSettings.CERTIFICATE_INTERVAL).toMillis();
    timer =
        vertx.setPeriodic(
            Math.max(LEAST_MILLIS, millis),
            tick -> {
              var _ =
                  OffLoop.run(
                      () -> {
                        look();
                        return null;
                      });
            });
  }

  private synchronized void look() {
    String now = files.digest();
    boolean settled = now.equals(seen);
    seen = now;
    if (now.equals(served)) {
      return;
    }
    try {
      CertificateFiles.Pair pair = files.read();
      taker.accept(pair);
      served = now;
      told = "";
      LOG.info("{}: a new certificate is served, until {}", what, pair.leaf().getNotAfter());
      warnOfTime(what, pair);
    } catch (InvalidSettings e) {
      tell(now, settled, e);
    } catch (RuntimeException e) {
      tell(now, true, e);
    }
  }

  private void tell(String now, boolean settled, RuntimeException failure) {
    if (settled && !now.equals(told)) {
      told = now;
      LOG.warn("{}: the certificate of before is kept: {}", what, failure.getMessage());
    }
  }

  static void warnOfTime(String what, CertificateFiles.Pair pair) {
    if (!pair.isInTime()) {
      LOG.warn(
          "{}: the certificate holds from {} until {} only",
          what,
          pair.leaf().getNotBefore(),
          pair.leaf().getNotAfter());
    }
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
  }
}
