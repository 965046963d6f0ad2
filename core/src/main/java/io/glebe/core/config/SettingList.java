package io.glebe.core.config;

import java.util.ArrayList;
import java.util.List;

/** Collects the settings of one area in the order of their declaration. Used by one thread. */
final class SettingList {
  private final List<Setting<?>> settings = new ArrayList<>();

  /** Adds the setting and returns it. */
  <T> Setting<T> add(Setting<T> setting) {
    settings.add(setting);
    return setting;
  }

  /** Returns all settings added so far. */
  List<Setting<?>> all() {
    return List.copyOf(settings);
  }
}
