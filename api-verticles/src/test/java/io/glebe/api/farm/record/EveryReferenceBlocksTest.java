package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.farm.FarmWorld;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.References;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.Uuids;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Every reference of the catalogue that blocks a deletion, on every path by which a record can be
 * deleted: its collection, the paths of farms and activities, and the outbox. For each reference
 * all other ones of the link table are absent, so that it alone decides.
 */
class EveryReferenceBlocksTest {
  private static final long SEED = 60_419;

  /** A refusal names no more dependents. */
  private static final int MAX_NAMED = 20;

  /** The paths of farms and activities that delete one record, by entity. */
  private static final Set<String> NESTED =
      Set.of(
          "Field /v1/farms/{Farm}/fields/{Field}",
          "Activity /v1/actions/{Activity}",
          "CultivationPeriod"
              + " /v1/farms/{Farm}/fields/{Field}/regions/{Region}/cultivationPeriods/{CultivationPeriod}",
          "Data /v1/records/{Data}",
          "Data /v1/farms/{Farm}/fields/{Field}/actions/{Activity}/records/{Data}");

  /**
   * Paths that delete what an activity used, to which nothing refers, and bytes of a file that has
   * not arrived, which are no record.
   */
  private static final Set<String> WITHOUT_DEPENDENTS =
      Set.of("deleteActivityInputs", "deleteActivityInput", "deleteAttachmentUpload");

  private static final FarmTargets FARM = new FarmTargets(SEED);
  private static final SampleRecords SAMPLES = new SampleRecords(SEED);
  private static final UUID ORGANIZATION =
      query("select organization_id from record.farms where id = $1", FARM.farm())
          .iterator()
          .next()
          .getUUID(0);
  private final Set<String> wrong = new TreeSet<>();
  private int checked;

  private static RowSet<Row> query(String sql, Object... values) {
    return TestPlatform.shared().platform().infrastructure().database().query(sql, values).await();
  }

  private static UUID id(String entity) {
    return switch (entity) {
      case "Farm" -> FARM.farm();
      case "Organization" -> ORGANIZATION;
      default -> SAMPLES.id(entity);
    };
  }

  /** The paths that delete the sample record of an entity. */
  private static List<String> paths(EntityType type) {
    List<String> paths = new ArrayList<>();
    paths.add("/v1/" + type.path() + "/" + id(type.name()));
    for (String nested : NESTED) {
      if (nested.startsWith(type.name() + " ")) {
        String path = nested.substring(nested.indexOf('/'));
        for (String entity : List.of("Farm", "Field", "Region", "Activity", "Data")) {
          path = path.replace("{" + entity + "}", id(entity).toString());
        }
        paths.add(path.replace("{CultivationPeriod}", id("CultivationPeriod").toString()));
      }
    }
    return paths;
  }

  /** The sample records form the chains that the nested paths name. */
  private static void chain() {
    set("activities", "Activity", "kind", "OPERATION");
    set("activities", "Activity", "fieldId", id("Field").toString());
    set("regions", "Region", "fieldId", id("Field").toString());
    set("cultivation_periods", "CultivationPeriod", "regionId", id("Region").toString());
    set("data", "Data", "activityId", id("Activity").toString());
  }

  private static void set(String table, String entity, String attribute, String value) {
    query(
        "update record."
            + table
            + " set doc = doc || jsonb_build_object($2::text, $3::text)"
            + " where id = $1",
        id(entity),
        attribute,
        value);
  }

  @Test
  void noPathDeletesARecordToWhichAnotherOneRefers() {
    chain();
    for (EntityType type : Catalogue.standard().types()) {
      if (type.writable()) {
        references(type, id(type.name()));
      }
    }
    references("Field", "Region", Uuids.defaultRegion(id("Field")));
    assertThat(wrong).isEmpty();
    assertThat(checked).isGreaterThan(150);
  }

  private void references(EntityType type, UUID target) {
    references(type.name(), type.name(), target);
  }

