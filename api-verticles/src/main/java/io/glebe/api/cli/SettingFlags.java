package io.glebe.api.cli;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SettingsReader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of settings; they have the highest priority of all origins. */
public final class SettingFlags {
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "port of the HTTP server; 0 picks free ports")
  private @Nullable String port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "address the HTTP server listens on; beyond the loopback interface, the development"
              + " profile needs GLEBE_DEV_EXPOSE=true")
  private @Nullable String host;

  @Mixin private DataFlag data;

  @Option(names = "--no-sample", description = "do not load the sample farm")
  private boolean noSample;

  @Option(names = "--areas", paramLabel = "A,B", description = "API areas to serve")
  private @Nullable String areas;

  /** The settings in force, from these flags, the environment and the file. */
  public Settings settings() {
    Map<String, String> flags = new LinkedHashMap<>();
    put(flags, HttpSettings.HTTP_PORT.name(), port);
    put(flags, HttpSettings.HTTP_HOST.name(), host);
    put(flags, ProcessSettings.DATA_DIR.name(), data.text());
    put(flags, ProcessSettings.AREAS.name(), areas);
    put(flags, ProcessSettings.SAMPLE.name(), noSample ? "false" : null);
    return SettingsReader.read(System.getenv(), flags);
  }

  private static void put(Map<String, String> flags, String name, @Nullable String text) {
    if (text != null) {
      flags.put(name, text);
    }
  }
}
