package io.glebe.bench.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A long run: 1,000 connections send at a constant rate. Every ten seconds, a line reports the
 * acknowledged observations, their latency and the memory of the process, which includes the
 * devices. At the end the run counts the stored observations.
 *
 * <p>{@code SoakLoad [seconds [observations a second]]}; default 300 and 10,000.
 */
public final class SoakLoad {
  private static final Logger LOG = LoggerFactory.getLogger(SoakLoad.class);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int CONNECTIONS = 1_000;
  private static final int STRETCH_SECONDS = 10;

  private SoakLoad() {}

  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 300;
    int perSecond = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
    try (MqttStage stage = MqttStage.open();
        Devices devices = Devices.connect(stage, CONNECTIONS, START)) {
      long acknowledged = 0;
      for (int done = 0; done < seconds; done += STRETCH_SECONDS) {
        RawPublisher.Acknowledgements acknowledgements = new RawPublisher.Acknowledgements();
        long from = System.nanoTime();
        devices.pace(perSecond, STRETCH_SECONDS, acknowledgements);
        acknowledged += acknowledgements.acknowledged().sum();
        report(done + STRETCH_SECONDS, acknowledgements, acknowledged, System.nanoTime() - from);
      }
      LOG.info(
          String.format(
              Locale.ROOT,
              "%,d connections over %d s: %,d acknowledged, %,d stored",
              CONNECTIONS,
              seconds,
              acknowledged,
              stage.stored()));
    }
  }

  private static void report(
      int second, RawPublisher.Acknowledgements acknowledgements, long all, long nanos)
      throws IOException {
    LOG.info(
        String.format(
            Locale.ROOT,
            "second %d: %,.0f/s, acknowledged in %.1f ms (median), %.1f ms (p99); %,d in all; heap"
                + " after collection %d MB, resident %d MB",
            second,
            acknowledgements.acknowledged().sum() * (double) TimeUnit.SECONDS.toNanos(1) / nanos,
            acknowledgements.millis(0.5),
            acknowledgements.millis(0.99),
            all,
            heapMegabytes(),
            Peer.residentMegabytes(ProcessHandle.current())));
  }

  /** Heap in use after the last garbage collections; this method starts no collection. */
  private static long heapMegabytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .map(MemoryPoolMXBean::getCollectionUsage)
            .filter(Objects::nonNull)
            .mapToLong(MemoryUsage::getUsed)
            .sum()
        >> 20;
  }
}
