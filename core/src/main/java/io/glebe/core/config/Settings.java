package io.glebe.core.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The effective settings: {@code settings.get(HttpSettings.HTTP_PORT)}. Immutable and thread-safe;
 * created by {@link SettingsReader} or, in tests, from {@link #defaults()} and {@link #with}.
 */
public final class Settings {
  /** The source of a value, in order of increasing precedence. */
  public enum Origin {
    DEFAULT,
    FILE,
    ENVIRONMENT,
    FLAG
  }

  /** An effective value; {@code text} is the original text. */
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

  /** Returns the effective value. */
  @SuppressWarnings("unchecked") // the parser of the same setting created the value
  public <T> T get(Setting<T> setting) {
    return (T) entry(setting).value();
  }

  public Origin origin(Setting<?> setting) {
    return entry(setting).origin();
  }

  /** Returns the value for display, with secrets masked. */
  public String shown(Setting<?> setting) {
    String text = entry(setting).text();
    return setting.secret() && !text.isEmpty() ? "******" : text;
  }

  /**
   * Returns the same settings with one value replaced.
   *
   * @throws InvalidSettings when the text cannot be parsed
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

  /** Returns the absolute path of the data folder. */
  public Path dataDir() {
    return get(ProcessSettings.DATA_DIR).toAbsolutePath().normalize();
  }

  public boolean development() {
    return get(ProcessSettings.PROFILE) == ProcessSettings.Profile.DEVELOPMENT;
  }

  /** Returns all settings with values, in the order of declaration. */
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
