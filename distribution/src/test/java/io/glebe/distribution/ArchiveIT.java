package io.glebe.distribution;

import static java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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

  @Test
  void theBillOfMaterialsHasEveryLibraryWithItsHashAndAllElse() throws Exception {
    JsonNode bill = new ObjectMapper().readTree(Release.folder().resolve("sbom.cdx.json").toFile());
    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bill.has("serialNumber")).as("two builds have the same bill").isFalse();
    Set<String> hashes = new TreeSet<>();
    Set<String> urls = new TreeSet<>();
    for (JsonNode component : bill.path("components")) {
      urls.add(component.path("purl").asText());
      for (JsonNode hash : component.path("hashes")) {
        hashes.add(hash.path("content").asText());
      }
    }
    Path lib = Release.folder().resolve("lib");
    for (String jar : jars(lib).keySet()) {
      String name = jar.replaceFirst("(-\\d.*)?\\.jar$", "");
      if (!OWN.contains(name)) {
        assertThat(urls).as(jar).anyMatch(url -> url.contains("/" + name + "@"));
        assertThat(hashes).as(jar).contains(sha256(lib.resolve(jar)));
      }
    }
    assertThat(urls)
        .anyMatch(url -> url.startsWith("pkg:npm/maplibre-gl@"))
        .anyMatch(url -> url.startsWith("pkg:generic/openjdk@25"));
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  @Test
  void theChecksumIsThatOfTheArchive() throws Exception {
    Path archive = Release.archive();
    String name = archive.getFileName().toString();
    assertThat(archive.resolveSibling(name + ".sha256"))
        .content()
        .isEqualTo(sha256(archive) + "  " + name + "\n");
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
