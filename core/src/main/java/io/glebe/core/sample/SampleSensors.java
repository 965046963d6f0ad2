package io.glebe.core.sample;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.Sensors;
import io.glebe.core.sensor.entity.SensorEntities;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.tile.grid.Projection;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the stations of the sample farm in four parcels: soil moisture and air temperature every
 * three hours and rainfall every day, through one season. Blocks.
 */
public final class SampleSensors {
  private static final long SEED = 20_260_303L;
  private static final int[] PARCELS = {7, 12, 13, 18};
  private static final Instant FIRST = Instant.parse("2026-03-02T00:00:00Z");
  private static final int DAYS = 240;
  private static final Duration STEP = Duration.ofHours(3);
  private static final int STEPS_A_DAY = 8;
  private static final int GROUP = 2_000;
  private static final double DRY_PERCENT = 12;
  private static final double FULL_PERCENT = 38;

  private final Sensors sensors;
  private final SampleLand farm;
  private final SampleNoise noise = new SampleNoise(SEED);
  private final Projection utm = Projection.of(SampleLand.EPSG);
  private final double[] rain = rain();

  public SampleSensors(Sensors sensors, SampleLand farm) {
    this.sensors = sensors;
    this.farm = farm;
  }

  /**
   * Creates the stations and their observations; returns the ids of the Things by the number of the
   * parcel.
   */
  public Map<Integer, Long> load() {
    Map<Integer, Long> things = new HashMap<>();
    List<Future<StoredResult>> under = new ArrayList<>();
    for (int parcel : PARCELS) {
      things.put(parcel, station(farm.parcels().get(parcel - 1), under));
    }
    Future.all(under).await();
    return things;
  }

  private long station(SampleLand.Parcel parcel, List<Future<StoredResult>> under) {
    long thing = make("Things", thing(parcel));
    long moisture = stream(thing, parcel, "Soil moisture", "percent", "%", "Soil probe at 20 cm");
    long air = stream(thing, parcel, "Air temperature", "degree Celsius", "°C", "Thermometer");
    long rainfall = stream(thing, parcel, "Rainfall", "millimetre", "mm", "Rain gauge");
    double water = FULL_PERCENT - 6;
    for (int day = 0; day < DAYS; day++) {
      send(rainfall, day * STEPS_A_DAY, rain[day], under);
      for (int step = 0; step < STEPS_A_DAY; step++) {
        int at = day * STEPS_A_DAY + step;
        double seasonalTemperature = temperature(parcel, at);
        water += rain[day] / STEPS_A_DAY * 0.35 - Math.max(0, seasonalTemperature) * 0.0055;
        water = Math.clamp(water, DRY_PERCENT, FULL_PERCENT);
        send(moisture, at, water + grain(parcel, at, 1) * 0.4, under);
        send(air, at, seasonalTemperature, under);
      }
    }
    return thing;
  }

  private static double[] rain() {
    SampleNoise clouds = new SampleNoise(SEED);
    double[] rain = new double[DAYS];
    for (int day = 0; day < DAYS; day++) {
      double wet = clouds.smooth(day / 5.0, 3) + 0.25 * clouds.grain(day, 5) - 0.72;
      rain[day] = Math.max(0, wet) * 60;
    }
    return rain;
  }

  /**
   * Returns degrees Celsius from season, time of day, weather of the week and a small local
   * deviation.
   */
  private double temperature(SampleLand.Parcel parcel, int at) {
    double day = at / (double) STEPS_A_DAY;
    double season = 12 - 9 * Math.cos((day + 45) / 365 * 2 * Math.PI);
    double hour = -5 * Math.cos((at % STEPS_A_DAY - 1) / (double) STEPS_A_DAY * 2 * Math.PI);
    return season + hour + 8 * (noise.smooth(day / 6, 11) - 0.5) + grain(parcel, at, 2);
  }

  private double grain(SampleLand.Parcel parcel, int at, int which) {
    return noise.grain(at, 100L * parcel.number() + which) - 0.5;
  }

  private void send(long datastream, int step, double value, List<Future<StoredResult>> under) {
    if (under.size() >= GROUP) {
      Future.all(under).await();
      under.clear();
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP);
    Observation observation =
        Observation.of(DecimalNode.valueOf(rounded), FIRST.plus(STEP.multipliedBy(step)));
    under.add(sensors.writer().write(Caller.system(), datastream, observation));
  }

  private ObjectNode thing(SampleLand.Parcel parcel) {
    ObjectNode thing = Json.object().put("name", "Station " + parcel.name());
    thing.put("description", "Weather and soil in " + parcel.name());
    thing
        .putObject("properties")
        .put("farmId", SampleIds.FARM.toString())
        .put("fieldId", SampleIds.field(parcel.number()).toString());
    ObjectNode location = thing.putArray("Locations").addObject();
    location.put("name", parcel.name()).put("description", "Middle of " + parcel.name());
    location.put("encodingType", "application/geo+json");
    ObjectNode point = location.putObject("location").put("type", "Point");
    middle(parcel, point.putArray("coordinates"));
    return thing;
  }

  private void middle(SampleLand.Parcel parcel, ArrayNode position) {
    double east = 0;
    double north = 0;
    for (int i = 0; i < 4; i++) {
      east += parcel.ring()[i][0] / 4;
      north += parcel.ring()[i][1] / 4;
    }
    double[] lonLat = new double[2];
    utm.toLonLat(east, north, lonLat, 0);
    position.add(rounded(lonLat[0])).add(rounded(lonLat[1]));
  }

  private static BigDecimal rounded(double degrees) {
    return BigDecimal.valueOf(degrees).setScale(7, RoundingMode.HALF_UP);
  }

  private long stream(
      long thing,
      SampleLand.Parcel parcel,
      String property,
      String unit,
      String symbol,
      String sensor) {
    ObjectNode stream = Json.object().put("name", property + " " + parcel.name());
    stream.put("description", property + " in " + parcel.name());
    stream
        .putObject("unitOfMeasurement")
        .put("name", unit)
        .put("symbol", symbol)
        .put("definition", "");
    stream.putObject("Thing").put("@iot.id", thing);
    stream.putObject("ObservedProperty").put("name", property);
    stream.putObject("Sensor").put("name", sensor);
    return make("Datastreams", stream);
  }

  private long make(String set, ObjectNode body) {
    SensorEntities.Created made =
        sensors.entities().create(Caller.system(), ResourcePath.parse(List.of(set)), body).await();
    return made.id();
  }
}
