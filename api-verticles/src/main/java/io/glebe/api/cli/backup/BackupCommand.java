package io.glebe.api.cli.backup;

import io.glebe.api.cli.DataFlag;
import io.glebe.api.cli.ExitCode;
import io.glebe.api.cli.TextTable;
import io.glebe.api.ops.BuildInfo;
import io.glebe.core.backup.Backup;
import io.glebe.core.backup.BackupFault;
import io.glebe.core.backup.BackupManifest;
import io.glebe.core.backup.Backups;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.infrastructure.StoreAddress;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code glebe backup TARGET}: copies the platform, lists the copies, or verifies one. */
@Command(
    name = "backup",
    description =
        "Copies records, cubes and attachments of a platform, which may run, to a folder or bucket."
            + " Only what the target does not have is written.",
    mixinStandardHelpOptions = true)
public final class BackupCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Parameters(
      paramLabel = "TARGET",
      description = "a folder, or s3://bucket/prefix?region=...&endpoint=...")
  private String target;

  @ArgGroup private @Nullable Mode mode;

  /** What to do instead of a backup. */
  static final class Mode {
    @Option(names = "--list", description = "print the backups of the target")
    private boolean list;

    @Option(names = "--verify", description = "read the newest backup and compare all checksums")
    private boolean verify;

    @Option(
        names = "--keep",
        paramLabel = "N",
        description = "after the backup, keep only the newest N backups")
    private @Nullable Integer keep;
  }

  @Override
  public Integer call() throws IOException {
    Mode chosen = mode == null ? new Mode() : mode;
    StoreAddress address = StoreAddress.ofArgument("TARGET", target);
    try (ObjectStore store = PlatformParts.store(address, data.settings())) {
      PrintWriter out = spec.commandLine().getOut();
      int code =
          chosen.list
              ? list(store, out)
              : chosen.verify ? verify(store, out) : make(store, out, chosen.keep);
      out.flush();
      return code;
    }
  }

  private int make(ObjectStore store, PrintWriter out, @Nullable Integer keep) throws IOException {
    if (keep != null && keep < 1) {
      throw new InvalidSettings("--keep needs a number from 1 on");
    }
    try (PlatformParts platform = PlatformParts.ofExisting(data.settings())) {
      Backup.Report report =
          new Backup(platform.parts(), store, BuildInfo.current().version())
              .run(Steps.to(spec.commandLine().getErr()));
      out.printf(
          "backup %s: %d rows, %d objects of %d bytes; %d bytes written%n",
          report.manifest().id(),
          report.manifest().rows(),
          report.manifest().objects(),
          report.manifest().bytes(),
          report.written());
    }
    if (keep != null) {
      out.printf("%d unused pieces removed%n", new Backups(store).keep(keep));
    }
    return 0;
  }

  private static int list(ObjectStore store, PrintWriter out) throws IOException {
    Backups backups = new Backups(store);
    TextTable table = new TextTable();
    table.row("backup", "version", "rows", "objects", "bytes");
    for (String id : backups.ids()) {
      BackupManifest one = backups.require(id);
      table.row(id, one.version(), "" + one.rows(), "" + one.objects(), "" + one.bytes());
    }
    table.print(out);
    return 0;
  }

  private static int verify(ObjectStore store, PrintWriter out) throws IOException {
    Backups backups = new Backups(store);
    BackupManifest newest =
        backups.newest().orElseThrow(() -> new BackupFault("the target has no backup"));
    List<String> faults = backups.verify(newest);
    faults.forEach(out::println);
    out.println(
        faults.isEmpty()
            ? "backup " + newest.id() + " is whole"
            : "backup "
                + newest.id()
                + " cannot be restored; remove the pieces and make a new one");
    return faults.isEmpty() ? 0 : ExitCode.FAILED;
  }
}
