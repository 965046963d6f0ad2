package io.glebe.api.cli.load.scenario;

import io.glebe.zarr.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** The actions of one or several scenarios in the order of their times. */
public final class ArrivalSequence {
  /** Hexadecimal digits of {@link #sequence} that are shown. */
  private static final int SHOWN = 16;

  private final List<Stream> streams;
  private final MessageDigest sequence;

  /** A scenario with its times. */
  public record Stream(Scenario scenario, ArrivalSchedule schedule) {}

  /** An action and its time in nanoseconds since the start. */
  public record Arrival(long atNanos, List<LoadRequest> requests) {}

  public ArrivalSequence(List<Stream> streams) {
    this.streams = List.copyOf(streams);
    this.sequence = Sha256.start();
  }

  /** Nanoseconds since the start at which the next action begins. */
  public long due() {
    return earliest().schedule().due();
  }

  private Stream earliest() {
    return streams.stream().min(Comparator.comparingLong(s -> s.schedule().due())).orElseThrow();
  }

  /** The next action. */
  public Arrival next() {
    Stream stream = earliest();
    long at = stream.schedule().due();
    List<LoadRequest> requests = stream.scenario().next(at);
    stream.schedule().advance(requests.size());
    for (LoadRequest request : requests) {
      sequence.update((at + " " + request.line() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return new Arrival(at, requests);
  }

  /** Fingerprint of all actions so far with their times. Runs with the same one sent the same. */
  public String sequence() {
    byte[] copy;
    try {
      copy = ((MessageDigest) sequence.clone()).digest();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
    return HexFormat.of().formatHex(copy).substring(0, SHOWN);
  }
}
