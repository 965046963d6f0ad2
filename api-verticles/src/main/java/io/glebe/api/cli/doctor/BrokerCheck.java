package io.glebe.api.cli.doctor;

import io.glebe.core.config.Settings;
import io.glebe.mqtt.bridge.OutsideBroker;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The outside MQTT broker, where the settings name one. */
final class BrokerCheck implements PartCheck {
  static final String PART = "broker";

  @Override
  public List<Finding> of(Settings settings) throws IOException {
    Optional<OutsideBroker> broker = OutsideBroker.of(settings);
    if (broker.isEmpty()) {
      return List.of(Finding.ok(PART, "the endpoint of this process"));
    }
    broker.get().check();
    return List.of(
        Finding.ok(
            PART, "%s:%d accepts the login".formatted(broker.get().host(), broker.get().port())));
  }
}
