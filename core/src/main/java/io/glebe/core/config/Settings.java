package io.glebe.core.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings in force: {@code settings.get(HttpSettings.HTTP_PORT)}. Immutable and thread-safe;
 * made by {@link SettingsReader} or, in tests, from {@link #defaults()} and {@link #with}.
 */
public final class Settings {
  /** Where a value comes from, weakest first. */
  public enum Origin {
    DEFAULT,
    FILE,
    ENVIRONMENT,
    FLAG
  }

  /** A value in force; {@code text} is what was written. */
  record Entry(String text, Object value, Origin origin) {}

  private static final Settings DEFAULTS = new Settings(defaultEntries());

  private final Map<Setting<?>, Entry> entries;

  private Settings(Map<Setting<?>, Entry> entries) {
    this.entries = entries;
  }

  public static Settings defaults() {
    return DEFAULTS;
  }

  private static Map<Setting<?>, Entry> defaultEntries() {
    Map<Setting<?>, Entry> entries = new LinkedHashMap<>();
    for (Setting<?> setting : AllSettings.list()) {
      String text = setting.defaultText();
      entries.put(setting, new Entry(text, setting.parser().apply(text), Origin.DEFAULT));
    }
    return entries;
  }

  /** The value in force. */
  @SuppressWarnings("unchecked") // an entry's value was made by the parser of its own setting
  public <T> T get(Setting<T> setting) {
    return (T) entry(setting).value();
  }

  public Origin origin(Setting<?> setting) {
    return entry(setting).origin();
  }

  /** The value as people may see it: secrets masked. */
  public String shown(Setting<?> setting) {
    String text = entry(setting).text();
    return setting.secret() && !text.isEmpty() ? "******" : text;
  }

  /**
   * The same settings with one value replaced.
   *
   * @throws InvalidSettings when the text does not parse
   */
  public Settings with(Setting<?> setting, String text) {
    return with(setting, text, Origin.FLAG);
  }

  Settings with(Setting<?> setting, String text, Origin origin) {
    Object value;
    try {
      value = setting.parser().apply(text);
    } catch (IllegalArgumentException e) {
      String shown = setting.secret() ? "the secret" : "\"" + text + "\"";
      throw new InvalidSettings(setting.name() + ": " + shown + " " + e.getMessage());
    }
    Map<Setting<?>, Entry> more = new LinkedHashMap<>(entries);
    more.put(setting, new Entry(text, value, origin));
    return new Settings(more);
  }

  /** The data folder, absolute. */
  public Path dataDir() {
    return get(ProcessSettings.DATA_DIR).toAbsolutePath().normalize();
  }

  public boolean development() {
    return get(ProcessSettings.PROFILE) == ProcessSettings.Profile.DEVELOPMENT;
  }

  /** All settings with values, in the order of declaration. */
  public List<Setting<?>> list() {
    return List.copyOf(entries.keySet());
  }

  private Entry entry(Setting<?> setting) {
    Entry entry = entries.get(setting);
    if (entry == null) {
      throw new IllegalArgumentException(setting.name() + " is not in the list of settings");
    }
    return entry;
  }
}
