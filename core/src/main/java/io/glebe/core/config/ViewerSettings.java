package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/** Settings of tokens for viewers and of public collections. */
public final class ViewerSettings {
  /** Maximum number of tokens in a list. */
  public static final int MAX_LISTED = 1000;

  private static final SettingList LIST = new SettingList();

  public static final Setting<Integer> TOKENS =
      LIST.add(
          Setting.integer(
              "GLEBE_VIEWER_TOKENS",
              100,
              1,
              MAX_LISTED,
              "valid tokens for viewers that one person has made; 409 for more"));

  public static final Setting<Integer> COLLECTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_VIEWER_TOKEN_COLLECTIONS",
              50,
              1,
              1000,
              "most collections of a token for viewers"));

  public static final Setting<Duration> LONGEST =
      LIST.add(
          Setting.duration(
              "GLEBE_VIEWER_TOKEN_LIFE",
              "90d",
              "1m",
              "3660d",
              "longest validity of a token for viewers, also of one without a chosen end"));

  public static final Setting<Duration> SHARED_AGE =
      LIST.add(
          Setting.duration(
              "GLEBE_PUBLIC_CACHE",
              "10m",
              "0s",
              "1d",
              "time for which shared caches may keep pictures of public collections"));

  private ViewerSettings() {}

  /** Cache-Control of pictures that everybody may see. */
  public static String sharedCaching(Settings settings) {
    return "public, max-age=" + settings.get(SHARED_AGE).toSeconds();
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
