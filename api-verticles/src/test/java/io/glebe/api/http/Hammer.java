package io.glebe.api.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Many connections that repeat the same few requests without a pause, over HTTP/1.1 with keep-alive
 * and over one HTTP/2 connection. Counts the requests that still succeed after access was revoked.
 */
public final class Hammer implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;
  private static final long GLANCE_NANOS = 200_000;
  private static final int WARM = 20;
  private static final int AFTERWARDS = 20;

  /** A request path and the token of the request. */
  public record TokenRequest(String path, String token) {}

  /**
   * Number of requests after access was revoked, number of those that succeeded, and the protocols
   * of the latter.
   */
  public record Count(int sent, int passed, List<String> ways) {}

  private final URI server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
  private final List<Future<?>> workers = new ArrayList<>();
  private final AtomicIntegerArray before;
  private final AtomicIntegerArray after;
  private final AtomicInteger passed = new AtomicInteger();
  private final List<String> ways = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean taken;
  private volatile boolean over;

  /**
   * @param sockets number of HTTP/1.1 connections
   * @param streams concurrent requests over HTTP/2
   */
  public Hammer(URI server, int sockets, int streams, List<TokenRequest> requests) {
    this.server = server;
    before = new AtomicIntegerArray(sockets + streams);
    after = new AtomicIntegerArray(sockets + streams);
    for (int i = 0; i < sockets + streams; i++) {
      int number = i;
      TokenRequest request = requests.get(i % requests.size());
      workers.add(
          threads.submit(
              number < sockets
                  ? task(() -> overSocket(number, request))
                  : task(() -> overStream(number, request))));
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static Callable<Void> task(Work work) {
    return () -> {
      work.run();
      return null;
    };
  }

  private void overSocket(int number, TokenRequest request) throws IOException {
    try (RawConnection connection = new RawConnection(server)) {
      while (!over) {
        boolean afterwards = taken;
        connection.say(
            "GET " + request.path() + " HTTP/1.1",
            "Host: " + server.getHost() + ":" + server.getPort(),
            "Authorization: Bearer " + request.token(),
            "");
        count(number, afterwards, connection.read(true).status(), "1.1 " + request.path());
      }
    }
  }

  private void overStream(int number, TokenRequest target)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.resolve(target.path()))
            .header("Authorization", "Bearer " + target.token())
            .build();
    while (!over) {
      boolean afterwards = taken;
      int status = client.send(request, BodyHandlers.discarding()).statusCode();
      count(number, afterwards, status, "2 " + target.path());
    }
  }

  private void count(int number, boolean afterwards, int status, String way) {
    if (!afterwards) {
      before.addAndGet(number, status == 200 ? 1 : 0);
    } else {
      after.incrementAndGet(number);
      if (status < 400) {
        passed.incrementAndGet();
        ways.add(way);
      }
    }
  }

  /** Waits until every connection has enough successful responses to be served from caches. */
  public Hammer warm() {
    waitFor(before, WARM);
    return this;
  }

  /** Requests that start from now on must be refused. */
  public Count taken() {
    taken = true;
    waitFor(after, AFTERWARDS);
    over = true;
    int sent = 0;
    for (int i = 0; i < after.length(); i++) {
      sent += after.get(i);
    }
    return new Count(sent, passed.get(), List.copyOf(ways));
  }

  private void waitFor(AtomicIntegerArray counts, int least) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (int i = 0; i < counts.length(); i++) {
      while (counts.get(i) < least) {
        if (System.nanoTime() > until || workers.get(i).isDone()) {
          over = true;
          throw new AssertionError("connection " + i + " got no further", ended(i));
        }
        LockSupport.parkNanos(GLANCE_NANOS);
      }
    }
  }

  private @Nullable Throwable ended(int number) {
    return workers.get(number).isDone() ? workers.get(number).exceptionNow() : null;
  }

  @Override
  public void close() {
    over = true;
    for (Future<?> worker : workers) {
      try {
        worker.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        throw new UncheckedIOException(new IOException("a connection failed", e));
      }
    }
    threads.close();
    client.close();
  }
}
