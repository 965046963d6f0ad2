package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.fixture.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A start that cannot succeed prints one line with the reason, ends with its exit code and leaves
 * nothing behind.
 */
class StartFaultTest {
  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  /** Starts only the areas that need no further ports. */
  private Glebe.CommandResult start(Path data, String... more) {
    List<String> args =
        new java.util.ArrayList<>(
            List.of("run", "--port", "0", "--areas", "ops", "--data", data.toString()));
    args.addAll(List.of(more));
    return Glebe.run(args.toArray(String[]::new));
  }

  private Glebe.CommandResult withDatabase(String url) throws IOException {
    Files.createDirectories(data());
    Files.writeString(data().resolve("glebe.properties"), "database.url=" + url);
    return start(data());
  }

  private static void assertOneLine(Glebe.CommandResult output, String... parts) {
    assertThat(output.code()).as(output.err()).isEqualTo(1);
    // a slow machine prints progress lines before the failure
    List<String> faults = output.err().lines().filter(line -> !line.endsWith(" ...")).toList();
    assertThat(faults).singleElement().asString().startsWith("glebe: ").contains(parts);
    assertThat(output.out()).isEmpty();
  }

  @Test
  void anUnusableFolderIsReportedWithTheReason() throws IOException {
    assertOneLine(start(Path.of("/proc/nope")), "/proc/nope: cannot be created: ", "--data");
    Path file = Files.createFile(folder.resolve("file"));
    assertOneLine(start(file), file + ": cannot be created: ", "is a file, not a folder");
    assertOneLine(start(Path.of("/proc/self")), "/proc/self: cannot be written: ");
  }

  @Test
  void aHostThatCannotBeBoundIsNotReportedAsATakenPort() throws IOException {
    Files.createDirectories(data());
    Files.writeString(data().resolve("glebe.properties"), "dev.expose=true");
    Glebe.CommandResult elsewhere = start(data(), "--host", "203.0.113.7");
    assertOneLine(elsewhere, "no address 203.0.113.7", "--host");
    Glebe.CommandResult unknown = start(data(), "--host", "no-such-host.invalid");
    assertOneLine(unknown, "no-such-host.invalid is unknown", "--host");
    assertThat(elsewhere.err() + unknown.err()).doesNotContain("taken");
  }

  @Test
  void anUnusableDatabaseIsReportedInOneLineWithoutThePassword() throws IOException {
    DatabaseAddress there = TestDatabase.freshAddress();
    String server = there.host() + ":" + there.port();
    String user = "postgresql://" + there.user() + ":";
    Glebe.CommandResult password =
        withDatabase(user + "hidden-word@" + server + "/" + there.database());
    assertOneLine(password, there.toString(), "refuses the password of the user " + there.user());
    assertThat(password.err()).doesNotContain("hidden-word");

    Glebe.CommandResult name = withDatabase(user + there.password() + "@" + server + "/nowhere");
    assertOneLine(name, server + "/nowhere does not exist");
    Glebe.CommandResult tls =
        withDatabase(
            user + there.password() + "@" + server + "/" + there.database() + "?sslmode=require");
    assertOneLine(tls, "does not offer TLS");
    assertThat(name.err() + tls.err()).doesNotContain(there.password());

    assertOneLine(withDatabase(user + "hidden-word@" + closedPort() + "/x"), "cannot be reached");
    assertOneLine(
        withDatabase(user + "hidden-word@no-such-host.invalid/x"), "the host name is unknown");
  }

  private static String closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  @Test
  void anUnusableObjectStoreEndsTheStartAndStopsTheDatabase() throws Exception {
    String nowhere = "s3://bucket/cubes?endpoint=http://" + closedPort();
    Map<String, String> keys =
        Map.of("AWS_ACCESS_KEY_ID", "somebody", "AWS_SECRET_ACCESS_KEY", "hidden-word");
    Map<String, String> cubes = new HashMap<>(keys);
    cubes.put("GLEBE_ZARR_URL", nowhere);
    FailedStart.assertClean(
        data(), 1, cubes, "GLEBE_ZARR_URL", "bucket bucket", "cannot be reached at http://127");
    FailedStart.assertClean(
        data(),
        1,
        Map.of("GLEBE_BLOBS_URL", nowhere),
        "GLEBE_BLOBS_URL",
        "there are no keys",
        "AWS_ACCESS");
  }

  /** A PATH on which these programs fail, as in a container that forbids them. */
  private Map<String, String> without(String... programs) throws IOException {
    Path fakes = Files.createDirectories(folder.resolve("fakes"));
    for (String program : programs) {
      Path fake = Files.writeString(fakes.resolve(program), "#!/bin/sh\nexit 1\n");
      Files.setPosixFilePermissions(fake, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return Map.of("PATH", fakes + ":" + System.getenv("PATH"));
  }

  @Test
  void aRootUserThatCannotSwitchAccountsGetsAnInstruction() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "this process is root");
    FailedStart.assertClean(
        data(), 1, without("unshare", "setpriv"), "does not run as root", "GLEBE_DATABASE_URL");
  }

  @Test
  void foldersThatTheDatabaseAccountCannotOpenAreListed() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "this process is root");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> settings = new HashMap<>(without("unshare"));
    settings.put("GLEBE_CACHE_DIR", folder.resolve("cache").toString());
    FailedStart.assertClean(
        data(), 1, settings, "the account 65534 may not go there", "GLEBE_CACHE_DIR");
  }
}
