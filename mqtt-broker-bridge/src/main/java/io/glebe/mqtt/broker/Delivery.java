package io.glebe.mqtt.broker;

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
record Delivery(
    String topic, byte[] payload, Optional<DatastreamInfo> datastream, boolean retained) {

  /** Heap that it uses while it waits. */
  int bytes() {
    return payload.length + ByteBudget.OVERHEAD;
  }

  boolean isFor(Caller caller) {
    return datastream
        .map(
            source ->
                SensorAccess.may(
                    caller, SensorAccess.READ_OBSERVATIONS, source.farm(), source.owner()))
        .orElse(true);
  }
}
