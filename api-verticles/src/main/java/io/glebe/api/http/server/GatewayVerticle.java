package io.glebe.api.http.server;

import io.glebe.api.http.guard.Tls;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The HTTP server of one event loop; several of them share the port. */
public final class GatewayVerticle extends VerticleBase {
  private static final int MAX_CHUNK_BYTES = 32 * 1024;
  private static final int RESET_SECONDS = 30;

  /** Bytes of one HTTP/2 body that a client may send before they are read, see decision 0161. */
  static final int STREAM_WINDOW = 256 * 1024;

  /** The same of all bodies of a connection: as much as HTTP/1.1 may hold. */
  private static final int CONNECTION_WINDOW = 512 * 1024;

  private static final long LAG_PERIOD_MILLIS = 500;

  private final Gateway gateway;
  private final Settings settings;
  private final MeterRegistry registry;
  private final int port;
  private final Optional<CertificateFiles.Pair> certificate;
  private final List<HttpServer> servers = new ArrayList<>();
  private long lastTick;

  /**
   * @param port to listen on; negative picks a free one shared by all instances, see {@link #port}
   * @param certificate with which it serves HTTPS; empty for HTTP without encryption
   */
  public GatewayVerticle(
      Gateway gateway,
      Settings settings,
      MeterRegistry registry,
      int port,
      Optional<CertificateFiles.Pair> certificate) {
    this.gateway = gateway;
    this.settings = settings;
    this.registry = registry;
    this.port = port;
    this.certificate = certificate;
  }

  @Override
  public Future<?> start() {
    watchLag();
    Future<?> listening = Future.succeededFuture();
    for (String host : ListenHosts.http(settings)) {
      listening = listening.compose(before -> listen(host));
    }
    return listening;
  }

  /** All hosts have the same port. */
  private Future<HttpServer> listen(String host) {
    HttpServer server =
        vertx
            .createHttpServer(options(host, servers.isEmpty() ? port : port()))
            .connectionHandler(gateway::open)
            .requestHandler(gateway::handle)
            .invalidRequestHandler(this::invalid);
    return server.listen().onSuccess(servers::add);
  }

  private HttpServerOptions options(String host, int at) {
    HttpServerOptions options = plain(host, at);
    certificate.ifPresent(
        pair ->
            options
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(Tls.certificate(pair))
                .setEnabledSecureTransportProtocols(Tls.versions()));
    return options;
  }

  /** New connections use the given certificate; existing connections continue. */
  public Future<Void> renew(CertificateFiles.Pair pair) {
    return Future.join(
            servers.stream()
                .map(s -> s.updateSSLOptions(Tls.options(pair).setUseAlpn(true)))
                .toList())
        .mapEmpty();
  }

  private HttpServerOptions plain(String host, int at) {
    return new HttpServerOptions()
        .setHost(host)
        .setPort(at)
        .setMaxInitialLineLength(settings.get(ConnectionSettings.MAX_LINE_BYTES))
        .setMaxHeaderSize(settings.get(ConnectionSettings.MAX_HEADER_BYTES))
        .setMaxChunkSize(MAX_CHUNK_BYTES)
        .setHandle100ContinueAutomatically(false)
        // a proxy that forwards an upgrade would give its client a tunnel with the proxy's address
        .setHttp2ClearTextEnabled(settings.get(HttpSettings.TRUST_FORWARDED).isEmpty())
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(settings.get(ConnectionSettings.HTTP2_STREAMS))
                .setInitialWindowSize(STREAM_WINDOW)
                .setMaxHeaderListSize(settings.get(ConnectionSettings.MAX_HEADER_BYTES)))
        .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
        .setHttp2RstFloodMaxRstFramePerWindow(settings.get(ConnectionSettings.HTTP2_RESETS))
        .setHttp2RstFloodWindowDuration(RESET_SECONDS)
        .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
        .setSslHandshakeTimeout(settings.get(ConnectionSettings.TLS_HANDSHAKE_TIMEOUT).toMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setTcpNoDelay(true)
        .setPerFrameWebSocketCompressionSupported(false) // the server has no WebSockets,
        .setPerMessageWebSocketCompressionSupported(false) // so their handlers are left out
        .setIdleTimeout((int) settings.get(HttpSettings.IDLE_TIMEOUT).toMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  /** The port in use once started. */
  public int port() {
    return servers.getFirst().actualPort();
  }

  @Override
  public Future<?> stop() {
    return drain();
  }

  /** Takes no more connections and waits for requests in progress. */
  public Future<Void> drain() {
    long millis = settings.get(HttpSettings.DRAIN_TIMEOUT).toMillis();
    return Future.join(
            servers.stream().map(s -> s.shutdown(millis, TimeUnit.MILLISECONDS)).toList())
        .mapEmpty();
  }

  private void watchLag() {
    Timer lag =
        Timer.builder(MeterNames.LOOP_LAG)
            .description("delay of a periodic timer of an event loop")
            .publishPercentiles(0.5, 0.99)
            .register(registry);
    lastTick = System.nanoTime();
    vertx.setPeriodic(
        LAG_PERIOD_MILLIS,
        id -> {
          long now = System.nanoTime();
          lag.record(
              Math.max(0, now - lastTick - TimeUnit.MILLISECONDS.toNanos(LAG_PERIOD_MILLIS)),
              TimeUnit.NANOSECONDS);
          lastTick = now;
        });
  }

  /** Handles input that is not valid HTTP and does not reach the gateway. */
  private void invalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    Problem problem =
        cause instanceof TooLongHttpLineException
            ? Problem.of(
                ProblemType.URI_TOO_LONG,
                "the address may have at most "
                    + settings.get(ConnectionSettings.MAX_LINE_BYTES)
                    + " bytes")
            : cause instanceof TooLongHttpHeaderException
                ? Problem.of(
                    ProblemType.HEADERS_TOO_LARGE,
                    "the headers may have at most "
                        + settings.get(ConnectionSettings.MAX_HEADER_BYTES)
                        + " bytes")
                : Problem.malformed("this is no valid HTTP request");
    gateway.refuseInvalid(request, problem);
  }
}
