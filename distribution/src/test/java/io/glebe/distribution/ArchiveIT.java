package io.glebe.distribution;

import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Test;

/** The content of the archive. Two builds of the same sources create the same archive. */
class ArchiveIT {
  private static final int GROUP_AND_OTHERS_WRITE = 0022;

  @Test
  void filesHaveOneTimeOneOwnerAndOneOrder() throws Exception {
    List<TarArchiveEntry> entries = Release.entries();
    assertThat(entries).hasSizeGreaterThan(100);
    assertThat(entries).extracting(TarArchiveEntry::getLastModifiedTime).containsOnly(time());
    assertThat(entries)
        .allSatisfy(
            entry -> {
              assertThat(entry.getLongUserId()).isZero();
              assertThat(entry.getLongGroupId()).isZero();
              assertThat(entry.getName()).startsWith(Release.name() + "/");
              if (!entry.isSymbolicLink()) {
                assertThat(entry.getMode() & GROUP_AND_OTHERS_WRITE).as(entry.getName()).isZero();
              }
            });
    assertThat(entries.stream().filter(entry -> !entry.isDirectory()).toList())
        .extracting(entry -> entry.getName().replace('/', '\0')) // a folder's entries adjoin
        .isSortedAccordingTo(Comparator.naturalOrder());
  }

  private static java.nio.file.attribute.FileTime time() throws IOException {
    return Files.getLastModifiedTime(Release.folder().resolve("jvm.options"));
  }

  @Test
  void programsAreExecutable() throws Exception {
    Path folder = Release.folder();
    for (String program : List.of("bin/glebe", "runtime/bin/java", "runtime/lib/jspawnhelper")) {
      assertThat(Files.getPosixFilePermissions(folder.resolve(program))).contains(OTHERS_EXECUTE);
    }
  }

  @Test
  void theLibrariesEqualTheLibrariesOfTheBuild() throws Exception {
    Path built = Release.repository().resolve("api-verticles/target");
    Map<String, Long> expected = jars(built.resolve("lib"));
    expected.put("api-verticles.jar", Files.size(built.resolve("api-verticles.jar")));
    assertThat(jars(Release.folder().resolve("lib"))).isEqualTo(expected);
  }

  @Test
  void theNoticesListEveryLibraryAndOtherThirdPartyParts() throws Exception {
    String notices = Files.readString(Release.folder().resolve("THIRD-PARTY.txt"));
    for (String jar : jars(Release.folder().resolve("lib")).keySet()) {
      if (!OWN.contains(jar.replaceFirst("(-\\d.*)?\\.jar$", ""))) {
        assertThat(notices).as(jar).containsPattern(coordinates(jar));
      }
    }
    assertThat(notices).contains("maplibre-gl", "uplot", "preact", "PostgreSQL", "OpenJDK");
    assertThat(notices).doesNotContain("Unknown license");
    assertThat(Release.folder().resolve("LICENSE")).content().contains("Apache License");
    assertThat(Release.folder().resolve("NOTICE")).content().contains("Glebe");
  }

  private static final List<String> OWN =
      List.of("api-verticles", "core", "mqtt-broker-bridge", "tile-engine", "zarr-store");

  /** {@code name-1.2.jar} or {@code name-1.2-classifier.jar} as {@code :name:1.2}. */
  private static String coordinates(String jar) {
    String name = jar.replaceFirst("-\\d.*", "");
    String version =
        jar.substring(name.length() + 1).replaceFirst("(-[a-z]+-[a-z0-9_]+)?\\.jar$", "");
    return ":\\Q" + name + "\\E:\\Q" + version + "\\E";
  }

  private static Map<String, Long> jars(Path folder) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jar")).toList()) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    }
    return sizes;
  }
}
