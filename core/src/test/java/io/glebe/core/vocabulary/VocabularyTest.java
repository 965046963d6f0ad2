package io.glebe.core.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {
  private static final String MAIZE = "http://aims.fao.org/aos/agrovoc/c_12332";
  private static final String LABEL = "<http://www.w3.org/2004/02/skos/core#prefLabel>";

  private static final String HEAD =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
          + " xmlns:skos='http://www.w3.org/2004/02/skos/core#'>"
          + "<skos:Concept rdf:about='urn:c'><skos:prefLabel>";
  private static final String TAIL = "</skos:prefLabel></skos:Concept></rdf:RDF>";

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

  private static Vocabulary shipped() {
    return Vocabulary.of(Optional.empty(), Set.of());
  }

  @Test
  void theBuiltInVocabularyHasThreeLanguages() {
    assertThat(shipped().labels(MAIZE))
        .containsEntry("en", "maize")
        .containsEntry("sl", "koruza")
        .containsEntry("de", "Mais");
    assertThat(shipped().labels("urn:nothing")).isEmpty();
  }

  @Test
  void aFileExtendsAndOverridesTheBuiltInVocabulary() throws Exception {
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
  void otherLanguagesOfTheFileAreIgnored() throws Exception {
    Vocabulary vocabulary = Vocabulary.of(Optional.of(dump()), Set.of("fr"));
    assertThat(vocabulary.labels(MAIZE)).containsEntry("en", "maize").containsEntry("fr", "maïs");
    assertThat(vocabulary.labels("urn:x:1")).isEmpty();
  }

  /** One published form of AGROVOC: labels are resources, the archive is zipped. */
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
  void labelsThatAreResourcesAreRead() throws Exception {
    Path file = Files.writeString(folder.resolve("xl.nt"), XL_DUMP);
    assertThat(Vocabulary.of(Optional.of(file), Set.of()).labels("urn:c:1"))
        .isEqualTo(Map.of("en", "turnip", "sl", "repa"));
    assertThat(Vocabulary.of(Optional.of(file), Set.of("sl")).labels("urn:c:1"))
        .isEqualTo(Map.of("sl", "repa"));
  }

  @Test
  void aDumpMayBeCompressed() throws Exception {
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
        .hasMessageContaining("no file that ends in .nt, .rdf");
  }

  /** The other published form of AGROVOC. */
  private static final String RDF_XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
          xmlns:skos="http://www.w3.org/2004/02/skos/core#"
          xmlns:xl="http://www.w3.org/2008/05/skos-xl#" xml:base="http://base.example/vocabulary">
        <!-- plain labels -->
        <skos:Concept rdf:about="urn:c:1">
          <skos:prefLabel xml:lang="en">sugar &amp; <![CDATA[<beet>]]></skos:prefLabel>
          <skos:prefLabel xml:lang="SL">sladkorna pesa</skos:prefLabel>
          <skos:altLabel xml:lang="en">beet</skos:altLabel>
          <skos:broader rdf:resource="urn:c:2"/>
          <skos:note rdf:parseType="Literal"><b>bold <skos:prefLabel>no</skos:prefLabel></b></skos:note>
          <skos:member rdf:parseType="Collection"><skos:Concept rdf:about="urn:c:7"/></skos:member>
        </skos:Concept>
        <rdf:Description rdf:about="urn:c:2" xml:lang="fr">
          <rdf:type rdf:resource="http://www.w3.org/2004/02/skos/core#Concept"/>
          <skos:prefLabel>plantes</skos:prefLabel>
        </rdf:Description>
        <skos:Concept rdf:ID="short" skos:prefLabel="an attribute"/>
        <skos:Concept rdf:about="other#x"><skos:prefLabel>relative</skos:prefLabel></skos:Concept>
        <!-- labels that are resources: before, beside, inside and without a name -->
        <xl:Label rdf:about="urn:l:1"><xl:literalForm xml:lang="en">turnip</xl:literalForm></xl:Label>
        <skos:Concept rdf:about="urn:c:3">
          <xl:prefLabel rdf:resource="urn:l:1"/>
          <xl:altLabel rdf:resource="urn:l:3"/>
          <xl:prefLabel rdf:nodeID="n1"/>
          <xl:prefLabel>
            <xl:Label rdf:about="urn:l:2"><xl:literalForm xml:lang="sl">repa</xl:literalForm></xl:Label>
          </xl:prefLabel>
          <xl:prefLabel rdf:parseType="Resource">
            <xl:literalForm xml:lang="it">rapa</xl:literalForm>
          </xl:prefLabel>
        </skos:Concept>
        <xl:Label rdf:nodeID="n1"><xl:literalForm xml:lang="de">Speiserübe</xl:literalForm></xl:Label>
        <xl:Label rdf:about="urn:l:3"><xl:literalForm xml:lang="en">neep</xl:literalForm></xl:Label>
      </rdf:RDF>
      """;

  @Test
  void rdfXmlGivesTheSameResult() throws Exception {
    Path plain = Files.writeString(folder.resolve("dump.rdf"), RDF_XML);
    Path zip = folder.resolve("dump.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("agrovoc/core.rdf"));
      out.write(RDF_XML.getBytes(StandardCharsets.UTF_8));
    }
    Path gzip = folder.resolve("dump.xml.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(RDF_XML.getBytes(StandardCharsets.UTF_8));
    }
    for (Path file : new Path[] {plain, zip, gzip}) {
      Vocabulary read = Vocabulary.of(Optional.of(file), Set.of());
      assertThat(read.labels("urn:c:1"))
          .isEqualTo(Map.of("en", "sugar & <beet>", "sl", "sladkorna pesa"));
      assertThat(read.labels("urn:c:2")).isEqualTo(Map.of("fr", "plantes"));
      assertThat(read.labels("http://base.example/vocabulary#short"))
          .isEqualTo(Map.of("", "an attribute"));
      assertThat(read.labels("http://base.example/other#x")).isEqualTo(Map.of("", "relative"));
      assertThat(read.labels("urn:c:3"))
          .isEqualTo(Map.of("en", "turnip", "sl", "repa", "de", "Speiserübe", "it", "rapa"));
      assertThat(read.labels("urn:c:7")).isEmpty();
    }
    assertThat(Vocabulary.of(Optional.of(plain), Set.of("sl")).labels("urn:c:3"))
        .isEqualTo(Map.of("sl", "repa"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // reads a local file
        "<!DOCTYPE r [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>" + HEAD + "&f;" + TAIL,
        // grows without end
        "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
            + HEAD
            + "&b;"
            + TAIL,
        "<!DOCTYPE r SYSTEM 'http://127.0.0.1:9/none.dtd'>" + HEAD + "x" + TAIL,
        HEAD + "&undeclared;" + TAIL,
        HEAD + "cut off",
        "<html/>",
        "no xml at all",
        ""
      })
  void invalidRdfXmlIsRejectedWithTheNameOfTheFile(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.rdf"), text);
    assertThatThrownBy(() -> Vocabulary.of(Optional.of(file), Set.of()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("bad.rdf")
        .hasMessageContaining("no RDF/XML");
  }

  @Test
  void endlessElementsAreRejectedBeforeTheyFillTheMemory() throws Exception {
    Path deep = Files.writeString(folder.resolve("deep.rdf"), HEAD + "<a>".repeat(100_000));
    Path text = Files.writeString(folder.resolve("long.rdf"), HEAD + "x".repeat(200_000) + TAIL);
    for (Path file : new Path[] {deep, text}) {
      assertThatThrownBy(() -> Vocabulary.of(Optional.of(file), Set.of()))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("no RDF/XML");
    }
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

  @Test
  void aSmallFileThatExpandsTooMuchIsRejectedInTime(@TempDir Path folder) throws IOException {
    Path zeros = folder.resolve("zeros.nt.gz");
    Path lines = folder.resolve("lines.nt.gz");
    Path zip = folder.resolve("lines.zip");
    try (OutputStream one = new GZIPOutputStream(Files.newOutputStream(zeros));
        OutputStream other = new GZIPOutputStream(Files.newOutputStream(lines));
        ZipOutputStream archive = new ZipOutputStream(Files.newOutputStream(zip))) {
      byte[] block = new byte[1_000_000];
      Arrays.fill(block, 0, block.length, (byte) '\n');
      archive.putNextEntry(new ZipEntry("readme.txt"));
      for (int i = 0; i < 50; i++) {
        one.write(new byte[block.length]);
        other.write(block);
        archive.write(block);
      }
    }
    for (Path file : new Path[] {zeros, lines, zip}) {
      assertThat(Files.size(file)).isLessThan(100_000);
      assertThatThrownBy(() -> Vocabulary.of(Optional.of(file), Set.of(), 20_000_000, 2000))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageMatching("(?s).*(expands to more than|a line has more than).*");
    }
  }

  @Test
  void aFileWithAnExtremeCompressionRatioIsRejectedAtAnySize() throws IOException {
    Path lines = folder.resolve("lines.nt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(lines))) {
      byte[] block = new byte[1_000_000];
      Arrays.fill(block, (byte) '\n');
      for (int i = 0; i < 80; i++) {
        out.write(block);
      }
    }
    assertThatThrownBy(() -> Vocabulary.of(Optional.of(lines), Set.of(), Long.MAX_VALUE, 100))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("expands to more than " + (64 << 20) + " bytes");
    assertThat(Vocabulary.of(Optional.of(lines), Set.of(), Long.MAX_VALUE, 2000).size())
        .isEqualTo(shipped().size());
  }

  @Test
  void endlessAttributesAndCommentsAreRejectedBeforeTheyFillTheMemory() throws IOException {
    String root = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>";
    for (String begun : new String[] {"<a about='", "<!--", "<?instruction ", "<"}) {
      Path file = Files.writeString(folder.resolve("b.rdf"), root + begun + "x".repeat(8 << 20));
      assertThatThrownBy(() -> Vocabulary.of(Optional.of(file), Set.of()))
          .as(begun)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("no RDF/XML");
    }
  }

  @Test
  void aPipeIsRejectedWithoutWaiting() throws Exception {
    Path pipe = folder.resolve("pipe.nt");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> Vocabulary.of(Optional.of(pipe), Set.of()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("pipe.nt: is no file");
  }
}
