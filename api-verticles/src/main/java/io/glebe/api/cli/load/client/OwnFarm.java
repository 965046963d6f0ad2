package io.glebe.api.cli.load.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.api.cli.load.scenario.LoadAnswer;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The farm that a run makes for its writes, with an organization of its own. Its id follows from
 * the seed, so a farm that an earlier run has kept is recognized and emptied first. The id of the
 * organization is random: one of an earlier run may still be there, without rights for the caller.
 */
public final class OwnFarm {
  private static final UUID NAMESPACE = UUID.fromString("5a3d1c00-0000-4000-8000-0000000000f0");
  private static final int BATCH = 500;
  private static final int MOST_PAGES = 20_000;

  private final TargetClient target;
  private final long seed;
  private final UUID farm;
  private UUID organization;
  private boolean made;

  public OwnFarm(TargetClient target, long seed) {
    this.target = target;
    this.seed = seed;
    this.organization = UUID.randomUUID();
    this.farm = NameUuids.v5(NAMESPACE, "farm " + seed);
  }

  public UUID id() {
    return farm;
  }

  /** Makes the farm; one of an earlier run is emptied, and stays in its organization. */
  public void create() throws IOException {
    JsonNode kept = target.get(Audience.FARM, path("farms", farm));
    if (!kept.isMissingNode()) {
      organization = UUID.fromString(kept.path("organizationId").asText());
      made = true;
      empty();
      return;
    }
    put("organizations", organization, Json.object().put("name", "Load test " + seed));
    ObjectNode body = Json.object().put("name", "Load test " + seed);
    body.put("organizationId", organization.toString());
    put("farms", farm, body);
  }

  private void put(String collection, UUID id, ObjectNode body) throws IOException {
    body.put("id", id.toString()).put("originType", "USER");
    target.require(Audience.FARM, HttpMethod.PUT, path(collection, id), Optional.of(body));
    made = true;
  }

  /** Applies operations of an outbox; each has to succeed. */
  public void apply(List<ObjectNode> operations) throws IOException {
    for (int from = 0; from < operations.size(); from += BATCH) {
      ObjectNode body = Json.object();
      ArrayNode part = body.putArray("operations");
      operations.subList(from, Math.min(from + BATCH, operations.size())).forEach(part::add);
      JsonNode answer =
          target.require(Audience.FARM, HttpMethod.POST, "/v1/$batch", Optional.of(body));
      for (JsonNode result : answer.path("results")) {
        if (!result.path("outcome").asText().equals("DONE")) {
          throw new IOException("the target refused an operation: " + result);
        }
      }
    }
  }

  /**
   * Makes devices.
   *
   * @return the ids of the datastreams of each
   */
  public List<List<Long>> devices(int count) throws IOException {
    List<List<Long>> devices = new ArrayList<>();
    for (int device = 0; device < count; device++) {
      ObjectNode order = Json.object().put("template", "soil-probe");
      ObjectNode thing = order.putObject("thing").put("name", "Load " + seed + "-" + device);
      thing.putObject("properties").put("farmId", farm.toString());
      target.require(Audience.SENSOR, HttpMethod.POST, "/sta/v1.1/composite", Optional.of(order));
      devices.add(datastreams("Load " + seed + "-" + device));
    }
    return devices;
  }

  private List<Long> datastreams(String thing) throws IOException {
    List<Long> ids = new ArrayList<>();
    target
        .get(
            Audience.SENSOR,
            "/sta/v1.1/Datastreams?$orderby=name&$select=id&$filter="
                + encoded(
                    "Thing/name eq '%s' and Thing/properties/farmId eq '%s'"
                        .formatted(thing, farm)))
        .path("value")
        .forEach(stream -> ids.add(stream.path("@iot.id").asLong()));
    if (ids.isEmpty()) {
      throw new IOException("the target does not show the datastreams of " + thing);
    }
    return ids;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Deletes the farm with all that was written to it, then its organization. The creator of an
   * organization has no rights on it once its last farm is gone, so that the administrator of the
   * development identity deletes it.
   *
   * @return the organization that stays, without a farm, until an administrator deletes it
   */
  public Optional<UUID> delete() throws IOException {
    LoadAnswer known = call(HttpMethod.GET, "farms", farm);
    if (known.isGood()) {
      empty();
    }
    requireGone(known.isGood() ? call(HttpMethod.DELETE, "farms", farm) : known);
    if (!made || isGone(call(HttpMethod.DELETE, "organizations", organization))) {
      return Optional.empty();
    }
    return target
        .deleteAsAdministrator(path("organizations", organization))
        .filter(OwnFarm::isGone)
        .map(gone -> Optional.<UUID>empty())
        .orElse(Optional.of(organization));
  }

  private static void requireGone(LoadAnswer answer) throws IOException {
    if (!isGone(answer)) {
      throw new IOException("the farm of the run stays: " + TargetClient.detail(answer));
    }
  }

  private static boolean isGone(LoadAnswer answer) {
    return answer.isGood() || answer.status() == HttpURLConnection.HTTP_NOT_FOUND;
  }

  private LoadAnswer call(HttpMethod method, String collection, UUID id) throws IOException {
    return target.call(Audience.FARM, method, path(collection, id), Optional.empty());
  }

  private static String path(String collection, UUID id) {
    return "/v1/" + collection + "/" + id;
  }

  private void empty() throws IOException {
    LoadAnswer things =
        target.call(
            Audience.SENSOR,
            HttpMethod.DELETE,
            "/sta/v1.1/Things?$filter=" + encoded("properties/farmId eq '" + farm + "'"),
            Optional.empty());
    if (!things.isGood()) {
      throw new IOException("the devices of the farm stay: " + TargetClient.detail(things));
    }
    for (int page = 0; page < MOST_PAGES && emptied("tasks"); page++) {
      target.renewTokens();
    }
  }

  /** Deletes a page of records; false when there was none. */
  private boolean emptied(String collection) throws IOException {
    List<ObjectNode> operations = new ArrayList<>();
    target
        .require(
            Audience.FARM,
            HttpMethod.GET,
            "/v1/%s?farmId=%s&limit=%d".formatted(collection, farm, BATCH),
            Optional.empty())
        .path("items")
        .forEach(
            task ->
                operations.add(
                    Json.object()
                        .put("method", "DELETE")
                        .put("path", "/" + collection + "/" + task.path("id").asText())));
    apply(operations);
    return !operations.isEmpty();
  }
}
