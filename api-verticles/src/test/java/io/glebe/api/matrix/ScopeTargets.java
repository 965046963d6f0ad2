package io.glebe.api.matrix;

import io.glebe.api.farm.FarmTargets;
import io.glebe.api.farm.FarmWorld;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.api.sensors.SensorTargets;
import io.glebe.api.spatio.SpatioTargets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every operation that declares permissions, with a request that a token without their scope does
 * not survive: the targets of the permission matrix, and the operations that the matrix leaves to
 * the tests of their own area. Records that these name exist where the service looks at the record
 * before the permission.
 */
final class ScopeTargets {
  private static final String NOWHERE = "00000000-0000-4000-8000-000000000000";

  private final List<Target> all = new ArrayList<>();
  private final SpatioTargets spatio;
  private final SensorTargets sensors;
  private final Map<String, String> records;

  /**
   * @param owner token of the farm's owner for the sensor service
   * @param routes of all operations that need a token
   */
  ScopeTargets(FarmTargets farm, String owner, List<Route> routes) {
    spatio = new SpatioTargets(farm.farm(), farm.secret());
    sensors = new SensorTargets(farm.farm(), owner, farm.secret());
    records = Map.of("jobId", spatio.job(), "uploadId", NOWHERE, "version", "1");
    all.addAll(farm.all());
    all.addAll(spatio.all());
    all.addAll(sensors.all());
    Set<String> known = new HashSet<>();
    all.forEach(target -> known.add(target.toString()));
    for (Route route : routes) {
      String name = route.method().name() + " " + route.template();
      if (!known.contains(name) && !route.operation().permissions().anyOf().isEmpty()) {
        all.add(other(route));
      }
    }
  }

  List<Target> all() {
    return List.copyOf(all);
  }

  private Target other(Route route) {
    if (route.operation().guard() == Guard.SPATIO) {
      return spatio.naming(route, records);
    }
    String path = route.template().replace("({id})", "(1)").replaceAll("\\{[^}]*}", NOWHERE);
    return new Target(
        route,
        path,
        body(route),
        FarmWorld.type(route),
        route.operation().permissions().anyOf(),
        MatrixPlace.FARM,
        MatrixPlace.FARM);
  }

  /** A body that its operation can read. */
  private String body(Route route) {
    if (route.operation().body().kind() == Body.Kind.NONE) {
      return "";
    }
    String body =
        switch (route.operation().id()) {
          case "createHistoricalLocationEntity" ->
              """
              {'time': '2026-01-01T00:00:00Z', 'Thing': {'@iot.id': %d},
               'Locations': [{'@iot.id': %d}]}
              """
                  .formatted(sensors.entity("Things"), sensors.entity("Locations"));
          case "createFeatureOfInterestEntity" ->
              """
              {'name': 'x', 'encodingType': 'application/geo+json',
               'feature': {'type': 'Point', 'coordinates': [15.5, 46]}}
              """;
          case "createObservations" ->
              """
              [{'Datastream': {'@iot.id': %d}, 'components': ['result'], 'dataArray': [[1]]}]
              """
                  .formatted(sensors.datastream());
          case "createComposite" ->
              """
              {'thing': {'name': 'x'}, 'sensor': {'name': 'x'}, 'observedProperty': {'name': 'x'},
               'datastream': {'unit': {'name': 'C', 'symbol': 'C'}}}
              """;
          default -> "{'name': 'x'}";
        };
    return body.replace('\'', '"');
  }
}
