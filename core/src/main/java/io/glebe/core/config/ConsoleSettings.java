package io.glebe.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the console. */
public final class ConsoleSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Duration> CONSOLE_SESSION =
      LIST.add(
          Setting.duration(
              "GLEBE_CONSOLE_SESSION", "8h", "life of a sign-in at the console without a request"));

  public static final Setting<String> CONSOLE_CLIENT =
      LIST.add(
          Setting.text(
              "GLEBE_CONSOLE_CLIENT",
              "glebe-console",
              "client id of the console at the identity provider"));

  public static final Setting<Optional<String>> CONSOLE_KEY =
      LIST.add(
          Setting.secret(
              "GLEBE_CONSOLE_KEY",
              "",
              "private JWK by which the console proves itself (private_key_jwt); default a public"
                  + " client with PKCE"));

  public static final Setting<Optional<String>> BASEMAP =
      LIST.add(
          Setting.optional(
              "GLEBE_BASEMAP",
              "base map of the console: a template of raster tiles (https://.../{z}/{x}/{y}.png),"
                  + " or a PMTiles archive of raster tiles as URL or file; default outlines of"
                  + " countries"));

  public static final Setting<Optional<String>> BASEMAP_ATTRIBUTION =
      LIST.add(
          Setting.optional(
              "GLEBE_BASEMAP_ATTRIBUTION", "words that the console shows on this base map"));

  private ConsoleSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
