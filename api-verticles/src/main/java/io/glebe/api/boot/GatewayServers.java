package io.glebe.api.boot;

import io.glebe.api.http.CertificateWatch;
import io.glebe.api.http.server.Gateway;
import io.glebe.api.http.server.GatewayVerticle;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.config.listen.ListenHosts;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The gateway verticles, one per event loop, all on one port. */
final class GatewayServers implements AutoCloseable {
  /** The flags by which people choose another address. */
  static final Ports.Choice CHOICE = new Ports.Choice("--host", "--port");

  private static final String LOG_NAME = "HTTPS";

  private final Vertx vertx;
  private final String deployment;
  private final int port;
  private final Optional<CertificateWatch> watch;

  private GatewayServers(
      Vertx vertx, String deployment, int port, Optional<CertificateWatch> watch) {
    this.vertx = vertx;
    this.deployment = deployment;
    this.port = port;
    this.watch = watch;
  }

  /**
   * Deploys the gateways; blocking.
   *
   * @param port is released just before they listen
   */
  static GatewayServers start(
      Vertx vertx, Gateway gateway, Settings settings, MeterRegistry registry, Ports.Reserved port)
      throws IOException {
    Optional<CertificateFiles> files = CertificateFiles.http(settings);
    Optional<CertificateFiles.Pair> certificate = files.map(CertificateFiles::read);
    List<GatewayVerticle> verticles = new CopyOnWriteArrayList<>();
    port.close();
    String deployment;
    try {
      deployment =
          vertx
              .deployVerticle(
                  () -> {
                    GatewayVerticle verticle =
                        new GatewayVerticle(gateway, settings, registry, port.port(), certificate);
                    verticles.add(verticle);
                    return verticle;
                  },
                  new DeploymentOptions().setInstances(loops(settings)))
              .await();
    } catch (Exception e) { // await throws the cause of the failure, checked or not
      throw refused(settings, e);
    }
    certificate.ifPresent(pair -> CertificateWatch.warnOfTime(LOG_NAME, pair));
    return new GatewayServers(
        vertx,
        deployment,
        port.port(),
        files.map(
            watched ->
                new CertificateWatch(
                    vertx, settings, watched, LOG_NAME, pair -> renew(verticles, pair))));
  }

  private static int loops(Settings settings) {
    int loops = settings.get(HttpSettings.HTTP_LOOPS);
    return loops > 0 ? loops : Runtime.getRuntime().availableProcessors();
  }

  private static void renew(List<GatewayVerticle> verticles, CertificateFiles.Pair pair) {
    Future.join(verticles.stream().map(verticle -> verticle.renew(pair)).toList()).await();
  }

  private static IOException refused(Settings settings, Exception cause) {
    return cause instanceof BindException taken
        ? Ports.refused(
            ListenHosts.http(settings).getFirst(),
            settings.get(HttpSettings.HTTP_PORT),
            CHOICE,
            taken)
        : new IOException("the HTTP server did not start: " + cause.getMessage(), cause);
  }

  int port() {
    return port;
  }

  /** Takes no more connections and waits for the requests in progress. */
  @Override
  public void close() {
    watch.ifPresent(CertificateWatch::close);
    vertx.undeploy(deployment).await();
  }
}
