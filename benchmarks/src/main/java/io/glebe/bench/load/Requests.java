package io.glebe.bench.load;

import io.glebe.api.boot.Platform;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/** Sends a fixed number of simultaneous requests to a platform and measures them. */
final class Requests {
  private static final int MAX_SAMPLES = 1_000_000;

  private final HttpClient client;
  private volatile String token;

  /** A request to send. */
  record Request(HttpMethod method, String path, Buffer body) {}

  /**
   * The result of a run.
   *
   * @param cpuMicros CPU time of this process per request, including the load generator
   * @param serverMicros CPU time of PostgreSQL per request
   */
  record Rate(
      double perSecond,
      long failed,
      double p50Millis,
      double p99Millis,
      double cpuMicros,
      double serverMicros) {}

  /** CPU time spent so far, in nanoseconds. */
  record Cpu(long process, long server) {
    static Cpu now() {
      return new Cpu(cpuNanos(), serverNanos());
    }

    double processMicros(long units) {
      return (cpuNanos() - process) / 1e3 / units;
    }

    double serverMicros(long units) {
      return (serverNanos() - server) / 1e3 / units;
    }
  }

  Requests(Platform platform, String token) {
    this.token = token;
    Vertx vertx = platform.infrastructure().vertx();
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setDefaultHost("localhost").setDefaultPort(platform.port()),
            new PoolOptions().setHttp1MaxSize(64));
  }

  String token() {
    return token;
  }

  /** Uses another token from now on: they end after some minutes. */
  void renew(String other) {
    token = other;
  }

  Request get(String path) {
    return new Request(HttpMethod.GET, path, Buffer.buffer());
  }

  Request put(String path, String body) {
    return new Request(HttpMethod.PUT, path, Buffer.buffer(body));
  }

  String text(String path) {
    return send(get(path)).await().toString();
  }

  private Future<Buffer> send(Request request) {
    return client
        .request(request.method(), request.path())
        .compose(
            r -> {
              r.putHeader("Authorization", "Bearer " + token);
              if (request.body().length() > 0) {
                r.putHeader("Content-Type", "application/json");
              }
              return r.send(request.body());
            })
        .compose(
            response ->
                response
                    .body()
                    .compose(
                        body ->
                            response.statusCode() < 300
                                ? Future.succeededFuture(body)
                                : Future.failedFuture(response.statusCode() + " " + body)));
  }

  static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /**
   * CPU time of the running descendants of this process, which belong to the embedded PostgreSQL.
   */
  private static long serverNanos() {
    return ProcessHandle.current()
        .descendants()
        .mapToLong(p -> p.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
        .sum();
  }

  /** Keeps {@code atOnce} requests active for the given number of seconds. */
  Rate run(String name, int seconds, int atOnce, IntFunction<Request> made) {
    AtomicInteger next = new AtomicInteger();
    AtomicLong failed = new AtomicLong();
    AtomicInteger done = new AtomicInteger();
    long[] nanos = new long[MAX_SAMPLES];
    long start = System.nanoTime();
    long until = start + seconds * 1_000_000_000L;
    Cpu cpu = Cpu.now();
    AtomicInteger open = new AtomicInteger(atOnce);
    Promise<Void> finished = Promise.promise();
    for (int i = 0; i < atOnce; i++) {
      loop(made, next, failed, done, nanos, until, open, finished);
    }
    finished.future().await();
    double elapsed = (System.nanoTime() - start) / 1e9;
    int count = done.get();
    long[] sorted = Arrays.copyOf(nanos, Math.min(count, MAX_SAMPLES));
    Arrays.sort(sorted);
    return new Rate(
        count / elapsed,
        failed.get(),
        sorted[sorted.length / 2] / 1e6,
        sorted[(int) (sorted.length * 0.99)] / 1e6,
        cpu.processMicros(count),
        cpu.serverMicros(count));
  }

  private void loop(
      IntFunction<Request> made,
      AtomicInteger next,
      AtomicLong failed,
      AtomicInteger done,
      long[] nanos,
      long until,
      AtomicInteger open,
      Promise<Void> finished) {
    long begin = System.nanoTime();
    if (begin > until) {
      if (open.decrementAndGet() == 0) {
        finished.complete();
      }
      return;
    }
    send(made.apply(next.getAndIncrement()))
        .onComplete(
            answer -> {
              if (answer.failed() && failed.getAndIncrement() == 0) {
                org.slf4j.LoggerFactory.getLogger(Requests.class)
                    .warn("first failure", answer.cause());
              }
              int n = done.getAndIncrement();
              if (n < MAX_SAMPLES) {
                nanos[n] = System.nanoTime() - begin;
              }
              loop(made, next, failed, done, nanos, until, open, finished);
            });
  }
}
