package io.glebe.api.boot;

import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.MemoryShares;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.config.listen.CertificateFiles;
import io.glebe.core.config.listen.ListenHosts;
import io.glebe.core.folder.DataFolderLock;
import io.glebe.core.folder.Folders;
import java.io.IOException;

/** Checks the conditions of a successful start before the database and all other parts start. */
final class StartCheck {
  private StartCheck() {}

  /**
   * Checks hosts, memory, data folder, certificates and ports.
   *
   * @return the ports, reserved for this process
   * @throws InvalidSettings for an invalid certificate, budgets that exceed the heap, and for a
   *     development profile that is open to others
   * @throws DataFolderLock.DataFolderInUse when a port is taken, probably by the process which
   *     works on the same folder
   * @throws IOException when the data folder cannot be written, or another process has a port
   */
  static ReservedPorts of(Settings settings, AreaSelection areas) throws IOException {
    ListenHosts.check(settings);
    MemoryShares.check(settings, Runtime.getRuntime().maxMemory());
    Folders.makeWritable(settings.dataDir(), "--data");
    boolean embedded = settings.get(StorageSettings.DATABASE_URL).isEmpty();
    Folders.protect(settings.dataDir(), embedded);
    CertificateFiles.http(settings).ifPresent(CertificateFiles::read);
    CertificateFiles.mqtt(settings).ifPresent(CertificateFiles::read);
    try {
      return ReservedPorts.of(settings, areas);
    } catch (IOException taken) {
      if (embedded) {
        DataFolderLock.take(settings.dataDir()).close();
      }
      throw taken;
    }
  }
}
