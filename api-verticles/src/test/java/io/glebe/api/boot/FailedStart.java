package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts that must fail, as separate processes, to check child processes, exit codes and locks. */
final class FailedStart {
  private FailedStart() {}

  /**
   * Asserts that a start prints the reason in its last line, ends with that code and leaves no
   * process and no lock.
   */
  static void assertClean(Path data, int code, Map<String, String> settings, String... parts)
      throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("AWS_EC2_METADATA_DISABLED", "true");
    all.put("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
    all.put("AWS_CONFIG_FILE", "/dev/null");
    try (PlatformProcess process = PlatformProcess.shortLived(data, all)) {
      assertThat(process.ended()).as(process.log()).isEqualTo(code);
      List<String> output =
          process.log().lines().filter(line -> line.startsWith("glebe: ")).toList();
      assertThat(output.getLast()).as(process.log()).contains(parts);
      assertThat(process.log()).doesNotContain("\tat ").doesNotContain("hidden-word");
    }
    assertThat(processesThatName(data)).isEmpty();
    assertThat(data.resolve("postgres/postmaster.pid")).doesNotExist();
    assertThat(data.resolve("running.json")).doesNotExist();
    assertThat(Glebe.run("status", "--data", data.toString()).code()).isEqualTo(3);
  }

  private static Set<Long> processesThatName(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }
}
