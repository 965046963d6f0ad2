package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Route;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Creates the OpenAPI 3.1 document of the given surfaces from the route table. */
public final class ContractDocument {
  /** The content of a document: its surfaces and its title. */
  public record Subject(String title, String description, List<Surface> surfaces) {}

  public static final Subject FARM =
      new Subject(
          "Glebe farm API",
          "Farm records, activities, master data, features and the partner connector.",
          List.of(Surface.FARM));
  public static final Subject SPATIO =
      new Subject(
          "Glebe spatio-temporal API",
          "Raster cubes, vector features, tiles, series and the STAC catalogue; V2 and legacy"
              + " spellings. Health and metrics of the platform.",
          List.of(Surface.V2, Surface.LEGACY, Surface.OPERATIONS));
  public static final Subject SENSOR =
      new Subject(
          "Glebe sensor API", "Things, datastreams and observations.", List.of(Surface.SENSOR));

  public static final Subject STORE =
      new Subject(
          "Glebe app registry",
          "Apps, their versions and the reviews of these.",
          List.of(Surface.STORE));

  public static final Subject SERVICES =
      new Subject(
          "Glebe service registry",
          "Services, commissions of farms, and the queues of services.",
          List.of(Surface.SERVICES));

  private ContractDocument() {}

  /**
   * The addresses in a document.
   *
   * @param server absolute address below which its paths are
   * @param problems base of the problem types, ending with a slash
   */
  public record Addresses(String server, String problems) {}

  /** The document; all references in it are internal. */
  public static ObjectNode of(RouteTable table, Subject subject, Addresses addresses) {
    List<Route> routes =
        table.routes().stream().filter(r -> subject.surfaces().contains(r.surface())).toList();
    ObjectNode document = Json.object().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", subject.title())
        .put("version", "1.0.0")
        .put("description", subject.description())
        .putObject("license")
        .put("name", "Apache License 2.0")
        .put("url", "https://www.apache.org/licenses/LICENSE-2.0.html");
    document.putArray("servers").addObject().put("url", addresses.server());
    tags(document, routes);
    document.set("paths", paths(routes));
    document.set("components", ContractComponents.all(subject.equals(FARM), addresses));
    SharedExamples.move(document);
    NamedSchemas.move(document);
    MemberDescriptions.add(document);
    SharedParameters.move(document);
    ResponseHeaders.move(document);
    UsedComponents.keep(document);
    return document;
  }

  private static void tags(ObjectNode document, Collection<Route> routes) {
    Set<String> names = new LinkedHashSet<>();
    routes.forEach(r -> names.add(r.operation().tag()));
    names.remove("");
    var tags = document.putArray("tags");
    names.forEach(n -> tags.addObject().put("name", n));
  }

  /** The template of a route as a path of OpenAPI, without a slash at the end. */
  static String path(Route route) {
    String path = route.template().replace("*}", "}");
    String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return bare.isEmpty() ? "/" : bare;
  }

  private static ObjectNode paths(List<Route> routes) {
    Map<String, ObjectNode> paths = new LinkedHashMap<>();
    Set<String> ids = new HashSet<>();
    for (Route route : routes) {
      String id = ContractOperation.id(route);
      while (!ids.add(id)) {
        id += "Alias"; // the same operation at another path
      }
      paths
          .computeIfAbsent(path(route), _ -> Json.object())
          .set(route.method().name().toLowerCase(Locale.ROOT), ContractOperation.of(route, id));
    }
    ObjectNode all = Json.object();
    paths.forEach(all::set);
    return all;
  }
}
