package io.glebe.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Sends requests to a server, several at a time, and measures client and server. */
final class TileLoad {
  private static final int MINUTES = 10;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String token;

  TileLoad(String token) {
    this.token = token;
  }

  /**
   * The result of a run.
   *
   * @param cpuMillis CPU time of the server per request
   * @param failed responses with an unexpected status, and requests without a response
   * @param bytes of all bodies
   */
  record Result(
      int requests,
      int failed,
      double seconds,
      double p50,
      double p99,
      double cpuMillis,
      long bytes) {

    String row(String server, String what) {
      return String.format(
          Locale.ROOT,
          "| %s | %s | %d | %d | %.3f | %.0f | %.2f | %.2f | %d |",
          server,
          what,
          requests,
          failed,
          cpuMillis,
          requests / seconds,
          p50,
          p99,
          bytes / Math.max(1, requests));
    }
  }

  /**
   * Requests every address once.
   *
   * @param cpu CPU nanoseconds of the server so far
   * @param headers names and values alternately
   */
  Result run(List<URI> addresses, int atOnce, int expected, LongSupplier cpu, List<String> headers)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    long[] nanos = new long[addresses.size()];
    long[] bytes = new long[addresses.size()];
    long before = cpu.getAsLong();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
      for (int i = 0; i < atOnce; i++) {
        threads.execute(
            () -> {
              for (int n = next.getAndIncrement(); n < nanos.length; n = next.getAndIncrement()) {
                long begin = System.nanoTime();
                bytes[n] = request(addresses.get(n), expected, headers);
                nanos[n] = System.nanoTime() - begin;
                failed.addAndGet(bytes[n] < 0 ? 1 : 0);
              }
            });
      }
      threads.shutdown();
      threads.awaitTermination(MINUTES, TimeUnit.MINUTES);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double spent = (cpu.getAsLong() - before) / 1e6 / nanos.length;
    Arrays.sort(nanos);
    return new Result(
        nanos.length,
        failed.get(),
        seconds,
        nanos[nanos.length / 2] / 1e6,
        nanos[(int) (nanos.length * 0.99)] / 1e6,
        spent,
        Arrays.stream(bytes).filter(n -> n > 0).sum());
  }

  /** Bytes of the body; -1 for an unexpected response. */
  private long request(URI address, int expected, List<String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token);
    for (int i = 0; i < headers.size(); i += 2) {
      request.header(headers.get(i), headers.get(i + 1));
    }
    try {
      HttpResponse<byte[]> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return answer.statusCode() == expected ? answer.body().length : -1;
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /** Sends a GET request; the response has the body and its headers. */
  HttpResponse<byte[]> get(URI address) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(address).header("Authorization", "Bearer " + token).build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  /** Sends a body; throws for any response that is not successful. */
  void send(String method, URI address, String type, byte[] body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(address)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(address + ": " + answer.statusCode() + " " + answer.body());
    }
  }
}
