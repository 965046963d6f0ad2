package io.glebe.core.farm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
}
