package io.glebe.api.http.body;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.glebe.core.json.Json;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The places in the protocol modules that parse JSON of clients. A new place belongs to the list
 * with the reason why it never parses more than 1 MB on an event loop.
 */
class ParsedTextsTest {
  private static final Map<String, String> PLACES =
      Map.ofEntries(
          entry("io.glebe.api.http.body.BodyReader", "above 32 KiB on a virtual thread"),
          entry("io.glebe.api.sensors.BulkEndpoints", "on a virtual thread"),
          entry("io.glebe.api.sensors.MultipartBatch", "on a virtual thread, by BulkEndpoints"),
          entry("io.glebe.api.sensors.MultipartAnswers", "problems that the platform has made"),
          entry("io.glebe.api.spatio.stac.StacParams", "parameters of a request line of 16 KiB"),
          entry("io.glebe.api.ogc.FeatureJson", "values of facets that the database has made"),
          entry("io.glebe.api.console.TokenClient", "answers of the identity provider"),
          entry("io.glebe.api.console.PendingSignIns", "what the platform has encrypted"),
          entry("io.glebe.api.console.SessionContent", "what the platform has encrypted"),
          entry("io.glebe.api.partner.PartnerPlatforms", "a file of the settings, at the start"),
          entry("io.glebe.api.openapi.AnswerExamples", "files of the platform, once"),
          entry("io.glebe.api.openapi.OperationExamples", "files of the platform, once"),
          entry("io.glebe.api.openapi.RecordExamples", "examples of the catalogue, once"),
          entry("io.glebe.mqtt.ingest.Ingestion", "packets of at most 1 MiB, 256 KiB by default"));

  @Test
  void everyPlaceIsKnown() {
    Map<String, String> found = new TreeMap<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.glebe.api", "io.glebe.mqtt")) {
      boolean serves =
          !type.getPackageName().startsWith("io.glebe.api.cli")
              && !type.getPackageName().startsWith("io.glebe.api.boot");
      if (serves && type.getMethodCallsFromSelf().stream().anyMatch(ParsedTextsTest::parses)) {
        String name = type.getName().split("\\$", 2)[0];
        found.put(name, PLACES.getOrDefault(name, "unknown"));
      }
    }
    assertThat(found).containsExactlyInAnyOrderEntriesOf(PLACES);
  }

  private static boolean parses(JavaMethodCall call) {
    return call.getTargetOwner().isEquivalentTo(Json.class)
        && call.getTarget().getName().startsWith("parse");
  }
}
