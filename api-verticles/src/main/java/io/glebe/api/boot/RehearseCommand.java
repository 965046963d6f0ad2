package io.glebe.api.boot;

import io.glebe.core.config.AllSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code glebe rehearse}: the platform with its sample on a folder that is thrown away, asked what
 * users ask most. The build runs it once with {@code -XX:AOTCacheOutput}: classes that are loaded
 * and linked, and what was learned of their methods (JEP 483, 515), make every later start fast.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Runs the platform for a moment so that the JVM learns what later starts need.")
final class RehearseCommand implements Callable<Integer> {
  private static final int ROUNDS = 150;

  @Override
  public Integer call() throws Exception {
    Path folder = Files.createTempDirectory("glebe-rehearsal-");
    Settings settings =
        Settings.defaults()
            .with(AllSettings.DATA_DIR, folder.toString())
            .with(AllSettings.HTTP_HOST, "127.0.0.1")
            .with(AllSettings.HTTP_PORT, "0")
            .with(AllSettings.MQTT_PORT, "0")
            .with(AllSettings.MQTTS_PORT, "0");
    System.setProperty(AllSettings.LOG_LEVEL.name(), "WARN");
    try (Platform platform = Platform.start(settings)) {
      String address = platform.address();
      String token = settings.get(AllSettings.DEV_TOKEN).orElseThrow();
      new Rehearsal(address, PlatformCall.developmentToken(address), token).run(ROUNDS);
    } finally {
      Folders.delete(folder);
    }
    return 0;
  }
}
