package io.glebe.api.boot;

import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ListenHosts;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.DataFolderLock;
import io.glebe.core.database.Folders;
import java.io.IOException;

/** What would refuse a start after all, found before a database or anything else has started. */
final class StartCheck {
  private StartCheck() {}

  /**
   * Looks at who may reach the doors, at the areas, the data folder and the ports that the settings
   * name.
   *
   * @throws InvalidSettings for an area that there is not, and for a development profile that is
   *     open to others
   * @throws DataFolderLock.DataFolderInUse when a port is taken, probably by the process which
   *     works on the same folder
   * @throws IOException when the data folder cannot be written, or a port is taken by somebody else
   */
  static void of(Settings settings) throws IOException {
    ListenHosts.check(settings);
    AreaSelection.check(settings);
    Folders.makeWritable(settings.dataDir(), "--data");
    Folders.protect(settings.dataDir(), settings.get(StorageSettings.DATABASE_URL).isEmpty());
    try {
      HttpServers.check(settings);
      MqttServer.check(settings);
    } catch (IOException taken) {
      if (settings.get(StorageSettings.DATABASE_URL).isEmpty()) {
        DataFolderLock.take(settings.dataDir()).close();
      }
      throw taken;
    }
  }
}
