package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.FarmTargets;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.Lifecycle;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.RecordTable;
import io.vertx.sqlclient.Row;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Every state model of the catalogue: a record in a terminal state keeps it, whatever way a caller
 * takes to another state.
 */
class TerminalStatesTest {
  private static final long SEED = 70_513;

  private static final SampleRecords SAMPLES = new SampleRecords(SEED);

  static {
    new FarmTargets(SEED); // stores the records
  }

  private final Set<String> wrong = new TreeSet<>();
  private int machines;
  private int checked;

  private static Row one(String sql, Object... values) {
    return TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(sql, values)
        .await()
        .iterator()
        .next();
  }

  /** The stored attributes of the sample record of an entity, once it is in a state. */
  private static ObjectNode inState(EntityType type, String attribute, String state) {
    String table = RecordTable.of(type).name();
    UUID id = SAMPLES.id(type.name());
    Row row =
        one(
            "update "
                + table
                + " set doc = doc || jsonb_build_object($2::text, $3::text)"
                + " where id = $1 returning doc::text",
            id,
            attribute,
            state);
    return Json.parseObject(row.getString(0)).put("id", id.toString());
  }

  private static Set<String> states(Lifecycle lifecycle) {
    Set<String> states = new TreeSet<>(lifecycle.terminal());
    states.addAll(lifecycle.initial());
    lifecycle
        .transitions()
        .forEach(
            (from, to) -> {
              states.add(from);
              states.addAll(to);
            });
    lifecycle.systemTransitions().values().forEach(states::addAll);
    return states;
  }

  @Test
  void noRecordLeavesATerminalState() {
    for (EntityType type : Catalogue.standard().types()) {
      if (type.lifecycle().isPresent() && !type.lifecycle().get().terminal().isEmpty()) {
        machines++;
        leave(type, type.lifecycle().get());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(machines).isGreaterThan(15);
    assertThat(checked).isGreaterThan(300);
  }

  private void leave(EntityType type, Lifecycle lifecycle) {
    String attribute = lifecycle.attribute();
    String path = "/v1/" + type.path() + "/" + SAMPLES.id(type.name());
    for (String terminal : lifecycle.terminal()) {
      ObjectNode stored = inState(type, attribute, terminal);
      String problem =
          lifecycle.immutableFrom().contains(terminal) ? "immutable-record" : "invalid-transition";
      for (String state : states(lifecycle)) {
        if (!state.equals(terminal)) {
          String patch = Json.write(Json.object().put(attribute, state));
          String body = Json.write(stored.deepCopy().put(attribute, state));
          refused(problem, terminal, "PATCH", path, patch);
          if (type.writable()) {
            refused(problem, terminal, "PUT", path, body);
          }
        }
      }
      String kept = TestFarm.sendAsOwnerOrAdmin("GET", path, "").body();
      assertThat(Json.parseObject(kept).path(attribute).asText()).isEqualTo(terminal);
    }
  }

  private void refused(String problem, String from, String method, String path, String body) {
    HttpResponse<String> answer = TestFarm.sendAsOwnerOrAdmin(method, path, body);
    boolean isNamed = answer.body().contains("/problems/v1/" + problem);
    if (answer.statusCode() != 409 || !isNamed) {
      wrong.add(from + ": " + method + " " + path + " " + body + " answers " + answer.body());
    }
    checked++;
  }
}
