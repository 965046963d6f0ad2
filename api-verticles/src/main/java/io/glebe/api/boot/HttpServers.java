package io.glebe.api.boot;

import io.glebe.api.http.server.Gateway;
import io.glebe.api.http.server.GatewayVerticle;
import io.glebe.core.config.CertificateFiles;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ListenHosts;
import io.glebe.core.config.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** One gateway per event loop, all on one port. */
final class HttpServers implements AutoCloseable {
  /**
   * Vert.x shares one free port among the instances of a deployment when the port is negative; 0
   * would give each its own.
   */
  private static final int SHARED_FREE_PORT = -1;

  private static final String WHAT = "HTTPS";

  private static final Ports.Choice CHOICE = new Ports.Choice("--host", "--port");

  private final List<GatewayVerticle> verticles = new CopyOnWriteArrayList<>();

  private final boolean secure;
  private Optional<CertificateWatch> watch = Optional.empty();

  private HttpServers(boolean secure) {
    this.secure = secure;
  }

  private void renew(CertificateFiles.Pair pair) {
    Future.join(verticles.stream().map(verticle -> verticle.renew(pair)).toList()).await();
  }

  /**
   * Asks for the port, and looks at the certificate, before there is anything to serve.
   *
   * @throws io.glebe.core.config.InvalidSettings when the certificate is no good
   * @throws IOException when it is taken
   */
  static void check(Settings settings) throws IOException {
    CertificateFiles.http(settings).ifPresent(CertificateFiles::read);
    CertificateFiles.mqtt(settings).ifPresent(CertificateFiles::read);
    for (String host : ListenHosts.http(settings)) {
      Ports.requireFree(host, settings.get(HttpSettings.HTTP_PORT), CHOICE);
    }
  }

  /** Starts the servers; blocking. */
  static HttpServers start(Vertx vertx, Gateway gateway, Settings settings, MeterRegistry registry)
      throws IOException {
    Optional<CertificateFiles> files = CertificateFiles.http(settings);
    Optional<CertificateFiles.Pair> certificate = files.map(CertificateFiles::read);
    HttpServers servers = new HttpServers(certificate.isPresent());
    int loops = settings.get(HttpSettings.HTTP_LOOPS);
    int count = loops > 0 ? loops : Runtime.getRuntime().availableProcessors();
    int wanted = settings.get(HttpSettings.HTTP_PORT);
    int port = wanted == 0 ? SHARED_FREE_PORT : wanted;
    Supplier<GatewayVerticle> supplier =
        () -> {
          GatewayVerticle verticle =
              new GatewayVerticle(gateway, settings, registry, port, certificate);
          servers.verticles.add(verticle);
          return verticle;
        };
    try {
      vertx.deployVerticle(supplier, new DeploymentOptions().setInstances(count)).await();
    } catch (Exception e) {
      throw refused(settings, e);
    }
    certificate.ifPresent(pair -> CertificateWatch.warnOfTime(WHAT, pair));
    files.ifPresent(
        all ->
            servers.watch =
                Optional.of(new CertificateWatch(vertx, settings, all, WHAT, servers::renew)));
    return servers;
  }

  /** Await throws whatever failed the deployment, checked or not. */
  private static IOException refused(Settings settings, Exception cause) {
    return cause instanceof BindException taken
        ? Ports.refused(
            ListenHosts.http(settings).getFirst(),
            settings.get(HttpSettings.HTTP_PORT),
            CHOICE,
            taken)
        : new IOException("the HTTP server did not start: " + cause.getMessage(), cause);
  }

  /** Whether clients must speak TLS. */
  boolean isSecure() {
    return secure;
  }

  int port() {
    return verticles.getFirst().port();
  }

  /** Takes no more connections and waits for the requests under way. */
  @Override
  public void close() {
    watch.ifPresent(CertificateWatch::close);
    Future.join(verticles.stream().map(GatewayVerticle::drain).toList()).await();
  }
}
