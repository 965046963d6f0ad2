package io.glebe.api.cli.load;

import io.glebe.api.cli.access.UserFlag;
import io.glebe.api.cli.load.client.AccessTokens;
import io.glebe.api.cli.load.scenario.Audience;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that say where the access tokens of a run come from. */
final class TokenFlags {
  private static final String VARIABLE = "LOAD_TOKEN";

  @Mixin private UserFlag user;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with an access token; it is read again every minute")
  private @Nullable Path all;

  @Option(
      names = "--spatio-token-file",
      paramLabel = "FILE",
      description = "file with the token for the spatio-temporal API, if it is another one")
  private @Nullable Path spatio;

  @Option(
      names = "--sensor-token-file",
      paramLabel = "FILE",
      description = "file with the token for the sensor service, if it is another one")
  private @Nullable Path sensor;

  AccessTokens tokens() {
    Map<Audience, Path> files = new EnumMap<>(Audience.class);
    put(files, Audience.FARM, all);
    put(files, Audience.SPATIO, spatio == null ? all : spatio);
    put(files, Audience.SENSOR, sensor == null ? all : sensor);
    Optional<String> given =
        Optional.ofNullable(System.getenv(VARIABLE)).map(String::strip).filter(s -> !s.isEmpty());
    return new AccessTokens(files, given, user.name());
  }

  private static void put(Map<Audience, Path> files, Audience audience, @Nullable Path file) {
    if (file != null) {
      files.put(audience, file);
    }
  }
}