  /**
   * @param deleted entity whose sample record is deleted
   * @param to entity of the record that is referred to: the same, or one that is deleted with it
   */
  private void references(String deleted, String to, UUID target) {
    EntityType type = Catalogue.standard().get(deleted);
    for (References.Edge edge : References.standard().blocking(to)) {
      EntityType from = Catalogue.standard().get(edge.from());
      boolean isItself = edge.from().equals(deleted) && !deleted.equals(to);
      if (!from.writable() || isItself) {
        continue;
      }
      boolean linked = RecordTable.of(from).columnOf(edge.attribute()).isEmpty();
      UUID source = edge.from().equals(to) ? other(from, target) : id(edge.from());
      List<Row> links = linked ? onlyLink(edge, source, target) : List.of();
      paths(type).forEach(path -> refused(edge, source, path));
      outboxRefused(edge, source, "/" + type.path() + "/" + id(deleted));
      checked++;
      if (linked) {
        restore(target, links);
      }
    }
  }

  /** Another record of the same entity and owner, as the source of a reference to its own kind. */
  private static UUID other(EntityType type, UUID id) {
    UUID other = UUID.randomUUID();
    String table = RecordTable.of(type).name();
    List<String> columns = new ArrayList<>();
    query(
            "select column_name::text from information_schema.columns where table_schema = 'record'"
                + " and table_name = $1 and column_name <> 'id'",
            table.substring(table.indexOf('.') + 1))
        .forEach(row -> columns.add(row.getString(0)));
    String copied = String.join(", ", columns);
    query(
        "insert into "
            + table
            + " (id, "
            + copied
            + ") select $1, "
            + copied
            + " from "
            + table
            + " where id = $2",
        other,
        id);
    return other;
  }

  private static List<Row> onlyLink(References.Edge edge, UUID source, UUID target) {
    List<Row> links = new ArrayList<>();
    query("delete from record.link where target_id = $1 returning reference, source_id", target)
        .forEach(links::add);
    link(edge.toString(), source, target);
    return links;
  }

  private static void restore(UUID target, List<Row> links) {
    query("delete from record.link where target_id = $1", target);
    links.forEach(row -> link(row.getString(0), row.getUUID(1), target));
  }

  private static void link(String reference, UUID source, UUID target) {
    query(
        "insert into record.link (reference, source_id, target_id) values ($1, $2, $3)",
        reference,
        source,
        target);
  }

  private void refused(References.Edge edge, UUID source, String path) {
    HttpResponse<String> answer = TestFarm.sendAsOwnerOrAdmin("DELETE", path, "");
    check(edge, source, "DELETE " + path, answer.statusCode(), answer.body());
  }

  private void outboxRefused(References.Edge edge, UUID source, String path) {
    String body = "{\"operations\": [{\"method\": \"DELETE\", \"path\": \"" + path + "\"}]}";
    HttpResponse<String> answer = TestFarm.sendAsOwnerOrAdmin("POST", "/v1/$batch", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode result = Json.parseObject(answer.body()).path("results").path(0);
    String refusal = Json.write(result.path("body"));
    check(edge, source, "outbox " + path, result.path("status").asInt(), refusal);
  }

  private void check(References.Edge edge, UUID source, String request, int status, String body) {
    boolean named = body.contains(edge + " of " + source);
    boolean cut = body.split(" of [0-9a-f]{8}-", -1).length > MAX_NAMED;
    if (status != 409 || !body.contains("dependent-records") || !named && !cut) {
      wrong.add(edge + ": " + request + " answers " + status + " " + body);
    }
  }

  @Test
  void everyPathThatDeletesARecordIsTested() {
    Set<String> known = new TreeSet<>();
    NESTED.forEach(nested -> known.add(plain(nested.substring(nested.indexOf('/')))));
    Set<String> unknown = new TreeSet<>();
    FarmWorld.routes().stream()
        .filter(route -> route.method().equals(HttpMethod.DELETE))
        .filter(route -> !route.template().matches("/v1/[a-z-]+/\\{id}"))
        .filter(route -> !WITHOUT_DEPENDENTS.contains(route.operation().id()))
        .filter(route -> !route.template().contains("attachments"))
        .map(route -> plain(route.template()))
        .filter(path -> !known.contains(path))
        .forEach(unknown::add);
    assertThat(unknown).isEmpty();
  }

  private static String plain(String path) {
    return path.replaceAll("\\{[^}]*}", "{}");
  }
}
