package io.glebe.core.sample;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.CubeModule;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.item.ItemService;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.Projection;
import io.vertx.core.Future;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/** The parcels of the sample farm as features of the collection {@code demo-parcels}. */
public final class SampleParcels {
  public static final String ID = "demo-parcels";

  private static final List<String> STATUS = List.of("verified", "pending", "rejected");
  private static final LocalDate SURVEY = LocalDate.of(2026, 3, 2);
  private static final double SQUARE_METRES_PER_HECTARE = 10_000;
  private static final int COORDINATE_DIGITS = 7;

  private final CubeModule cubes;
  private final SampleLand farm;
  private final Projection utm = Projection.of(SampleLand.EPSG);

  public SampleParcels(CubeModule cubes, SampleLand farm) {
    this.cubes = cubes;
    this.farm = farm;
  }

  /** Creates the collection and its features. */
  public Future<ItemService.Loaded> load() {
    ObjectNode body = Json.object().put("id", ID).put("title", "Sample parcels");
    body.put("description", "The parcels of the sample farm as they were surveyed in March 2026");
    body.put("farmId", SampleIds.FARM.toString());
    return cubes
        .collections()
        .create(Caller.system(), CollectionBody.parse(body))
        .compose(
            made ->
                cubes
                    .items()
                    .load(
                        Caller.system(),
                        ID,
                        new ByteArrayInputStream(Json.bytes(features())),
                        false));
  }

  private ObjectNode features() {
    ObjectNode all = Json.object().put("type", "FeatureCollection");
    ArrayNode features = all.putArray("features");
    farm.parcels().forEach(parcel -> features.add(feature(parcel)));
    return all;
  }

  private ObjectNode feature(SampleLand.Parcel parcel) {
    int number = parcel.number();
    ObjectNode feature =
        Json.object().put("type", "Feature").put("id", "parcel-%02d".formatted(number));
    ObjectNode geometry = feature.putObject("geometry").put("type", "Polygon");
    ArrayNode ring = geometry.putArray("coordinates").addArray();
    double[] lonLat = new double[2];
    for (double[] corner : parcel.ring()) {
      utm.toLonLat(corner[0], corner[1], lonLat, 0);
      ring.addArray().add(rounded(lonLat[0])).add(rounded(lonLat[1]));
    }
    ObjectNode properties = feature.putObject("properties");
    properties.put("name", parcel.name()).put("status", STATUS.get(number % STATUS.size()));
    properties.put("datetime", SURVEY.plusDays(number) + "T09:00:00Z");
    properties.put("farmer", "farm " + (1 + number % 4)).put("state", "Posavje");
    properties.put("district", number <= 15 ? "north" : "south");
    properties.put("village", "village " + (1 + number % 3));
    properties.put("crop", parcel.crop().name().toLowerCase(Locale.ROOT));
    properties.put("survey_number", "%d/%d".formatted(100 + number, 1 + number % 5));
    properties.put("fieldId", SampleIds.field(number).toString());
    properties.put(
        "area",
        BigDecimal.valueOf(parcel.area() / SQUARE_METRES_PER_HECTARE)
            .setScale(2, RoundingMode.HALF_UP));
    return feature;
  }

  private static BigDecimal rounded(double degrees) {
    return BigDecimal.valueOf(degrees).setScale(COORDINATE_DIGITS, RoundingMode.HALF_UP);
  }
}
