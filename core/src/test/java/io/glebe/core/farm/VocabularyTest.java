package io.glebe.core.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VocabularyTest {
  private static final String MAIZE = "http://aims.fao.org/aos/agrovoc/c_12332";
  private static final String LABEL = "<http://www.w3.org/2004/02/skos/core#prefLabel>";

  @TempDir private Path folder;

  private Path dump() throws Exception {
    Path file = folder.resolve("dump.nt");
    Files.writeString(
        file,
        """
        # a comment
        <%1$s> %2$s "Zea mays \\"corn\\" \\u010D"@en .
        <%1$s> %2$s "ma\u00efs"@fr .
        <%1$s> <http://www.w3.org/2004/02/skos/core#altLabel> "corn"@en .
        <urn:x:1> %2$s "bare" .
        <urn:x:2> %2$s <urn:x:3> .
        <urn:x:4> %2$s "open
        """
            .formatted(MAIZE, LABEL));
    return file;
  }

  @Test
  void whatIsShippedHasThreeLanguages() {
    assertThat(Vocabulary.shipped().labels(MAIZE))
        .containsEntry("en", "maize")
        .containsEntry("sl", "koruza")
        .containsEntry("de", "Mais");
    assertThat(Vocabulary.shipped().labels("urn:nothing")).isEmpty();
  }

  @Test
  void aFileAddsToItAndWins() throws Exception {
    Vocabulary vocabulary = Vocabulary.of(Optional.of(dump()), Set.of());
    assertThat(vocabulary.labels(MAIZE))
        .containsEntry("en", "Zea mays \"corn\" č")
        .containsEntry("fr", "maïs")
        .containsEntry("sl", "koruza");
    assertThat(vocabulary.labels("urn:x:1")).isEqualTo(Map.of("", "bare"));
    assertThat(vocabulary.labels("urn:x:2")).isEmpty();
    assertThat(vocabulary.labels("urn:x:4")).isEmpty();
  }

  @Test
  void otherLanguagesOfTheFileAreLeftOut() throws Exception {
    Vocabulary vocabulary = Vocabulary.of(Optional.of(dump()), Set.of("fr"));
    assertThat(vocabulary.labels(MAIZE)).containsEntry("en", "maize").containsEntry("fr", "maïs");
    assertThat(vocabulary.labels("urn:x:1")).isEmpty();
  }

  /** As AGROVOC is published: labels are resources, the archive is zipped. */
  private static final String XL_DUMP =
      """
      <urn:l:2> <http://www.w3.org/2008/05/skos-xl#literalForm> "repa"@sl .
      <urn:c:1> <http://www.w3.org/2008/05/skos-xl#prefLabel> <urn:l:1> .
      <urn:c:1> <http://www.w3.org/2008/05/skos-xl#prefLabel> <urn:l:2> .
      <urn:c:1> <http://www.w3.org/2008/05/skos-xl#altLabel> <urn:l:3> .
      <urn:l:1> <http://www.w3.org/2008/05/skos-xl#literalForm> "turnip"@en .
      <urn:l:3> <http://www.w3.org/2008/05/skos-xl#literalForm> "neep"@en .
      """;

  @Test
  void labelsThatAreResourcesAreFound() throws Exception {
    Path file = Files.writeString(folder.resolve("xl.nt"), XL_DUMP);
    assertThat(Vocabulary.of(Optional.of(file), Set.of()).labels("urn:c:1"))
        .isEqualTo(Map.of("en", "turnip", "sl", "repa"));
    assertThat(Vocabulary.of(Optional.of(file), Set.of("sl")).labels("urn:c:1"))
        .isEqualTo(Map.of("sl", "repa"));
  }

  @Test
  void aDumpMayBePacked() throws Exception {
    Path gzip = folder.resolve("dump.nt.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(XL_DUMP.getBytes(StandardCharsets.UTF_8));
    }
    Path zip = folder.resolve("dump.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("README.txt"));
      out.putNextEntry(new ZipEntry("agrovoc/core.nt"));
      out.write(XL_DUMP.getBytes(StandardCharsets.UTF_8));
    }
    for (Path file : new Path[] {gzip, zip}) {
      assertThat(Vocabulary.of(Optional.of(file), Set.of()).labels("urn:c:1"))
          .containsEntry("en", "turnip");
    }
    Path empty = folder.resolve("empty.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(empty))) {
      out.putNextEntry(new ZipEntry("README.txt"));
    }
    assertThatThrownBy(() -> Vocabulary.of(Optional.of(empty), Set.of()))
        .hasMessageContaining("no file that ends in .nt");
  }

  @Test
  void twoHundredThousandLabelsAreRead() throws Exception {
    Path file = folder.resolve("many.nt");
    try (var out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < 40_000; i++) {
        for (String language : new String[] {"en", "fr", "de", "sl", "it"}) {
          out.write("<urn:many:" + i + "> " + LABEL + " \"c" + i + "\"@" + language + " .\n");
        }
      }
    }
    Vocabulary vocabulary = Vocabulary.of(Optional.of(file), Set.of("en", "sl"));
    assertThat(vocabulary.size()).isGreaterThanOrEqualTo(40_000);
    assertThat(vocabulary.labels("urn:many:39999")).containsOnlyKeys("en", "sl");
  }
}
