package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database of an earlier version is changed by the start of this one, and loses nothing. */
class StoredDumpTest {
  /** Columns whose values a script computes: V121 the area in which things were observed. */
  private static final Map<String, Set<String>> COMPUTED =
      Map.of("sensor.datastream", Set.of("observed_area", "bbox"));

  /** Permissions that V166 has given to starter roles. */
  private static final String ADDED_PERMISSIONS = ", \"alarm(Rule|Event):[a-z]+\"";

  @TempDir private Path folder;

  private static Connection connection(DatabaseAddress address) throws Exception {
    return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
  }

  private Settings settings(DatabaseAddress address) {
    return TestPlatform.settings(folder)
        .with(ProcessSettings.SAMPLE, "true")
        .with(
            StorageSettings.DATABASE_URL,
            "postgresql://" + address.user() + ":" + address.password() + "@" + address);
  }

  /** Of the columns that the dump and the database have, the rows that are not the same. */
  private static Map<String, List<String>> differences(StoredDump dump, Connection connection)
      throws Exception {
    Map<String, List<String>> differences = new TreeMap<>();
    Map<String, StoredDump.Rows> now = StoredDump.of(connection).tables();
    for (var table : dump.tables().entrySet()) {
      StoredDump.Rows rows = now.get(table.getKey());
      if (table.getKey().equals("public.flyway_schema_history")) {
        continue;
      }
      if (rows == null) {
        differences.put(table.getKey(), List.of("the table is gone"));
        continue;
      }
      List<String> before = List.of(table.getValue().columns().split(", "));
      List<String> kept = new ArrayList<>(before);
      kept.retainAll(Set.of(rows.columns().split(", ")));
      boolean isWhole = kept.size() == before.size();
      kept.removeAll(COMPUTED.getOrDefault(table.getKey(), Set.of()));
      List<String> lines =
          table.getValue().lines().stream().map(line -> projected(line, before, kept)).toList();
      List<String> missing = new ArrayList<>(lines);
      StoredDump.lines(connection, table.getKey(), String.join(", ", kept))
          .forEach(line -> missing.remove(line.replaceAll(ADDED_PERMISSIONS, "")));
      if (!isWhole) {
        missing.addFirst("without " + before.stream().filter(c -> !kept.contains(c)).toList());
      }
      if (!missing.isEmpty()) {
        differences.put(table.getKey(), missing);
      }
    }
    return differences;
  }

  private static String projected(String line, List<String> columns, List<String> kept) {
    String[] values = line.split("\t", -1);
    Map<String, String> byName = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      byName.put(columns.get(i), values[i]);
    }
    return String.join("\t", kept.stream().map(byName::get).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"V112.gz"})
  void theRowsOfAnEarlierVersionAreThereAfterTheStart(String name) throws Exception {
    StoredDump dump = StoredDump.read(name);
    DatabaseAddress address = TestDatabase.emptyAddress();
    dump.restore(address);
    try (Connection before = connection(address)) {
      assertThat(differences(dump, before)).as("restored").isEmpty();
    }
    try (Platform platform = Platform.start(settings(address));
        Connection connection = connection(address)) {
      assertThat(differences(dump, connection)).isEmpty();
      String token = token(platform);
      for (String path : List.of("/v1/farms", "/v1/fields", "/v1/activities")) {
        assertThat(ids(platform, path, token))
            .as(path)
            .isNotEmpty()
            .isSubsetOf(
                StoredDump.texts(
                    connection, "select id::text from record." + path.substring("/v1/".length())));
      }
      assertThat(StoredDump.texts(connection, "select script from flyway_schema_history"))
          .containsAll(dump.scripts())
          .hasSizeGreaterThan(dump.scripts().size());
    }
  }

  private static JsonNode sent(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parse(answer.body());
  }

  private static String token(Platform platform) throws Exception {
    String form =
        "user=owner&audience=farm-api&scope=farm-read"
            + "&grant_type=urn:glebe:params:oauth:grant-type:development";
    return sent(HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)))
        .path("access_token")
        .asText();
  }

  private static List<String> ids(Platform platform, String path, String token) throws Exception {
    JsonNode list =
        sent(
            HttpRequest.newBuilder(URI.create(platform.address() + path + "?limit=500"))
                .header("Authorization", "Bearer " + token));
    List<String> ids = new ArrayList<>();
    list.path("items").forEach(one -> ids.add(one.path("id").asText()));
    return ids;
  }
}
