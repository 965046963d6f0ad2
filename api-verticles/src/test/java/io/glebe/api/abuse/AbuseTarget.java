package io.glebe.api.abuse;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.glebe.core.json.Json;
import io.glebe.mqtt.fixture.RawClient;
import java.net.URI;
import java.util.Random;

/**
 * A running platform as the abusing user sees it.
 *
 * @param http the address of the HTTP server
 * @param mqtt the port of MQTT without TLS
 * @param mqtts the port of MQTT with TLS
 * @param tokens the abusing user's tokens
 * @param data the abusing user's data
 * @param seed of all random numbers
 * @param share the share of the connections that each abuse opens, 0 to 1
 */
record AbuseTarget(
    String http, int mqtt, int mqtts, Tokens tokens, Data data, long seed, double share) {
  /** The service account of the abusing user; its password is that of {@link RawClient}. */
  static final String ACCOUNT = "gadget";

  /** Access tokens for the three APIs. */
  record Tokens(String farm, String spatio, String sensor) {}

  /**
   * What the abuses read and write.
   *
   * @param datastream of the service account
   * @param observed a datastream with many observations
   * @param record the path of a record that can have attachments
   * @param attachment the path of a large attachment
   * @param cube a collection with a cube in {@code EPSG:3857}
   * @param features a collection with ten features of about 1 MB
   * @param region the path of a region with regions of 8 MB in all below it
   * @param parcels a collection with many small polygons
   */
  record Data(
      long datastream,
      long observed,
      String record,
      String attachment,
      String cube,
      String features,
      String region,
      String parcels) {}

  static AbuseTarget parse(String json) throws JsonProcessingException {
    return Json.mapper().readValue(json, AbuseTarget.class);
  }

  String json() throws JsonProcessingException {
    return Json.mapper().writeValueAsString(this);
  }

  int port() {
    return URI.create(http).getPort();
  }

  Random random() {
    return new Random(seed);
  }

  /** That share of a number of connections, at least one. */
  int share(int number) {
    return Math.max(1, (int) Math.round(number * share));
  }

  /** The head of a request to the farm API, without the empty line at its end. */
  String farm(String method, String path) {
    return head(method, "/v1" + path, tokens.farm);
  }

  /** The head of a request to the spatio-temporal API. */
  String spatio(String method, String path) {
    return head(method, "/api/v2" + path, tokens.spatio);
  }

  /** The head of a request to the sensor service. */
  String sensor(String method, String path) {
    return head(method, "/sta/v1.1" + path, tokens.sensor);
  }

  private static String head(String method, String path, String token) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + token
        + "\r\n";
  }
}
