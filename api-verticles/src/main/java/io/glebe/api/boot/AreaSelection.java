package io.glebe.api.boot;

import io.glebe.api.alarm.AlarmVerticle;
import io.glebe.api.devidentity.DevelopmentIdentityVerticle;
import io.glebe.api.mqtt.MqttVerticle;
import io.glebe.api.registry.RegistryVerticle;
import io.glebe.api.sensors.SensorVerticle;
import io.glebe.api.service.ServicesVerticle;
import io.glebe.api.spatio.SpatioVerticle;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Nearest;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The API areas whose verticles this process deploys.
 *
 * @param names of the areas
 */
record AreaSelection(Set<String> names) {
  private static final String ALL = "all";
  private static final String ALWAYS = "ops";

  private static final List<String> NAMES =
      List.of(
          ALWAYS,
          DevelopmentIdentityVerticle.NAME,
          "identity",
          "console",
          "openapi",
          "farm",
          "partner",
          RegistryVerticle.NAME,
          ServicesVerticle.NAME,
          SensorVerticle.NAME,
          AlarmVerticle.NAME,
          "features",
          SpatioVerticle.NAME);

  /**
   * The areas that {@code GLEBE_AREAS} names; health and metrics are always among them.
   *
   * @throws InvalidSettings for a name that no area has in this profile
   */
  static AreaSelection of(Settings settings) {
    List<String> available = NAMES.stream().filter(name -> exists(name, settings)).toList();
    List<String> wanted = settings.get(ProcessSettings.AREAS);
    for (String name : wanted) {
      if (!name.equals(ALL) && !available.contains(name)) {
        throw new InvalidSettings(
            ProcessSettings.AREAS.name() + ": there is no area " + name + hint(name, available));
      }
    }
    Set<String> names =
        available.stream()
            .filter(name -> wanted.contains(ALL) || wanted.contains(name) || name.equals(ALWAYS))
            .collect(Collectors.toCollection(HashSet::new));
    if (names.contains(RegistryVerticle.NAME)
        && hasOwn(settings)
        && !names.contains(DevelopmentIdentityVerticle.NAME)) {
      throw new InvalidSettings(
          ProcessSettings.AREAS.name()
              + ": the area registry needs the area development-identity in its process");
    }
    if (names.contains(SensorVerticle.NAME)) {
      names.add(MqttVerticle.NAME); // the second interface of the same service
    }
    return new AreaSelection(Set.copyOf(names));
  }

  /** The app registry needs a provider with which it can register clients. */
  private static boolean exists(String name, Settings settings) {
    return switch (name) {
      case DevelopmentIdentityVerticle.NAME -> hasOwn(settings);
      case RegistryVerticle.NAME -> hasOwn(settings) || OutsideRegistration.isChosen(settings);
      case ServicesVerticle.NAME -> settings.get(ServiceSettings.REGISTRY);
      default -> true;
    };
  }

  /** The development identity needs the development profile without an outside provider. */
  private static boolean hasOwn(Settings settings) {
    return settings.development() && settings.get(IdentitySettings.IDENTITY_ISSUER).isEmpty();
  }

  private static String hint(String name, List<String> available) {
    String near = Nearest.hint(name, available);
    return near.isEmpty() ? "; there are " + String.join(", ", available) : near;
  }

  boolean includes(String area) {
    return names.contains(area);
  }
}
