package io.glebe.api.cli.load.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * People who read the pages of their farms: lists, the series of a field, the chart of a sensor.
 */
public final class DashboardScenario implements Scenario {
  private final List<FarmPages> farms;
  private final SplittableRandom random;

  /**
   * @param farms the farms to look at; not empty
   */
  public DashboardScenario(List<FarmPages> farms, long seed) {
    this.farms = List.copyOf(farms);
    this.random = new SplittableRandom(seed);
  }

  @Override
  public List<LoadRequest> next(long atNanos) {
    FarmPages farm = farms.get(random.nextInt(farms.size()));
    List<LoadRequest> requests = new ArrayList<>();
    int chance = random.nextInt(100);
    if (chance < 40) {
      overview(farm, requests);
    } else if (chance < 75) {
      field(farm, requests);
    } else {
      sensor(farm, requests);
    }
    if (requests.isEmpty()) {
      overview(farm, requests);
    }
    return requests;
  }

  private static void overview(FarmPages farm, List<LoadRequest> requests) {
    requests.add(list("fields", farm, 100));
    requests.add(list("tasks", farm, 50));
    requests.add(list("activities", farm, 50));
    if (!farm.datastreams().isEmpty()) {
      requests.add(
          LoadRequest.get(
              RequestClass.OBSERVATION,
              Audience.SENSOR,
              "/sta/v1.1/Datastreams?$top=20&$select=id,name,unitOfMeasurement"
                  + "&$expand=Observations($top=1;$orderby=phenomenonTime%20desc)",
              "latest"));
    }
  }

  private static LoadRequest list(String collection, FarmPages farm, int limit) {
    return LoadRequest.get(
        RequestClass.RECORD,
        Audience.FARM,
        "/v1/%s?farmId=%s&limit=%d".formatted(collection, farm.farm(), limit),
        "list");
  }

  private void field(FarmPages farm, List<LoadRequest> requests) {
    if (farm.fields().isEmpty()) {
      return;
    }
    String field = farm.fields().get(random.nextInt(farm.fields().size()));
    requests.add(LoadRequest.get(RequestClass.RECORD, Audience.FARM, "/v1/fields/" + field, "one"));
    for (FarmPages.SeriesSource source : farm.layers()) {
      requests.add(
          LoadRequest.get(
              RequestClass.SERIES,
              Audience.SPATIO,
              "/api/v2/collections/%s/aggregate/time-series?layers=%s&fieldId=%s&aggregation=%s"
                  .formatted(
                      source.collection(),
                      source.layer(),
                      field,
                      random.nextInt(4) == 0 ? "median" : "mean"),
              "field"));
    }
  }

  private void sensor(FarmPages farm, List<LoadRequest> requests) {
    if (farm.datastreams().isEmpty()) {
      return;
    }
    long datastream = farm.datastreams().get(random.nextInt(farm.datastreams().size()));
    String path = "/sta/v1.1/Datastreams(" + datastream + ")";
    requests.add(
        LoadRequest.get(
            RequestClass.SERIES,
            Audience.SENSOR,
            path + "/aggregate/time-series?resolution=" + (random.nextBoolean() ? "P1D" : "P1M"),
            "sensor"));
    requests.add(
        LoadRequest.get(
            RequestClass.OBSERVATION,
            Audience.SENSOR,
            path + "/Observations?$top=100&$orderby=phenomenonTime%20desc",
            "list"));
  }
}
