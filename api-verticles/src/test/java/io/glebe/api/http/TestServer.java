package io.glebe.api.http;

import io.glebe.api.http.guard.Authenticator;
import io.glebe.api.http.guard.BearerAuthenticator;
import io.glebe.api.http.log.RequestLog;
import io.glebe.api.http.server.Gateway;
import io.glebe.api.http.server.GatewayVerticle;
import io.glebe.core.access.Caller;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.connection.HeadMemory;
import io.glebe.core.connection.LimitedTransport;
import io.glebe.core.identity.AdmittedCaller;
import io.glebe.core.identity.Callers;
import io.glebe.core.infrastructure.PublicAddress;
import io.glebe.core.metrics.Meters;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The gateway with the routes of a test; the valid token is {@code t}. */
public final class TestServer implements AutoCloseable {
  public static final String TOKEN = "t";

  /** Whether this run of the tests answers from memory before the routes. */
  public static final boolean HAS_FAST_PATH =
      Boolean.parseBoolean(System.getProperty("glebe.test.fastpath", "true"));

  private final Vertx vertx;
  private final Meters meters = new Meters();
  private final HttpClient client = HttpClient.newHttpClient();
  public final Gateway gateway;
  public final GatewayVerticle verticle;
  public final RequestLog log;

  public TestServer(Settings settings, ApiArea... areas) {
    Settings here =
        settings
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(HttpSettings.FASTPATH, String.valueOf(HAS_FAST_PATH));
    LimitedTransport transport =
        LimitedTransport.of(
            Map.of(), here.get(ConnectionSettings.HEAD_TIMEOUT), HeadMemory.of(here));
    vertx = Vertx.builder().withTransport(transport).build();
    log = new RequestLog(meters.registry(), here);
    Authenticator authenticator = new BearerAuthenticator(new Knowing());
    gateway =
        new Gateway(
            RouteTable.of(List.of(areas)), authenticator, here, PublicAddress.of(here, 8080), log);
    verticle =
        new GatewayVerticle(
            gateway,
            here,
            meters.registry(),
            -1,
            CertificateFiles.http(here).map(CertificateFiles::read));
    vertx.deployVerticle(verticle).await();
  }

  /** Accepts one token, which stays valid. */
  private static final class Knowing implements Callers {
    @Override
    public Future<Caller> authenticate(String bearer, String audience) {
      return caller(bearer);
    }

    @Override
    public boolean holds(AdmittedCaller admission) {
      return true;
    }
  }

  private static Future<Caller> caller(String bearer) {
    return bearer.equals(TOKEN)
        ? Future.succeededFuture(Caller.system())
        : Future.failedFuture(Problem.unauthorized("the access token is not known here"));
  }

  public Vertx vertx() {
    return vertx;
  }

  public Meters meters() {
    return meters;
  }

  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + verticle.port() + path));
  }

  public HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = to(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, HttpResponse.BodyHandlers.ofString());
  }

  public <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends bytes unchanged and reads until the server closes the connection. */
  public String raw(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), verticle.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    client.close();
    vertx.close().await();
    meters.close();
  }
}
