package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of limits has every setting that is a limit, with its default. */
class LimitsPageTest {
  private static final Path PAGE = Path.of("../docs/limits.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(GLEBE_[A-Z0-9_]+)` \\| `([^`]*)` \\| ([^|]+) \\| ([^|]*) \\|$");

  /** Quantities that clients do not meet as a limit: ports, sizes of caches, times of storage. */
  private static final Set<Setting<?>> NO_LIMITS =
      Set.of(
          HttpSettings.HTTP_PORT,
          HttpSettings.HTTP_LOOPS,
          HttpSettings.CERTIFICATE_INTERVAL,
          HttpSettings.KNOWN_ADDRESSES,
          HttpSettings.SLOW_REQUEST,
          StorageSettings.SLOW_STATEMENT,
          StorageSettings.CHUNK_DISK_BYTES,
          StorageSettings.STORE_HEDGE_AFTER,
          StorageSettings.STORE_CONNECT,
          StorageSettings.STORE_PART_BYTES,
          ProcessSettings.LOG_FILE_BYTES,
          ProcessSettings.LOG_FILES,
          ProcessSettings.STALL_LIMIT,
          ProcessSettings.STALL_EXIT,
          ProcessSettings.STOP_LIMIT,
          SpatioSettings.CHUNK_CACHE_BYTES,
          SpatioSettings.CUBE_RETENTION,
          SpatioSettings.TILE_CACHE_BYTES,
          SpatioSettings.VECTOR_TILE_CACHE_BYTES,
          SpatioSettings.SHAPE_CACHE_BYTES,
          JobSettings.JOB_RETENTION,
          IdentitySettings.IDENTITY_SKEW,
          IdentitySettings.IDENTITY_KEY_INTERVAL,
          IdentitySettings.IDENTITY_KEY_AGE,
          IdentitySettings.IDENTITY_TOKENS,
          IdentitySettings.IDENTITY_SIGN_IN_INTERVAL,
          ConsoleSettings.CONSOLE_SESSION,
          RecordSettings.VOCABULARY_BYTES,
          RecordSettings.VOCABULARY_RATIO,
          FaultSettings.GRANTS_AGE,
          FaultSettings.STORE_INTERVAL,
          FaultSettings.STOP_DELAY,
          SensorSettings.MQTT_BROKER_SESSION,
          SensorSettings.MQTT_BROKER_SILENCE,
          SensorSettings.MQTTS_PORT,
          SensorSettings.MQTT_PORT,
          AlarmSettings.INTERVAL,
          AlarmSettings.DATASTREAMS,
          AlarmSettings.EVENT_DAYS,
          AlarmSettings.FIRST_PAUSE,
          ObservationSettings.SENSOR_RETENTION_DAYS,
          ObservationSettings.SENSOR_AGGREGATE_DAYS,
          PartnerSettings.PARTNER_TIMEOUT);

  private static Map<String, String> table() throws IOException {
    Map<String, String> defaults = new LinkedHashMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        assertThat(defaults.put(row.group(1), row.group(2))).as(row.group(1)).isNull();
      }
    }
    return defaults;
  }

  private static boolean isQuantity(Setting<?> setting) {
    return setting.type().startsWith("whole number")
        || setting.type().startsWith("bytes")
        || setting.type().startsWith("duration");
  }

  @Test
  void everyLimitIsInTheTableWithItsDefault() throws IOException {
    Map<String, String> table = table();
    Set<String> missing = new TreeSet<>();
    for (Setting<?> setting : AllSettings.list()) {
      if (isQuantity(setting) && !NO_LIMITS.contains(setting)) {
        if (!setting.defaultText().equals(table.get(setting.name()))) {
          missing.add(setting.name() + "=" + setting.defaultText());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  /** The row behind such a limit begins with "of these, of one caller", or of one service. */
  @Test
  void aLimitOfAllCallersTogetherDoesNotAnswer429() throws IOException {
    Map<String, String> wrong = new LinkedHashMap<>();
    String name = "";
    String refusal = "";
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        boolean isShare = row.group(3).matches("of these, of one (caller|service).*");
        if (isShare && refusal.startsWith("429")) {
          wrong.put(name, refusal);
        }
        name = row.group(1);
        refusal = isShare ? "" : row.group(4);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyRowIsASetting() throws IOException {
    List<String> names = AllSettings.list().stream().map(Setting::name).toList();
    assertThat(table().keySet()).isNotEmpty().isSubsetOf(names);
  }

  @Test
  void whatIsNoLimitIsNotInTheTable() throws IOException {
    assertThat(table().keySet())
        .doesNotContainAnyElementsOf(
            NO_LIMITS.stream().map(Setting::name).collect(Collectors.toSet()));
  }
}
