package io.glebe.core.folder;

import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder for unpacked programs, shared by all data folders of a user. */
public final class CacheFolder {
  private CacheFolder() {}

  /**
   * Returns the folder of the setting. Without the setting, returns the user's cache folder, or the
   * data folder's own cache when the user's cache folder is not writable.
   */
  public static Path of(Settings settings) {
    Optional<Path> chosen =
        settings.get(ProcessSettings.CACHE_DIR).map(Path::of).map(Path::toAbsolutePath);
    if (chosen.isPresent()) {
      return chosen.get();
    }
    Path user = ofUser();
    return hasHome() && writable(user) ? user : settings.dataDir().resolve("cache");
  }

  /** Returns {@code $XDG_CACHE_HOME/glebe} or {@code ~/.cache/glebe}. */
  public static Path ofUser() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute) // required by the XDG specification
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("glebe")
        .toAbsolutePath();
  }

  /** Java returns "?" as the home of an account without a home folder. */
  private static boolean hasHome() {
    return System.getenv("XDG_CACHE_HOME") != null
        || Path.of(System.getProperty("user.home")).isAbsolute();
  }

  private static boolean writable(Path folder) {
    Path at = folder;
    while (at != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at != null && Files.isDirectory(at) && Files.isWritable(at);
  }
}
