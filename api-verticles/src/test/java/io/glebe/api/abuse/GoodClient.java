package io.glebe.api.abuse;

import io.glebe.api.http.RawConnection;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An ordinary user beside the abusing one. Each kind of request has a thread and a connection of
 * its own and is sent at a constant rate, the next one after the response to the one before.
 */
final class GoodClient implements AutoCloseable {
  private static final String TILE =
      "/api/v2/collections/demo-s2/tiles/WebMercatorQuad/14/8897/5827?layers=NDVI&datetime=2026-06-22";
  private static final int MOST_IDS = 65_535;
  private static final int PUBACK = 0x40;
  private static final Instant START = Instant.parse("2026-06-01T00:00:00Z");

  private final GoodTarget target;
  private final URI server;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<UUID> acknowledgedTasks = new ConcurrentLinkedQueue<>();
  private final AtomicLong acknowledgedMessages = new AtomicLong();
  private Latencies period = new Latencies();

  /** One request with its response, and the connection for it. */
  private abstract static class Work {
    /** Sends a request and receives its response. */
    abstract void run() throws IOException;

    /** Closes the connection; the next request opens another one. */
    abstract void disconnect() throws IOException;
  }

  GoodClient(GoodTarget target) {
    this.target = target;
    server = URI.create(target.http());
    begin(GoodRequest.CACHED_TILE, new Exchange(number -> getTile("")));
    begin(
        GoodRequest.UNCACHED_TILE,
        new Exchange(number -> getTile("&rescale=-1," + (1 + number * 1e-5))));
    begin(GoodRequest.RECORD, new Tasks());
    begin(GoodRequest.MQTT, new Messages());
    begin(
        GoodRequest.CONNECTION,
        new Exchange(number -> get("/health/live", "")) {
          @Override
          void run() throws IOException {
            super.run();
            disconnect();
          }
        });
  }

  private void begin(GoodRequest request, Work work) {
    threads.add(Thread.ofPlatform().name("good " + request).start(() -> repeat(request, work)));
  }

  private void repeat(GoodRequest request, Work work) {
    try (AutoCloseable _ = work::disconnect) {
      do {
        long from = System.nanoTime();
        Latencies current = enter();
        try {
          work.run();
          current.add(request, System.nanoTime() - from);
        } catch (IOException e) {
          current.fail(request, e + " after " + (System.nanoTime() - from) / 1_000_000 + " ms");
          work.disconnect();
        } finally {
          leave(current);
        }
      } while (!over.await(request.interval().toMillis(), TimeUnit.MILLISECONDS));
    } catch (Exception e) {
      synchronized (this) {
        period.fail(request, "ended by " + e);
      }
    }
  }

  private synchronized Latencies enter() {
    period.begun();
    return period;
  }

  private synchronized void leave(Latencies of) {
    of.ended();
    notifyAll();
  }

  /** Begins a period; returns the former one when all its requests have ended. */
  synchronized Latencies next() throws InterruptedException {
    Latencies former = period;
    period = new Latencies();
    while (former.isUnderWay()) {
      wait();
    }
    return former;
  }

  private String[] getTile(String more) {
    return get(TILE + more, target.spatioToken());
  }

  private static String[] get(String path, String token) {
    String authorization = token.isEmpty() ? "X-Token: none" : "Authorization: Bearer " + token;
    return new String[] {"GET " + path + " HTTP/1.1", "Host: localhost", authorization, ""};
  }

  /** The lines of a request, with its number. */
  private interface Request {
    String[] lines(int number);
  }

  /** Requests on one connection. */
  private class Exchange extends Work {
    private final Request request;
    private int number;
    private @Nullable RawConnection connection;

    Exchange(Request request) {
      this.request = request;
    }

    @Override
    void run() throws IOException {
      exchange(request.lines(number++));
    }

    void exchange(String... lines) throws IOException {
      if (connection == null) {
        connection = new RawConnection(server);
      }
      connection.say(lines);
      RawConnection.RawResponse response = connection.read(true);
      if (response.status() >= 300) {
        throw new IOException(
            response.status() + " " + new String(response.body(), StandardCharsets.UTF_8));
      }
    }

    @Override
    void disconnect() throws IOException {
      if (connection != null) {
        connection.close();
        connection = null;
      }
    }
  }

  /** Writes a task and reads it. */
  private final class Tasks extends Exchange {
    private static final String TASK =
        "{\"id\": \"%s\", \"name\": \"written\", \"farmId\": \"%s\", \"status\": \"PLANNED\","
            + " \"originType\": \"USER\"}";

    Tasks() {
      super(number -> new String[0]);
    }

    @Override
    void run() throws IOException {
      UUID task = UUID.randomUUID();
      String path = "/v1/tasks/" + task;
      String body = TASK.formatted(task, target.farm());
      exchange(
          "PUT " + path + " HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + target.farmToken(),
          "Content-Type: application/json",
          "Content-Length: " + (body.length() + 2), // and the end of the line
          "",
          body);
      acknowledgedTasks.add(task);
      exchange(get(path, target.farmToken()));
    }
  }

  /** Publishes observations with quality of service 1. */
  private final class Messages extends Work {
    private int number;
    private @Nullable RawClient client;

    @Override
    void run() throws IOException {
      if (client == null) {
        client = new RawClient(target.mqtt());
        int code = client.connect(target.account().name(), target.account().password(), 0);
        if (code != 0) {
          throw new IOException("CONNACK " + code);
        }
      }
      number++;
      int id = 1 + number % MOST_IDS;
      String text =
          "{\"result\": " + number + ", \"phenomenonTime\": \"" + START.plusSeconds(number) + "\"}";
      client.publish(
          1,
          false,
          id,
          "v1.1/Datastreams(" + target.account().datastream() + ")/Observations",
          text.getBytes(StandardCharsets.US_ASCII));
      int[] answer = client.answer();
      if (answer[0] != PUBACK || answer[1] != id) {
        throw new IOException("no PUBACK of " + id);
      }
      acknowledgedMessages.incrementAndGet();
    }

    @Override
    void disconnect() throws IOException {
      if (client != null) {
        client.close();
        client = null;
      }
    }
  }

  int acknowledgedTasks() {
    return acknowledgedTasks.size();
  }

  long acknowledgedMessages() {
    return acknowledgedMessages.get();
  }

  /** The acknowledged tasks that cannot be read, with the answer. */
  List<String> lostTasks() throws IOException {
    List<String> lost = new ArrayList<>();
    try (RawConnection connection = new RawConnection(server)) {
      for (UUID task : acknowledgedTasks) {
        connection.say(get("/v1/tasks/" + task, target.farmToken()));
        RawConnection.RawResponse response = connection.read(true);
        if (response.status() != 200) {
          lost.add(
              task
                  + ": "
                  + response.status()
                  + " "
                  + new String(response.body(), StandardCharsets.UTF_8));
        }
      }
    }
    return lost;
  }

  /** Ends all threads; the counters remain. */
  @Override
  public void close() {
    over.countDown();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }
}
