package io.glebe.mqtt.message;

import io.glebe.core.access.Caller;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.observation.DatastreamInfo;
import io.glebe.mqtt.limit.ByteBudget;
import java.util.Optional;

/**
 * A message for subscribers; its payload is shared by all of them and never modified.
 *
 * @param datastream only readers of this datastream may receive it; empty for a message without
 *     restrictions
 * @param retained whether the value is older than the subscription
 */
public record Delivery(
    String topic, byte[] payload, Optional<DatastreamInfo> datastream, boolean retained) {

  /** Heap that it uses while it waits. */
  public int bytes() {
    return payload.length + ByteBudget.OVERHEAD;
  }

  /** Returns whether the caller may receive it. */
  public boolean isFor(Caller caller) {
    return datastream
        .map(
            source ->
                SensorAccess.may(
                    caller, SensorAccess.READ_OBSERVATIONS, source.farm(), source.owner()))
        .orElse(true);
  }
}
