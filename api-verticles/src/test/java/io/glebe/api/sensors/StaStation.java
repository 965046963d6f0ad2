package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A thing with a location and one datastream of each observation type, for suites of SensorThings.
 *
 * @param sta the account that owns it
 */
record StaStation(StaClient sta, long thing, long location, long datastream) {
  static final String MEASUREMENT =
      "http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement";

  /** Creates a station at a place in degrees. */
  static StaStation at(StaClient sta, String name, double lon, double lat) {
    long thing =
        sta.id(
            "/Things",
            "{'name': '%s', 'Locations': [{'name': '%s', 'location': %s}]}"
                .formatted(name, name, point(lon, lat)));
    long location = sta.json("/Things(" + thing + ")/Locations").at("/value/0/@iot.id").asLong();
    return new StaStation(sta, thing, location, datastream(sta, thing, name, MEASUREMENT));
  }

  static StaStation at(StaClient sta, String name) {
    return at(sta, name, 15.5, 46.1);
  }

  static String point(double lon, double lat) {
    return "{'type': 'Point', 'coordinates': [" + lon + ", " + lat + "]}";
  }

  static long datastream(StaClient sta, long thing, String name, String type) {
    return sta.id(
        "/Things(" + thing + ")/Datastreams",
        """
        {'name': '%s', 'observationType': '%s',
         'unitOfMeasurement': {'name': 'percent', 'symbol': '%%', 'definition': 'ucum:%%'},
         'ObservedProperty': {'name': '%s'}, 'Sensor': {'name': '%s'}}
        """
            .formatted(name, type, name, name));
  }

  /** A further datastream of the thing. */
  long another(String name, String type) {
    return datastream(sta, thing, name, type);
  }

  String observations() {
    return "/Datastreams(" + datastream + ")/Observations";
  }

  long observe(String body) {
    return sta.id(observations(), body);
  }

  /** The names or results of the entities of a page that pass a filter. */
  static List<String> texts(JsonNode page, String member) {
    List<String> texts = new ArrayList<>();
    page.path("value").forEach(entity -> texts.add(entity.path(member).asText()));
    return texts;
  }

  /** The results of the observations of the datastream that pass a filter. */
  List<String> results(String filter) {
    return texts(
        sta.json(
            observations() + "?$top=1000&$orderby=result&$filter=" + StaClient.encoded(filter)),
        "result");
  }
}
