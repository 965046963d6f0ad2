package io.glebe.core.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the process: profile, folders, areas, logs. */
public final class ProcessSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Profile> PROFILE =
      LIST.add(
          Setting.choice(
              "GLEBE_PROFILE",
              Profile.DEVELOPMENT,
              "development brings stand-ins for identity and partner; production refuses them"));

  public static final Setting<Path> DATA_DIR =
      LIST.add(Setting.path("GLEBE_DATA_DIR", "./data", "folder of all data of the process"));

  public static final Setting<Optional<String>> CONFIG =
      LIST.add(
          Setting.optional(
              "GLEBE_CONFIG", "settings file; default glebe.properties in the data folder"));

  public static final Setting<Optional<String>> CACHE_DIR =
      LIST.add(
          Setting.optional(
              "GLEBE_CACHE_DIR", "folder for unpacked programs; default the user's cache folder"));

  public static final Setting<Boolean> SAMPLE =
      LIST.add(Setting.flag("GLEBE_SAMPLE", true, "load the sample farm into a new data folder"));

  public static final Setting<List<String>> AREAS =
      LIST.add(
          Setting.list(
              "GLEBE_AREAS",
              "all",
              "API areas of this process: all, or some of identity, console, openapi, farm, partner,"
                  + " sensors (with MQTT), features, spatio; health and metrics (ops) are always"
                  + " served"));

  public static final Setting<Optional<String>> JVM_OPTS =
      LIST.add(
          Setting.optional(
              "GLEBE_JVM_OPTS", "more options for the Java process, used by the launcher"));

  public static final Setting<Optional<String>> SHARED_DATA =
      LIST.add(
          Setting.optional(
              "GLEBE_SHARED_DATA", "folder of shared sample data, used by tests and benchmarks"));

  public static final Setting<LogFormat> LOG_FORMAT =
      LIST.add(
          Setting.choice(
              "GLEBE_LOG_FORMAT",
              LogFormat.TEXT,
              "log lines for people or one JSON object per line"));

  public static final Setting<LogLevel> LOG_LEVEL =
      LIST.add(
          Setting.choice(
              "GLEBE_LOG_LEVEL", LogLevel.INFO, "least severe log line that is written"));

  public static final Setting<Long> LOG_FILE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_LOG_FILE_BYTES",
              "10M",
              "size at which the log file in the data folder is followed by a new one; 0 writes no"
                  + " file"));

  public static final Setting<Integer> LOG_FILES =
      LIST.add(
          Setting.integer(
              "GLEBE_LOG_FILES", 4, 1, 20, "full log files that are kept beside the current one"));

  public static final Setting<Duration> STALL_LIMIT =
      LIST.add(
          Setting.duration(
              "GLEBE_STALL_LIMIT",
              "10s",
              "time after which an event loop that executes nothing, or a listener that accepts"
                  + " nothing, makes /health/live and /health/ready answer 503"));

  public static final Setting<Duration> STALL_EXIT =
      LIST.add(
          Setting.duration(
              "GLEBE_STALL_EXIT",
              "60s",
              "time after which the process then ends with code 5, so that a supervisor starts it"
                  + " again; 0s never ends it"));

  public static final Setting<Duration> STOP_LIMIT =
      LIST.add(
          Setting.duration(
              "GLEBE_STOP_LIMIT",
              "3m",
              "maximum time of a stop, GLEBE_DRAIN_TIMEOUT included; after it the process ends with"
                  + " code 1"));

  public static final Setting<Optional<String>> HEAP_DUMP =
      LIST.add(
          Setting.optional(
              "GLEBE_HEAP_DUMP",
              "folder for a dump of the heap, which contains personal data and tokens, when the"
                  + " process ends by itself; default none"));

  private ProcessSettings() {}

  /**
   * The purpose of the process. Substitutes such as the development identity and the sandbox
   * partner exist only in development.
   */
  public enum Profile {
    DEVELOPMENT,
    PRODUCTION
  }

  /** The format of log lines. */
  public enum LogFormat {
    TEXT,
    JSON
  }

  /** Severities of log lines. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
