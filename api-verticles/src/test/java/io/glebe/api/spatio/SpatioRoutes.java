package io.glebe.api.spatio;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Route;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The routes of the spatio-temporal API from the route table, with real names for the parameters.
 */
public final class SpatioRoutes {
  private static final Pattern PARAMETER = Pattern.compile("\\{([^}*]+)\\*?}");

  private SpatioRoutes() {}

  public static List<Route> all() {
    return TestPlatform.shared().platform().routes().routes().stream()
        .filter(route -> route.operation().guard() == Guard.SPATIO)
        .toList();
  }

  /** Names of the parameters in the path of a route. */
  public static List<String> parameters(Route route) {
    return PARAMETER.matcher(route.template()).results().map(found -> found.group(1)).toList();
  }

  /** The path with each parameter replaced; parameters without a value become {@code x}. */
  public static String path(Route route, Map<String, String> values) {
    Matcher matcher = PARAMETER.matcher(route.template());
    StringBuilder path = new StringBuilder();
    while (matcher.find()) {
      String value = values.getOrDefault(matcher.group(1), "x");
      matcher.appendReplacement(path, Matcher.quoteReplacement(encoded(value)));
    }
    return matcher.appendTail(path).toString();
  }

  /** The query with those of the values whose parameters the operation declares. */
  public static String query(Route route, Map<String, String> values) {
    return route.operation().queryNames().stream()
        .filter(values::containsKey)
        .map(name -> name + "=" + values.get(name))
        .collect(Collectors.joining("&"));
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Parameter values for the cube that {@link SpatioClient#cube()} creates. */
  public static Map<String, String> values(String collection) {
    return Map.ofEntries(
        Map.entry("collectionId", collection),
        Map.entry("layerName", "NDVI"),
        Map.entry("featureId", "p"),
        Map.entry("itemId", "20260501T100000000Z"),
        Map.entry("tmsId", "WebMercatorQuad"),
        Map.entry("z", "14"),
        Map.entry("x", "8897"),
        Map.entry("y", "5826"),
        Map.entry("lon", "15.493"),
        Map.entry("lat", "46.025"));
  }
}
