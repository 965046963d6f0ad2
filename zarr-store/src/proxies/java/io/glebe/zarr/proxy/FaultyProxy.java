package io.glebe.zarr.proxy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A way to an S3 server on this machine on which requests take time, some much more than others,
 * and some are refused. Bytes pass unchanged, so that signatures stay valid.
 */
public final class FaultyProxy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultyProxy.class);
  private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");
  private static final Pattern CHUNKED = Pattern.compile("(?im)^transfer-encoding: *chunked");
  private static final Pattern WITHOUT_BODY = Pattern.compile("HTTP/1.1 (1\\d\\d|204|304)");
  private static final byte[] REFUSAL =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  /**
   * How requests are treated.
   *
   * @param delay of each request
   * @param refused share of requests that are answered 503
   * @param slow share of requests that take {@code slowDelay}
   */
  public record Faults(Duration delay, double refused, double slow, Duration slowDelay) {
    public static final Faults NONE = new Faults(Duration.ZERO, 0, 0, Duration.ZERO);

    public static Faults delay(Duration delay) {
      return new Faults(delay, 0, 0, Duration.ZERO);
    }
  }

  private final ServerSocket server;
  private final int target;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong refusals = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private volatile Faults faults = Faults.NONE;

  /** A part of the first line of requests that are refused. */
  private volatile Optional<String> refused = Optional.empty();

  /**
   * Begins to listen on a free port.
   *
   * @param target port of the server
   */
  public FaultyProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  public void behave(Faults now) {
    faults = now;
    refused = Optional.empty();
    most.set(0);
  }

  /** Refuses all requests with this text in their first line, whatever else is set. */
  public void refuse(String text) {
    refused = Optional.of(text);
  }

  /** How many requests were under way at the same time at most, since {@link #behave}. */
  public int mostAtOnce() {
    return most.get();
  }

  /** Requests since the start. */
  public long requests() {
    return requests.get();
  }

  /** Requests since the start that were refused. */
  public long refusals() {
    return refusals.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException closed) {
      LOG.debug("no more connections", closed);
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target)) {
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      InputStream fromClient = new BufferedInputStream(client.getInputStream());
      InputStream fromServer = new BufferedInputStream(upstream.getInputStream());
      Optional<byte[]> head;
      while ((head = head(fromClient)).isPresent()) {
        answer(head.get(), fromClient, client.getOutputStream(), fromServer, upstream);
      }
    } catch (IOException | InterruptedException ended) {
      LOG.debug("a connection ended", ended);
    }
  }

  private void answer(
      byte[] head, InputStream fromClient, OutputStream toClient, InputStream fromServer, Socket to)
      throws IOException, InterruptedException {
    requests.incrementAndGet();
    String text = new String(head, StandardCharsets.US_ASCII);
    if (text.toLowerCase(Locale.ROOT).contains("expect: 100-continue")) {
      toClient.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(head);
    body(text, fromClient, request);
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      answer(text, request, toClient, fromServer, to);
    } finally {
      running.decrementAndGet();
    }
  }

  private void answer(
      String text,
      ByteArrayOutputStream request,
      OutputStream toClient,
      InputStream fromServer,
      Socket to)
      throws IOException, InterruptedException {
    Faults now = faults;
    boolean slow = ThreadLocalRandom.current().nextDouble() < now.slow;
    TimeUnit.NANOSECONDS.sleep((slow ? now.slowDelay : now.delay).toNanos());
    String line = text.lines().findFirst().orElse("");
    if (refused.filter(line::contains).isPresent()
        || ThreadLocalRandom.current().nextDouble() < now.refused) {
      refusals.incrementAndGet();
      toClient.write(REFUSAL);
      return;
    }
    to.getOutputStream().write(request.toByteArray());
    String status;
    do {
      byte[] response = head(fromServer).orElseThrow(EOFException::new);
      status = new String(response, StandardCharsets.US_ASCII);
      if (!status.startsWith("HTTP/1.1 100")) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(response);
        if (!text.startsWith("HEAD ") && !WITHOUT_BODY.matcher(status).lookingAt()) {
          body(status, fromServer, whole);
        }
        toClient.write(whole.toByteArray());
      }
    } while (status.startsWith("HTTP/1.1 100"));
  }

  /** The bytes up to the empty line; empty at the end of the connection. */
  private static Optional<byte[]> head(InputStream from) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 2) {
      int next = from.read();
      if (next < 0) {
        return Optional.empty();
      }
      head.write(next);
      ends = next == '\n' ? ends + 1 : next == '\r' ? ends : 0;
    }
    return Optional.of(head.toByteArray());
  }

  private static void body(String head, InputStream from, OutputStream to) throws IOException {
    Matcher length = LENGTH.matcher(head);
    if (length.find()) {
      to.write(from.readNBytes(Integer.parseInt(length.group(1))));
    } else if (CHUNKED.matcher(head).find()) {
      int size;
      do {
        String line = line(from);
        to.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        size = Integer.parseInt(line.strip(), 16);
        to.write(from.readNBytes(size + 2));
      } while (size > 0);
    }
  }

  private static String line(InputStream from) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = from.read(); next != '\n'; next = from.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
