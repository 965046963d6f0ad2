package io.glebe.core.sensor.observation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.sensor.model.TimeSpan;
import io.glebe.zarr.digest.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An observation as it is sent: {@code Observation.of(result, time)}, or {@link ObservationBody}
 * for external JSON.
 *
 * <p>Two observations of one datastream are identical when phenomenon time (start and end), result
 * and client key are equal; an identical observation sent twice is stored once. A client that means
 * two equal values at one instant distinguishes them by a key of its own.
 *
 * @param time the observed instant or the start of the observed period
 * @param end end of the period
 * @param resultTime when the result was produced
 * @param result any JSON value
 * @param resultQuality any JSON value
 * @param valid the period in which the result may be used
 * @param parameters further information about the observation
 * @param feature id of the feature of interest; if absent, that of the thing's location is used
 * @param clientKey distinguishes observations that are otherwise equal; not stored itself
 */
public record Observation(
    Instant time,
    Optional<Instant> end,
    Optional<Instant> resultTime,
    JsonNode result,
    Optional<JsonNode> resultQuality,
    Optional<TimeSpan> valid,
    Optional<ObjectNode> parameters,
    OptionalLong feature,
    Optional<String> clientKey) {

  /** Returns an observation of a value at an instant. */
  public static Observation of(JsonNode result, Instant time) {
    return new Observation(
        time,
        Optional.empty(),
        Optional.empty(),
        result,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  /** Returns the same observation with another feature of interest. */
  public Observation about(OptionalLong other) {
    return new Observation(
        time, end, resultTime, result, resultQuality, valid, parameters, other, clientKey);
  }

  /**
   * Returns 64 bits of SHA-256 over the values that identify an observation, except the start time.
   */
  long digest() {
    MessageDigest sha = Sha256.start();
    add(sha, end.map(Instant::toString).orElse(""));
    add(sha, canonicalResult());
    add(sha, clientKey.orElse(""));
    return ByteBuffer.wrap(sha.digest()).getLong();
  }

  private String canonicalResult() {
    return result.isNumber()
        ? result.decimalValue().stripTrailingZeros().toString()
        : result.toString();
  }

  private static void add(MessageDigest sha, String part) {
    sha.update(part.getBytes(StandardCharsets.UTF_8));
    sha.update((byte) 0);
  }
}
