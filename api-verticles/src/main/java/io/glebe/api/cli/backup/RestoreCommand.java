package io.glebe.api.cli.backup;

import io.glebe.api.cli.DataFlag;
import io.glebe.core.backup.BackupFault;
import io.glebe.core.backup.BackupManifest;
import io.glebe.core.backup.Backups;
import io.glebe.core.backup.Restore;
import io.glebe.core.infrastructure.StoreAddress;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code glebe restore SOURCE}: fills an empty platform from a backup. */
@Command(
    name = "restore",
    description =
        "Fills an empty platform, which does not run, from a backup. An interrupted restore can be"
            + " repeated.",
    mixinStandardHelpOptions = true)
public final class RestoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Parameters(
      paramLabel = "SOURCE",
      description = "a folder, or s3://bucket/prefix?region=...&endpoint=...")
  private String source;

  @Option(
      names = "--backup",
      paramLabel = "ID",
      description = "the backup to restore; default the newest")
  private @Nullable String id;

  @Override
  public Integer call() throws IOException {
    StoreAddress address = StoreAddress.ofArgument("SOURCE", source);
    try (ObjectStore store = PlatformParts.store(address, data.settings())) {
      Backups backups = new Backups(store);
      BackupManifest manifest =
          id == null
              ? backups
                  .newest()
                  .orElseThrow(() -> new BackupFault("there is no backup in " + source))
              : backups.require(id);
      try (PlatformParts platform = PlatformParts.ofNew(data.settings())) {
        new Restore(platform.parts(), store).run(manifest, Steps.to(spec.commandLine().getErr()));
      }
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          "restored backup %s: %d rows, %d objects%n",
          manifest.id(), manifest.rows(), manifest.objects());
      out.flush();
      return 0;
    }
  }
}
