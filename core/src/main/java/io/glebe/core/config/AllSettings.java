package io.glebe.core.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * The list of all settings. Declare a new setting as a constant in the class of its area, for
 * example {@link HttpSettings}.
 */
public final class AllSettings {
  private static final List<Setting<?>> LIST =
      Stream.of(
              ProcessSettings.list(),
              HttpSettings.list(),
              ConnectionSettings.list(),
              MemorySettings.list(),
              StorageSettings.list(),
              FaultSettings.list(),
              TraceSettings.list(),
              SpatioSettings.list(),
              JobSettings.list(),
              IdentitySettings.list(),
              ServiceSettings.list(),
              ViewerSettings.list(),
              ConsoleSettings.list(),
              RecordSettings.list(),
              SensorSettings.list(),
              MqttShareSettings.list(),
              ObservationSettings.list(),
              AlarmSettings.list(),
              PartnerSettings.list())
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private AllSettings() {}

  /** Returns all settings by area, in the order of declaration. */
  public static List<Setting<?>> list() {
    return LIST;
  }
}
