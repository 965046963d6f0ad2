package io.glebe.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.access.TokenRequestForm;
import io.glebe.api.cli.load.client.AccessTokens;
import io.glebe.api.cli.load.client.OwnFarm;
import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.api.cli.load.scenario.Audience;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The requests of {@link GrowthLoad}, on a farm of their own and on the sample.
 *
 * @param datastreams of devices on the farm
 */
record GrowthRequests(List<Kind> kinds, List<Long> datastreams) {
  private static final String USER = "owner";
  private static final long SEED = 22;
  private static final int HOT_TILES = 100;
  private static final int DEVICES = 8;

  /** Different random ids for each gateway, by its number. */
  private static final String IDS =
      """
      math.randomseed(os.time() + %1$d)
      local function id()
        return string.format("%%08x-%%04x-4%%03x-8%%03x-%%06x%%06x", math.random(0, 0x7fffffff),
          math.random(0, 0xffff), math.random(0, 0xfff), math.random(0, 0xfff),
          math.random(0, 0xffffff), math.random(0, 0xffffff))
      end
      """;

  private static final String WRITE =
      """
      request = function()
        local one = id()
        return wrk.format("PUT", "/v1/tasks/" .. one, nil, '{"id":"' .. one ..
          '","name":"growth","farmId":"%s","status":"PLANNED","originType":"USER"}')
      end
      """;
  private static final String READ =
      """
      request = function() return wrk.format("GET", "/v1/farms/%s") end
      """;
  private static final String OBSERVE =
      """
      request = function()
        return wrk.format("POST", "/sta/v1.1/Datastreams(%d)/Observations", nil,
          '{"result":' .. math.random(100) .. '}')
      end
      """;
  private static final String TILES =
      """
      local tiles = {%s}
      local n = math.random(0, #tiles - 1)
      request = function()
        n = n + 1
        return wrk.format("GET", "/api/v2" .. tiles[n %% #tiles + 1])
      end
      """;

  /**
   * A kind of request.
   *
   * @param script defines the function {@code request}
   */
  record Kind(String name, String token, String script) {
    String lua(int gateway) {
      return IDS.formatted(gateway) + script;
    }
  }

  /** Makes the farm of the writes. */
  static GrowthRequests prepare(List<URI> gateways) throws IOException, InterruptedException {
    AccessTokens tokens = new AccessTokens(Map.of(), Optional.empty(), USER);
    URI first = gateways.getFirst();
    try (TargetClient target = TargetClient.open(first, 4, null, tokens)) {
      OwnFarm own = new OwnFarm(target, SEED);
      own.create();
      List<Long> datastreams = own.devices(DEVICES).stream().flatMap(List::stream).toList();
      String farm = token(first, Audience.FARM);
      String spatio = token(first, Audience.SPATIO);
      List<String> tiles = SampleTiles.paths();
      return new GrowthRequests(
          List.of(
              new Kind("read a record", farm, READ.formatted(own.id())),
              new Kind("write a record", farm, WRITE.formatted(own.id())),
              new Kind(
                  "observation",
                  token(first, Audience.SENSOR),
                  OBSERVE.formatted(datastreams.getFirst())),
              new Kind("cached tile", spatio, tiles(tiles.subList(0, HOT_TILES))),
              new Kind("other tiles", spatio, tiles(tiles))),
          datastreams);
    }
  }

  private static String tiles(List<String> paths) {
    return TILES.formatted(
        paths.stream().map(path -> "\"" + path + "\"").collect(Collectors.joining(",")));
  }

  private static String token(URI gateway, Audience audience)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(gateway.resolve(TokenRequestForm.PATH))
            .header("Content-Type", TokenRequestForm.MEDIA_TYPE)
            .POST(HttpRequest.BodyPublishers.ofString(TokenRequestForm.form(USER, audience.id())))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      byte[] answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
      ObjectNode json = Json.parseObject(answer);
      return json.path("access_token").asText();
    }
  }
}
