package io.glebe.core.database;

import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where unpacked programs are kept, shared by all data folders of a user. */
public final class CacheFolder {
  private CacheFolder() {}

  /**
   * What the setting says; else the user's cache folder; else, where that cannot be written, the
   * data folder.
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

  /** {@code $XDG_CACHE_HOME/glebe} or {@code ~/.cache/glebe}. */
  public static Path ofUser() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute) // as the specification of these folders says
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("glebe")
        .toAbsolutePath();
  }

  /** Java says "?" for the home of an account that has none. */
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
