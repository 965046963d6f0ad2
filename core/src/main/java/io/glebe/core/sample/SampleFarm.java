package io.glebe.core.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import io.glebe.core.measurement.RecordTypeCatalogue;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.tile.grid.Projection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Creates the records of the sample: the users of the development identity, two farms, and on the
 * first farm fields, regions and a season of activities. Blocks.
 */
public final class SampleFarm {
  private static final Pattern FIELD = Pattern.compile("\\$\\{field:(\\d+)}");
  private static final Pattern TYPE = Pattern.compile("\\$\\{type:([A-Z_]+)}");
  private static final Pattern USER = Pattern.compile("\\$\\{user:([a-z]+)}");
  private static final Pattern REGION = Pattern.compile("\\$\\{region:(\\d+)}");
  private static final double SQUARE_METRES_PER_HECTARE = 10_000;
  private static final int COORDINATE_DIGITS = 7;
  private static final int[] ZONED = {7, 12, 13, 18};

  private final RecordService records;
  private final Onboarding onboarding;
  private final SampleLand farm;
  private final Projection utm = Projection.of(SampleLand.EPSG);
  private final Map<String, UUID> users = new HashMap<>();

  public SampleFarm(RecordService records, Onboarding onboarding, SampleLand farm) {
    this.records = records;
    this.onboarding = onboarding;
    this.farm = farm;
  }

  /** Creates all records. */
  public void load() {
    people();
    for (SampleLand.Parcel parcel : farm.parcels()) {
      field(parcel);
    }
    for (int number : ZONED) {
      zones(farm.parcels().get(number - 1));
    }
    for (JsonNode entry : script()) {
      record(entry);
    }
  }

  private void people() {
    onboarding.roles().await();
    onboarding.organization(SampleIds.ORGANIZATION, "Sample farm business").await();
    onboarding.organization(SampleIds.NEIGHBOUR_ORGANIZATION, "Neighbouring business").await();
    farm(SampleIds.FARM, SampleIds.ORGANIZATION, "Sample farm");
    farm(SampleIds.NEIGHBOUR_FARM, SampleIds.NEIGHBOUR_ORGANIZATION, "Neighbouring farm");
    person("owner", SampleIds.FARM, "OWNER");
    person("manager", SampleIds.FARM, "MANAGER");
    person("worker", SampleIds.FARM, "WORKER");
    person("viewer", SampleIds.FARM, "VIEWER");
    person("neighbour", SampleIds.NEIGHBOUR_FARM, "OWNER");
    person("sensor", SampleIds.FARM, "SERVICE"); // the service account of the gateway
    onboarding.administrator(user("admin")).await();
  }

  private void farm(UUID id, UUID organization, String name) {
    ObjectNode doc = Json.object().put("name", name).put("organizationId", organization.toString());
    doc.put("timezone", "Europe/Ljubljana").put("defaultCurrency", "EUR").put("country", "SI");
    onboarding.farm(id, doc).await();
  }

  private void person(String subject, UUID farm, String role) {
    UUID user = onboarding.user(user(subject)).await();
    users.put(subject, user);
    onboarding.assign(user, farm, role).await();
  }

  private static Onboarding.NewUser user(String subject) {
    return new Onboarding.NewUser(
        subject, Optional.empty(), "Sample " + subject, Optional.of(subject + "@glebe.example"));
  }

  private void field(SampleLand.Parcel parcel) {
    ObjectNode doc = Json.object().put("name", parcel.name());
    doc.put("farmId", SampleIds.FARM.toString()).put("fieldNumber", "P" + parcel.number());
    BigDecimal hectares =
        BigDecimal.valueOf(parcel.area() / SQUARE_METRES_PER_HECTARE)
            .setScale(2, RoundingMode.HALF_UP);
    doc.put("area", hectares).put("areaUnit", "ha");
    doc.put("landUse", parcel.crop() == Crop.GRASSLAND ? "PERMANENT_GRASSLAND" : "ARABLE");
    doc.put("description", "Season 2026: " + parcel.crop().label());
    doc.set("geometry", polygon(parcel.ring()));
    put("Field", SampleIds.field(parcel.number()), doc);
  }

