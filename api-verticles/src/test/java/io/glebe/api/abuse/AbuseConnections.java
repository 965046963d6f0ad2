package io.glebe.api.abuse;

import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The connections and threads of one abuse. They come from an address of their own, because limits
 * of an address must not concern the good client. Counts what the platform answers.
 */
final class AbuseConnections implements AutoCloseable {
  private static final String ADDRESS = "127.0.0.2";
  private static final int CONNECT_MILLIS = 10_000;
  private static final int READ_MILLIS = 60_000;
  private static final int RECEIVE_BYTES = 8 << 10;
  private static final int STATUS_BYTES = 12; // "HTTP/1.1 200"
  private static final Duration AFTER_A_FAILURE = Duration.ofMillis(500);

  private final AbuseTarget target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** The work of one thread, for one connection as a rule. */
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  AbuseConnections(AbuseTarget target) {
    this.target = target;
  }

  /** Repeats the work in this number of threads until the abuse ends. */
  void repeat(int workers, Work work) {
    for (int i = 0; i < workers; i++) {
      threads.execute(() -> repeat(work));
    }
  }

  /** Yields after each work: all abuses share one thread, and a work may never wait. */
  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread gives its carrier to the others
  private void repeat(Work work) {
    try {
      while (!isOver()) {
        try {
          work.run();
          Thread.yield();
        } catch (IOException e) {
          if (!isOver()) {
            count(e instanceof SocketTimeoutException ? "no answer" : "closed");
            pause(AFTER_A_FAILURE);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  /** Waits; returns false when the abuse ends. */
  boolean pause(Duration time) throws InterruptedException {
    return !over.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  void count(String event) {
    counts.computeIfAbsent(event, key -> new LongAdder()).increment();
  }

  /** Opens a connection to the HTTP server. */
  Socket http() throws IOException {
    return open(target.port());
  }

  /** Opens a connection to a port. */
  Socket open(int port) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    if (isOver()) {
      close(socket);
      throw new IOException("the abuse is over");
    }
    try {
      socket.setReceiveBufferSize(RECEIVE_BYTES);
      socket.setSoTimeout(READ_MILLIS);
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(ADDRESS), 0));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
    } catch (IOException e) {
      close(socket);
      throw e;
    }
    count("opened");
    return socket;
  }

  /** Opens a connection to the MQTT server without TLS. */
  Socket mqttSocket() throws IOException {
    return open(target.mqtt());
  }

  /** Signs in to the MQTT server. */
  RawClient signIn(Socket socket) throws IOException {
    RawClient client = new RawClient(socket);
    int code = client.connect(AbuseTarget.ACCOUNT, 0);
    count("CONNACK " + code);
    if (code != 0) {
      throw new IOException("refused");
    }
    return client;
  }

  /** Sends a whole request and reads the response; the connection ends with it. */
  void exchange(String head, AbuseContent content) throws IOException {
    Socket socket = http();
    try {
      try {
        OutputStream out = socket.getOutputStream();
        out.write(bytes(head + "Connection: close\r\n" + content.headers()));
        content.send(out);
      } catch (IOException e) {
        count("refused while it was sent");
      }
      readAnswer(socket);
    } finally {
      reset(socket);
    }
  }

  /** Reads what the server sends until it closes the connection, and counts the status. */
  void readAnswer(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] status = in.readNBytes(STATUS_BYTES);
    if (status.length < STATUS_BYTES) {
      throw new IOException("closed without an answer");
    }
    count(new String(status, StandardCharsets.US_ASCII).substring(9));
    in.transferTo(OutputStream.nullOutputStream());
  }

  /** Resets a connection. */
  void reset(Socket socket) throws IOException {
    if (!socket.isClosed()) {
      socket.setSoLinger(true, 0);
    }
    close(socket);
  }

  private void close(Socket socket) throws IOException {
    sockets.remove(socket);
    socket.close();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The numbers of events by name, such as answers by status. */
  String summary() {
    Map<String, Long> sorted = new TreeMap<>();
    counts.forEach((event, number) -> sorted.put(event, number.sum()));
    return sorted.toString().replaceAll("[{}]", "").replace('=', ' ');
  }

  /** Lets the threads end; {@link #close()} waits for them. */
  void end() {
    over.countDown();
  }

  @Override
  public void close() {
    end();
    for (Socket socket : sockets) {
      try {
        reset(socket);
      } catch (IOException e) {
        count("not closed");
      }
    }
    threads.close();
  }
}
