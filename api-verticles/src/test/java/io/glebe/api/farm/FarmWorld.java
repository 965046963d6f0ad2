package io.glebe.api.farm;

import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.send;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Route;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A farm of the owner with one record for each parameter in the paths of the farm API, and the
 * bodies for its routes. The names of the records contain a secret, so that tests detect a leak.
 */
public final class FarmWorld {
  /** A secret text that only the records of this farm contain, and no records of other tests. */
  public final String secret = "secret-" + UUID.randomUUID();

  private static final Pattern PARAMETER = Pattern.compile("\\{([^}*]+)\\*?}");

  public final TestFarm home = new TestFarm("owner");
  private final Map<String, String> values = new HashMap<>();

  /** Record ids by the path of their collection. */
  private final Map<String, String> records = new HashMap<>();

  public FarmWorld() {
    String field = RecordEndpointsClient.field(home.farm, secret);
    String named = "'name': '" + secret + "'";
    String region = RecordEndpointsClient.region("'fieldId': '" + field + "', " + named);
    String season = made("/activities", "{'farmId': '" + home.farm + "', " + named + "}");
    String action =
        made(
            "/actions",
            "{'fieldId': '%s', 'regionId': '%s', 'type': 'SCOUTING', %s}"
                .formatted(field, region, named));
    String period =
        made(
            "/regions/" + region + "/cultivation-periods",
            "{'crop': 'maize', 'startsAt': '2026-04-01', 'endsAt': '2026-10-01', 'activityId': '"
                + season
                + "'}");
    String input = made("/activities/" + season + "/inputoutputs", inputBody());
    String record =
        made(
            "/farms/" + home.farm + "/fields/" + field + "/records",
            "{'type': 'NOTE', 'regionId': '%s', 'actionId': '%s', 'payload': {'text': '%s'}}"
                .formatted(region, action, secret));
    String file = made("/records/" + record + "/attachments", multipart(), "Content-Type", FORM);
    values.put("farmId", home.farm.toString());
    values.put("fieldId", field);
    values.put("regionId", region);
    values.put("activityId", season);
    values.put("actionId", action);
    values.put("cultivationPeriodId", period);
    values.put("recordId", record);
    values.put("attachmentId", file);
    values.put("collectionId", "fields");
    values.put("featureId", field);
    records.put("organizations", home.organization.toString());
    records.put("farms", home.farm.toString());
    records.put("fields", field);
    records.put("regions", region);
    records.put("activities", season);
    records.put("cultivation-periods", period);
    records.put("input-outputs", input);
    records.put("data", record);
    records.put("files", file);
  }

  public static final String FORM = "multipart/form-data; boundary=XyZ";

  private String multipart() {
    return "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\""
        + secret
        + ".txt\"\r\nContent-Type: text/plain\r\n\r\nx\r\n--XyZ--\r\n";
  }

  private static String made(String path, String body, String... headers) {
    return created(send("POST", "/v1" + path, body, headers)).path("id").asText();
  }

  private String inputBody() {
    return "{'direction': 'INPUT', 'category': 'SEED', 'quantity': 1, 'unit': 'kg', 'description':"
        + " '"
        + secret
        + "'}";
  }

  /**
   * The routes of records, activities, master data, features and the partner, from the route table.
   */
  public static List<Route> routes() {
    return TestPlatform.shared().platform().routes().routes().stream()
        .filter(route -> route.operation().guard() == Guard.FARM)
        .filter(route -> List.of("farm", "features", "partner").contains(route.area()))
        .filter(route -> route.template().startsWith("/v1/"))
        .toList();
  }

  public static List<String> parameters(Route route) {
    return PARAMETER.matcher(route.template()).results().map(found -> found.group(1)).toList();
  }

