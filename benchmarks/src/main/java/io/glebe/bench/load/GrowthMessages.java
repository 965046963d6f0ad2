package io.glebe.bench.load;

import io.glebe.api.boot.cluster.Cluster;
import io.glebe.api.boot.cluster.ClusterPart;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Observations that devices publish at the broker of a cluster, whose gateways share them: {@code
 * messages.send(8)}.
 */
final class GrowthMessages implements AutoCloseable {
  private static final int DEVICES = 16;
  private static final int PER_SECOND = Integer.getInteger("glebe.growth.messages", 4_000);
  private static final String STORED = "glebe_observations_total{state=\"stored\"} ";
  private static final long POLL_MILLIS = 20;
  private static final int MOST_POLLS = 1_500;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Cluster cluster;
  private final Devices devices;

  /**
   * @param datastreams to which the devices publish, one after the other
   */
  GrowthMessages(Cluster cluster, List<Long> datastreams) {
    this.cluster = cluster;
    ClusterPart broker = cluster.part(Cluster.BROKER);
    devices =
        Devices.connect(
            URI.create(broker.address()).getPort(),
            number -> datastreams.get(number % datastreams.size()),
            DEVICES,
            Instant.now());
  }

  /** Publishes for some seconds; returns the rate at which the gateways have stored everything. */
  double send(int seconds) throws IOException, InterruptedException {
    double before = stored();
    double sent = (double) PER_SECOND * seconds;
    long from = System.nanoTime();
    devices.pace(PER_SECOND, seconds, new RawPublisher.Acknowledgements());
    double now = stored();
    for (int polls = 0; now - before < sent; polls++) {
      if (polls == MOST_POLLS) {
        throw new IllegalStateException(
            "of %.0f messages %.0f were stored".formatted(sent, now - before));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      now = stored();
    }
    return sent * 1e9 / (System.nanoTime() - from);
  }

  /** By all gateways since their start. */
  private double stored() throws IOException, InterruptedException {
    double sum = 0;
    for (URI gateway : cluster.gateways()) {
      HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/metrics")).build();
      sum +=
          http.send(request, HttpResponse.BodyHandlers.ofLines())
              .body()
              .filter(line -> line.startsWith(STORED))
              .mapToDouble(line -> Double.parseDouble(line.substring(STORED.length())))
              .sum();
    }
    return sum;
  }

  @Override
  public void close() {
    devices.close();
    http.close();
  }
}