  /** Creates two management zones, west and east, and a trial plot inside the western one. */
  private void zones(SampleLand.Parcel parcel) {
    double[][] ring = parcel.ring();
    double[] top = middle(ring[0], ring[3]);
    double[] bottom = middle(ring[1], ring[2]);
    double[][] west = {ring[0], ring[1], bottom, top, ring[0]};
    double[][] east = {top, bottom, ring[2], ring[3], top};
    UUID westId = zone(parcel, 1, "West zone", west, Optional.empty());
    zone(parcel, 2, "East zone", east, Optional.empty());
    zone(parcel, 3, "Trial plot", shrunk(west), Optional.of(westId));
  }

  private UUID zone(
      SampleLand.Parcel parcel, int number, String name, double[][] ring, Optional<UUID> parent) {
    UUID id =
        UUID.fromString("5a3d1c00-0000-4000-800b-%08d%04d".formatted(parcel.number(), number));
    ObjectNode doc = Json.object().put("name", name);
    doc.put("fieldId", SampleIds.field(parcel.number()).toString());
    parent.ifPresent(region -> doc.put("parentRegionId", region.toString()));
    doc.put("kind", parent.isPresent() ? "TRIAL_PLOT" : "MANAGEMENT_ZONE");
    doc.set("geometry", polygon(ring));
    doc.putArray("conceptUris").add(concept(parcel.crop()));
    put("Region", id, doc);
    return id;
  }

  /** What the crops of the parcels with zones are called in the vocabulary. */
  private static String concept(Crop crop) {
    return switch (crop) {
      case MAIZE -> "http://aims.fao.org/aos/agrovoc/c_12332";
      case WINTER_WHEAT -> "http://aims.fao.org/aos/agrovoc/c_8373";
      default -> "urn:glebe:agriculture:grassland";
    };
  }

  private static double[] middle(double[] a, double[] b) {
    return new double[] {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2};
  }

  private static double[][] shrunk(double[][] ring) {
    double[] centre = middle(ring[0], ring[2]);
    double[][] inner = new double[ring.length][];
    for (int i = 0; i < ring.length; i++) {
      inner[i] = middle(centre, ring[i]);
    }
    return inner;
  }

  private ObjectNode polygon(double[][] ring) {
    ObjectNode geometry = Json.object().put("type", "Polygon");
    ArrayNode positions = geometry.putArray("coordinates").addArray();
    double[] lonLat = new double[2];
    for (double[] corner : ring) {
      utm.toLonLat(corner[0], corner[1], lonLat, 0);
      positions.addArray().add(rounded(lonLat[0])).add(rounded(lonLat[1]));
    }
    return geometry;
  }

  private static BigDecimal rounded(double degrees) {
    return BigDecimal.valueOf(degrees).setScale(COORDINATE_DIGITS, RoundingMode.HALF_UP);
  }

  private static JsonNode script() {
    try (InputStream in = SampleFarm.class.getResourceAsStream("/sample/farm.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void record(JsonNode entry) {
    String entity = entry.path("entity").asText();
    UUID id = UUID.fromString(entry.path("id").asText());
    put(entity, id, Json.parseObject(filled(Json.write(entry.path("doc")))));
    EntityType type = Catalogue.standard().get(entity);
    for (JsonNode status : entry.path("then")) {
      ObjectNode patch = Json.object().put("status", status.asText());
      records.patch(WriteRequest.of(Caller.system(), type, id, patch)).await();
    }
  }

  private String filled(String text) {
    String known =
        text.replace("${farm}", SampleIds.FARM.toString())
            .replace("${organization}", SampleIds.ORGANIZATION.toString());
    String fields =
        FIELD
            .matcher(known)
            .replaceAll(found -> SampleIds.field(Integer.parseInt(found.group(1))).toString());
    String types =
        TYPE.matcher(fields).replaceAll(found -> RecordTypeCatalogue.id(found.group(1)).toString());
    String people = USER.matcher(types).replaceAll(found -> idOfUser(found.group(1)).toString());
    return REGION
        .matcher(people)
        .replaceAll(
            found ->
                Uuids.defaultRegion(SampleIds.field(Integer.parseInt(found.group(1)))).toString());
  }

  private UUID idOfUser(String name) {
    return Objects.requireNonNull(users.get(name), () -> "the sample has no user " + name);
  }

  private void put(String entity, UUID id, ObjectNode doc) {
    doc.put("id", id.toString()).put("originType", "SYSTEM");
    records
        .put(WriteRequest.of(Caller.system(), Catalogue.standard().get(entity), id, doc))
        .await();
  }
}
