package io.glebe.core.database.embedded;

import io.glebe.core.database.embedded.EmbeddedPostgres.Durability;
import io.glebe.core.folder.FileFault;
import io.glebe.core.folder.Folders;
import io.glebe.core.folder.ServerAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * Creates the files of a new database cluster with initdb and a random password. They are created
 * in a temporary folder and then renamed, so that an interrupted start leaves no incomplete
 * cluster. Call only while holding the folder's lock.
 */
final class NewDatabaseFiles {
  static final String BESIDE = "postgres-new-";
  private static final String PASSWORD_FILE = "glebe.password";
  private static final int PASSWORD_BYTES = 24;

  private final Path folder;
  private final ServerAccount account;
  private final Durability durability;

  NewDatabaseFiles(Path folder, ServerAccount account, Durability durability) {
    this.folder = folder;
    this.account = account;
    this.durability = durability;
  }

  /** Removes the temporary files of interrupted starts from the data folder. */
  static void clearLeftOvers(Path data) throws IOException {
    for (Path left : Folders.beginningWith(data, BESIDE)) {
      Folders.delete(left);
    }
  }

  /** Returns the password of the cluster in this folder. */
  static String password(Path files) throws IOException {
    return Files.readString(files.resolve(PASSWORD_FILE)).strip();
  }

  /** Creates the cluster. */
  void make(Path files) throws IOException {
    Path data = Objects.requireNonNull(files.getParent(), "the cluster is in the data folder");
    try {
      Path temporary =
          Files.createTempDirectory(
              data, BESIDE, PosixFilePermissions.asFileAttribute(Folders.PRIVATE));
      Path password =
          Files.createTempFile(
              data,
              BESIDE,
              ".password",
              PosixFilePermissions.asFileAttribute(Folders.PRIVATE_FILE));
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      Files.writeString(password, HexFormat.of().formatHex(random));
      account.own(temporary);
      account.own(password);
      run(account.server(initdb(temporary, password))); // stops when this process ends
      Files.move(password, temporary.resolve(PASSWORD_FILE));
      Files.move(temporary, files, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw e instanceof FileFault
          ? e
          : new FileFault(
              data + ": the database files cannot be created: " + FileFault.reason(e), e);
    } finally {
      clearLeftOvers(data);
    }
  }

  private List<String> initdb(Path target, Path passwordFile) {
    List<String> command =
        new ArrayList<>(
            List.of(
                folder.resolve("bin/initdb").toString(),
                "-D",
                target.toString(),
                "-U",
                EmbeddedPostgres.USER,
                "-A",
                "scram-sha-256",
                "--pwfile",
                passwordFile.toString(),
                "-E",
                "UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "-c",
                "scram_iterations=1")); // key stretching would only delay each connection
    if (durability == Durability.NONE) {
      command.add("--no-sync");
    }
    return command;
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(ProgramOutput.of(words.lines().toList()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the database files were created", e);
    }
  }
}
