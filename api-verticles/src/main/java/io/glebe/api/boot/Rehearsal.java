package io.glebe.api.boot;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** One user of everything: pages, documents, tiles, series, records and sensors of the sample. */
final class Rehearsal {
  private static final String SAMPLE = "/api/v2/collections/demo-s2";
  private static final String TILES = SAMPLE + "/tiles/WebMercatorQuad";
  private static final List<String> ONCE =
      List.of(
          "/",
          "/console/",
          "/docs/",
          "/health/ready",
          "/metrics",
          "/v1/openapi.json",
          "/api/v2/openapi.json",
          "/api/v2/",
          "/api/v2/conformance",
          TILES + "/tilejson.json?layers=NDVI");
  private static final List<String> OFTEN =
      List.of(
          "/api/v2/collections",
          SAMPLE + "/layers",
          SAMPLE + "/time",
          TILES + "/14/8897/5827?layers=NDVI&datetime=2026-06-22",
          TILES + "/15/17794/11654?layers=NDVI&resampling=nearest",
          TILES + "/13/4448/2913?layers=RGB",
          SAMPLE
              + "/aggregate/time-series?layers=NDVI&bbox=15.495,46.010,15.505,46.018"
              + "&aggregation=mean&resolution=P1M",
          SAMPLE + "/items?limit=10",
          "/v1/farms",
          "/v1/fields?limit=100",
          "/v1/regions",
          "/sta/v1.1/Things",
          "/sta/v1.1/Datastreams?$expand=Observations($top=1;$orderby=phenomenonTime desc)");

  private final String address;
  private final String token;
  private final String farmToken;

  /**
   * @param farmToken for the farm API
   * @param token for the others
   */
  Rehearsal(String address, String farmToken, String token) {
    this.address = address;
    this.farmToken = farmToken;
    this.token = token;
  }

  /** Asks a few things once and the usual ones in so many rounds; fails at the first refusal. */
  void run(int rounds) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String path : ONCE) {
        get(http, path);
      }
      for (int round = 0; round < rounds; round++) {
        for (String path : OFTEN) {
          // what differs from round to round keeps tiles out of their cache
          get(http, path.startsWith(TILES) ? path + "&rescale=0," + (1 + round) : path);
        }
      }
    }
  }

  private void get(HttpClient http, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path.replace(" ", "%20").replace("$", "%24")))
            .header("Authorization", "Bearer " + (path.startsWith("/v1/") ? farmToken : token))
            .build();
    int status = http.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
    if (status >= 400) {
      throw new IOException("the rehearsal's " + path + " was answered " + status);
    }
  }
}
