package io.glebe.core.config;

import io.glebe.core.config.Settings.Origin;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the settings: defaults, then the file ({@code glebe.properties} in the data folder or
 * {@code GLEBE_CONFIG}), then the environment, then flags. Later sources override earlier ones. All
 * errors are collected and reported together.
 */
public final class SettingsReader {
  static final String PREFIX = "GLEBE_";
  static final String FILE_NAME = "glebe.properties";
  private static final String FILE_SUFFIX = "_FILE";
  private static final long MAX_SECRET_BYTES = 64 * 1024;

  private final Map<String, Setting<?>> known =
      AllSettings.list().stream().collect(Collectors.toMap(Setting::name, Function.identity()));
  private final List<String> faults = new ArrayList<>();

  private SettingsReader() {}

  /**
   * Returns the effective settings.
   *
   * @param environment the process environment; names without the prefix {@code GLEBE_} are ignored
   * @param flags setting name to text, from the command line
   * @throws InvalidSettings for unknown names, values that cannot be parsed or contradict each
   *     other, unreadable files
   */
  public static Settings read(Map<String, String> environment, Map<String, String> flags) {
    return new SettingsReader().all(environment, flags);
  }

  private Settings all(Map<String, String> environment, Map<String, String> flags) {
    Map<String, String> ours = new TreeMap<>(environment);
    ours.keySet().removeIf(name -> !name.startsWith(PREFIX));
    Map<String, String> fromEnvironment = resolve(ours, "the environment");
    Map<String, String> fromFlags = resolve(flags, "the command line");
    Map<String, String> fromFile = resolve(file(fromEnvironment, fromFlags), "the settings file");
    Settings settings = Settings.defaults();
    settings = apply(settings, fromFile, Origin.FILE);
    settings = apply(settings, fromEnvironment, Origin.ENVIRONMENT);
    settings = apply(settings, fromFlags, Origin.FLAG);
    faults.addAll(SensorSettings.contradictions(settings));
    faults.addAll(MqttShareSettings.contradictions(settings));
    if (!faults.isEmpty()) {
      throw new InvalidSettings(faults);
    }
    return settings;
  }

  /** Returns only known names; secrets are read from the files that NAME_FILE names. */
  private Map<String, String> resolve(Map<String, String> texts, String source) {
    Map<String, String> resolved = new LinkedHashMap<>();
    texts.forEach(
        (name, text) -> {
          if (known.containsKey(name)) {
            resolved.put(name, text);
          } else if (isSecretFile(name)) {
            secretFrom(name, text, texts, resolved);
          } else {
            faults.add(unknown(name, source));
          }
        });
    return resolved;
  }

  private boolean isSecretFile(String name) {
    Setting<?> setting = name.endsWith(FILE_SUFFIX) ? known.get(withoutSuffix(name)) : null;
    return setting != null && setting.secret();
  }

  private void secretFrom(
      String name, String path, Map<String, String> texts, Map<String, String> resolved) {
    String secret = withoutSuffix(name);
    if (texts.containsKey(secret)) {
      faults.add(secret + " and " + name + " are both set; set one of them");
      return;
    }
    try {
      Path file = Path.of(path);
      if (Files.size(file) > MAX_SECRET_BYTES) {
        faults.add(name + ": " + path + " is too large for a secret");
      } else {
        resolved.put(secret, Files.readString(file).strip());
      }
    } catch (IOException | IllegalArgumentException e) {
      faults.add(name + ": cannot read " + path);
    }
  }

  private static String withoutSuffix(String name) {
    return name.substring(0, name.length() - FILE_SUFFIX.length());
  }

  private String unknown(String name, String source) {
    return "unknown setting " + name + " in " + source + Nearest.hint(name, known.keySet());
  }

  private Map<String, String> file(Map<String, String> environment, Map<String, String> flags) {
    String named = chosen(ProcessSettings.CONFIG, environment, flags);
    String folder = chosen(ProcessSettings.DATA_DIR, environment, flags);
    try {
      Path path = named.isBlank() ? Path.of(folder, FILE_NAME) : Path.of(named);
      if (named.isBlank() && !Files.exists(path)) {
        return Map.of();
      }
      return properties(path);
    } catch (IllegalArgumentException e) {
      faults.add("the settings file has an impossible path: " + e.getMessage());
    } catch (IOException e) {
      faults.add("cannot read the settings file " + named + ": " + e.getMessage());
    }
    return Map.of();
  }

  private static String chosen(
      Setting<?> setting, Map<String, String> environment, Map<String, String> flags) {
    String fallback = environment.getOrDefault(setting.name(), setting.defaultText());
    return flags.getOrDefault(setting.name(), fallback);
  }

  private static Map<String, String> properties(Path path) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    }
    Map<String, String> texts = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(key -> texts.put(nameOf(key), properties.getProperty(key)));
    return texts;
  }

  /** The settings file also accepts short names, {@code http.port} for {@code GLEBE_HTTP_PORT}. */
  private static String nameOf(String key) {
    return key.startsWith(PREFIX)
        ? key
        : PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  private Settings apply(Settings settings, Map<String, String> texts, Origin origin) {
    Settings applied = settings;
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      try {
        Setting<?> setting = Objects.requireNonNull(known.get(entry.getKey()), entry.getKey());
        applied = applied.with(setting, entry.getValue(), origin);
      } catch (InvalidSettings e) {
        faults.add(e.getMessage());
      }
    }
    return applied;
  }
}
