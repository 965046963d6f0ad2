package io.glebe.api.ops;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.Readiness;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Access;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.metrics.Meters;
import io.glebe.core.thread.OffLoop;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;

/**
 * The health of the answering process for platform administrators, who reach the addresses for
 * operators from the machine itself only: its parts, and its gauges with queues and memory.
 */
final class HealthReport {
  private static final Permission READ = Permission.read("user");
  private static final String OWN = "glebe";

  private final Readiness readiness;
  private final Meters meters;
  private final BuildInfo build;

  HealthReport(Readiness readiness, Meters meters, BuildInfo build) {
    this.readiness = readiness;
    this.meters = meters;
    this.build = build;
  }

  void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/admin/health",
        Operation.of(
                "getHealthReport",
                "The state of the parts of the answering process, its queues and its memory",
                Guard.FARM,
                this::report)
            .requires(READ)
            .tag("administration")
            .answers(DocumentedResponse.json(200, "the report", schema())));
  }

  private static ObjectNode schema() {
    ObjectNode gauge =
        Members.of("HealthGauge", "The value of a gauge, see the list of metrics")
            .must("name", Schemas.text())
            .must("labels", Schemas.map(Schemas.text()))
            .must("value", Schemas.number())
            .schema();
    return Members.of("HealthReport", "The state of one process")
        .must("ready", Schemas.flag())
        .must("parts", Schemas.map(Schemas.text("ready, or the reason why not")))
        .must("version", Schemas.text())
        .must("java", Schemas.text())
        .must("gauges", Schemas.list(gauge))
        .schema();
  }

  private Future<Reply> report(ApiRequest request) {
    Access.requireAdministrator(request.caller(), READ);
    return readiness.state().compose(state -> OffLoop.run(() -> reply(state)));
  }

  private Reply reply(Readiness.State state) {
    ObjectNode json = Json.object().put("ready", state.ready());
    ObjectNode parts = json.putObject("parts");
    state.parts().forEach(parts::put);
    json.put("version", build.version()).put("java", build.java());
    ArrayNode list = json.putArray("gauges");
    gauges().forEach(gauge -> add(list, gauge));
    return Reply.json(json).cache("no-store");
  }

  private List<Gauge> gauges() {
    return meters.registry().getMeters().stream()
        .filter(meter -> meter.getId().getName().startsWith(OWN))
        .filter(Gauge.class::isInstance)
        .map(Gauge.class::cast)
        .sorted(Comparator.comparing(gauge -> gauge.getId().toString()))
        .toList();
  }

  private static void add(ArrayNode list, Gauge gauge) {
    double value = gauge.value();
    if (!Double.isFinite(value)) {
      return; // the measured object is gone
    }
    ObjectNode one = list.addObject().put("name", gauge.getId().getName().replace('.', '_'));
    ObjectNode labels = one.putObject("labels");
    for (Tag tag : gauge.getId().getTags()) {
      labels.put(tag.getKey(), tag.getValue());
    }
    one.put("value", value);
  }
}
