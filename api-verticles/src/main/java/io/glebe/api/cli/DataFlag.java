package io.glebe.api.cli;

import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SettingsReader;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The flag that names the data folder, for commands that do not run the platform themselves. */
public final class DataFlag {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "folder of all data of the process")
  private String data;

  /** The given value, or null. */
  String text() {
    return data;
  }

  /** The data folder, from the flag, the environment or the default; absolute. */
  public Path folder() {
    return settings().dataDir();
  }

  /** The settings in force, from the flag, the environment and the file. */
  public Settings settings() {
    Map<String, String> flags =
        data == null ? Map.of() : Map.of(ProcessSettings.DATA_DIR.name(), data);
    return SettingsReader.read(System.getenv(), flags);
  }
}
