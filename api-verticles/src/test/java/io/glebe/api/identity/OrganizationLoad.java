package io.glebe.api.identity;

import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.json.Json;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates organizations through all gateways, one after the other, until it ends. */
final class OrganizationLoad implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int MOST_REFUSALS = 5;
  private static final long PAUSE_MILLIS = 100;

  private final Browser client = new Browser();
  private final List<URI> gateways;
  private final Queue<UUID> acknowledged = new ConcurrentLinkedQueue<>();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();
  private final AtomicInteger writes = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread writer;
  private volatile String bearer;

  /**
   * @param bearer token of an administrator for the farm API
   */
  OrganizationLoad(List<URI> gateways, String bearer) {
    this.gateways = gateways;
    this.bearer = bearer;
    writer = Thread.ofVirtual().name("organizations").start(this::write);
  }

  /** Uses this token from now on. */
  synchronized void renew(String token) {
    bearer = token;
    notifyAll();
  }

  private static boolean isExpired(String token) {
    try {
      Instant end = SignedJWT.parse(token).getJWTClaimsSet().getExpirationTime().toInstant();
      return !Instant.now().isBefore(end);
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client without a valid token waits for the next one. */
  private synchronized void awaitOtherThan(String expired) throws InterruptedException {
    while (bearer.equals(expired) && ended.getCount() > 0) {
      wait();
    }
  }

  private boolean goesOn() {
    try {
      return !ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS) && refused.size() < MOST_REFUSALS;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void write() {
    for (int i = 0; goesOn(); i++) {
      UUID id = UUID.randomUUID();
      String body =
          Json.write(
              Json.object()
                  .put("id", id.toString())
                  .put("name", "Organization " + i)
                  .put("originType", "USER"));
      String used = bearer;
      try {
        HttpResponse<String> answer =
            client.send(
                request(gateways.get(i % gateways.size()), id)
                    .header("Content-Type", Json.MEDIA_TYPE)
                    .PUT(BodyPublishers.ofString(body)));
        if (answer.statusCode() < 300) {
          acknowledged.add(id);
          writes.incrementAndGet();
        } else if (answer.statusCode() == 401 && isExpired(used)) {
          awaitOtherThan(used);
        } else {
          refused.add(answer.statusCode() + " " + answer.body());
        }
      } catch (InterruptedException e) {
        return; // closed
      } catch (UncheckedIOException | IllegalStateException e) {
        refused.add(e.toString());
      }
    }
  }

  private HttpRequest.Builder request(URI gateway, UUID id) {
    return HttpRequest.newBuilder(gateway.resolve("/v1/organizations/" + id))
        .header("Authorization", "Bearer " + bearer);
  }

  /** Waits for so many more acknowledged writes, or for one that was refused. */
  void awaitWrites(int more) {
    int goal = writes.get() + more;
    await().atMost(PATIENCE).until(() -> writes.get() >= goal || !refused.isEmpty());
  }

  /** Ends the load; returns what was refused. */
  List<String> end() throws InterruptedException {
    ended.countDown();
    renew(bearer);
    writer.join();
    return List.copyOf(refused);
  }

  /** The acknowledged organizations that a gateway does not know, with its response. */
  List<String> lostAt(URI gateway) {
    List<String> lost = new ArrayList<>();
    for (UUID id : acknowledged) {
      HttpResponse<String> response = client.send(request(gateway, id).GET());
      if (response.statusCode() != 200) {
        lost.add(id + ": " + response.statusCode() + " " + response.body());
      }
    }
    return lost;
  }

  @Override
  public void close() {
    ended.countDown();
    writer.interrupt();
  }
}