  /** The path to the records of this farm, with some parameters replaced. */
  public String path(Route route, Map<String, String> instead) {
    Matcher matcher = PARAMETER.matcher(route.template());
    StringBuilder path = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(1);
      String value = instead.containsKey(name) ? instead.get(name) : value(route, name);
      matcher.appendReplacement(path, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(path).toString();
  }

  public String path(Route route) {
    return path(route, Map.of());
  }

  private static final String NOTHING = "00000000-0000-4000-8000-000000000000";

  /** The value of a path parameter on this farm; an unknown id if there is no such record. */
  public String value(Route route, String parameter) {
    if (route.area().equals("partner")) {
      return parameter.equals("partner") ? "partner" : "x";
    }
    return parameter.equals("id")
        ? records.getOrDefault(collection(route), NOTHING)
        : values.getOrDefault(parameter, NOTHING);
  }

  private static String collection(Route route) {
    String path = route.template().substring("/v1/".length());
    return path.contains("inputoutputs") ? "input-outputs" : path.substring(0, path.indexOf('/'));
  }

  /** Whether this farm has a record for every parameter of the path. */
  public boolean holds(Route route) {
    List<String> names = parameters(route);
    return !names.isEmpty()
        && !route.area().equals("partner") // its paths name records of the partner
        && (!names.contains("id") || records.containsKey(collection(route)))
        && names.stream().allMatch(name -> name.equals("id") || values.containsKey(name));
  }

  /** A valid body of the route for the records of this farm. */
  public String body(Route route) {
    return switch (route.operation().id()) {
      case "postOrganization" -> "{'name': 'x'}";
      case "postFarm" -> "{'name': 'x', 'organizationId': '" + home.organization + "'}";
      case "addFarmUser" -> "{'email': 'a@example.org', 'role': 'WORKER'}";
      case "postField" -> "{'name': 'x', 'geometry': " + RecordEndpointsClient.SQUARE + "}";
      case "postRegion" -> "{'fieldId': '" + values.get("fieldId") + "', 'name': 'x'}";
      case "postActivity" -> "{'farmId': '" + home.farm + "', 'name': 'x'}";
      case "postAction" -> "{'fieldId': '" + values.get("fieldId") + "', 'type': 'SCOUTING'}";
      case "postActivityPeriod" ->
          "{'regionId': '" + values.get("regionId") + "', 'crop': 'x', 'startsAt': '2026-01-01'}";
      case "postActivityInput" -> inputBody();
      case "applyOutbox" -> "{'operations': []}";
      case String id when id.startsWith("postRegionPeriod") ->
          "{'crop': 'x', 'startsAt': '2026-01-01', 'endsAt': '2026-02-01'}";
      case String id when id.startsWith("postAttachment") || id.equals("putAttachment") ->
          multipart();
      case "putAttachmentUpload" -> "{'name': 'x.txt', 'type': 'text/plain', 'size': 1}";
      case String id when id.endsWith("Record") && id.startsWith("post") ->
          "{'type': 'NOTE', 'payload': {'text': 'x'}}";
      case String id when id.startsWith("put") -> whole(route);
      case String id when id.startsWith("patch") -> "{'probe': '" + UUID.randomUUID() + "'}";
      default -> "";
    };
  }

  /** The stored record with a changed attribute, or a minimal new record. */
  private String whole(Route route) {
    String id = value(route, "id");
    EntityType type = Catalogue.standard().atPath(collection(route)).orElseThrow();
    if (!records.containsKey(type.path())) {
      return "{'id': '" + id + "', 'originType': 'USER'}";
    }
    ObjectNode stored =
        (ObjectNode)
            RecordEndpointsClient.ok(RecordEndpointsClient.get("/v1/" + type.path() + "/" + id));
    return stored.put("probe", UUID.randomUUID().toString()).toString();
  }

  public static String type(Route route) {
    List<String> types = route.operation().body().mediaTypes();
    boolean form = types.contains("multipart/form-data");
    return form ? FORM : types.isEmpty() ? "application/json" : types.getFirst();
  }
}
