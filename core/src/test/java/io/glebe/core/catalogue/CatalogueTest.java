package io.glebe.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalogue matches the facts of the design, and its loader rejects invalid declarations. */
class CatalogueTest {
  private final Catalogue catalogue = Catalogue.standard();

  static JsonNode expected(String file) {
    try (InputStream in = CatalogueTest.class.getResourceAsStream("/catalogue/" + file)) {
      return new ObjectMapper(new YAMLFactory()).readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void thereAre49EntitiesIn15Packages() {
    assertThat(catalogue.types()).hasSize(49);
    assertThat(catalogue.types().stream().map(t -> t.modelPackage().id()).distinct()).hasSize(15);
    assertThat(catalogue.types().stream().map(EntityType::path).distinct()).hasSize(49);
  }

  @Test
  void thereAre191PermissionsAndTheAuditLogHasOne() {
    assertThat(Permissions.standard().all()).hasSize(191);
    assertThat(Permissions.standard().expand("auditLog:*")).containsExactly("auditLog:read");
    assertThat(Permissions.standard().expand("*:read")).hasSize(49);
    assertThatThrownBy(() -> Permissions.standard().expand("nothing:read"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void dependencyOrderMatchesTheExpectedOrder() {
    assertThat(DependencyOrder.standard().paths())
        .isEqualTo(texts(expected("derived.yaml").get("syncOrder")));
  }

  static Stream<String> entities() {
    return Catalogue.standard().types().stream().map(EntityType::name);
  }

  @ParameterizedTest
  @MethodSource("entities")
  void filtersAndInboundReferencesMatchTheExpectedLists(String entity) {
    JsonNode proven = expected("derived.yaml").get("entities").get(entity);
    List<String> filters = new ArrayList<>(Filters.of(entity).keySet());
    filters.remove(CommonAttributes.CREATED_BY_JOB_ID);
    assertThat(filters).containsExactlyInAnyOrderElementsOf(texts(proven.get("filters")));
    List<String> blocking = new ArrayList<>(texts(proven.get("blockedBy")));
    catalogue.get(entity).owned().stream()
        .filter(owned -> !owned.onlyIf().isEmpty())
        .forEach(owned -> blocking.add(owned.entity() + "." + owned.attribute()));
    assertThat(References.standard().blocking(entity).stream().map(Object::toString))
        .containsExactlyInAnyOrderElementsOf(blocking);
    assertThat(catalogue.get(entity).owned().stream().map(o -> o.entity() + "." + o.attribute()))
        .containsExactlyInAnyOrderElementsOf(texts(proven.get("owns")));
  }

  @Test
  void starterRolesAndScopesResolveToTheExpectedPermissions() {
    JsonNode proven = expected("starter-roles.resolved.yaml");
    StarterRoles starter = StarterRoles.standard();
    assertThat(starter.roles()).hasSize(7);
    starter
        .roles()
        .forEach(
            r ->
                assertThat(r.permissions())
                    .as(r.code())
                    .isEqualTo(texts(proven.get("roles").get(r.code()))));
    starter
        .scopes()
        .forEach((s, p) -> assertThat(p).as(s).isEqualTo(texts(proven.get("scopes").get(s))));
  }

  @Test
  void theStateModelOfTasksMatchesTheApi() {
    Lifecycle task = catalogue.get("Task").lifecycle().orElseThrow();
    assertThat(task.next("ASSIGNED"))
        .containsExactlyInAnyOrder("IN_PROGRESS", "PLANNED", "CANCELLED");
    assertThat(task.allows("ASSIGNED", "COMPLETED", false)).isFalse();
    assertThat(task.initial()).containsExactly("PLANNED");
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault(
            "unknown key",
            "p03-fields",
            n -> attributes(n, "Field").withObjectProperty("name").put("colour", 1)),
        fault(
            "reference to no entity",
            "p03-fields",
            n -> attributes(n, "Field").withObjectProperty("farmId").put("ref", "Fram")),
        fault(
            "two kinds of value",
            "p03-fields",
            n -> attributes(n, "Field").withObjectProperty("area").put("ref", "Farm")),
        fault(
            "lower-case value",
            "p03-fields",
            n -> attributes(n, "Field").withObjectProperty("tenure").withArray("enum").add("own")),
        fault(
            "name not in camel case",
            "p03-fields",
            n -> attributes(n, "Field").putObject("Site_No").put("type", "string")),
        fault(
            "missing unit attribute", "p03-fields", n -> attributes(n, "Field").remove("areaUnit")),
        fault(
            "broken way to the farm",
            "p04-cropping",
            n -> entity(n, "Stand").put("farm", "regionId.farmId")),
        fault(
            "terminal state with a way out",
            "p05-work",
            n ->
                entity(n, "Task")
                    .withObjectProperty("states")
                    .withObjectProperty("transitions")
                    .putArray("COMPLETED")
                    .add("PLANNED")),
        fault(
            "unknown state",
            "p05-work",
            n -> entity(n, "Task").withObjectProperty("states").withArray("initial").add("LOST")),
        fault(
            "constraint on nothing",
            "p06-products",
            n ->
                entity(n, "Lot")
                    .withArray("constraints")
                    .addObject()
                    .put("rule", "V07")
                    .putArray("order")
                    .add("producedAt")
                    .add("soldAt")),
        fault(
            "constraint of no form",
            "p06-products",
            n -> entity(n, "Lot").withArray("constraints").addObject().put("rule", "V07")),
        fault(
            "prefix that is not the name",
            "p09-observations",
            n -> entity(n, "Data").put("prefix", "datum")),
        fault(
            "unknown entity key", "p09-observations", n -> entity(n, "Data").put("colour", "red")));
  }

  private static Arguments fault(String name, String file, Consumer<ObjectNode> plant) {
    return Arguments.of(name, file, plant);
  }

  private static ObjectNode entity(ObjectNode file, String name) {
    return (ObjectNode) file.get("entities").get(name);
  }

  private static ObjectNode attributes(ObjectNode file, String name) {
    return (ObjectNode) entity(file, name).get("attributes");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void anInvalidDeclarationIsRejected(String name, String file, Consumer<ObjectNode> plant) {
    List<JsonNode> packages = new ArrayList<>();
    for (String f : CatalogueLoader.FILES) {
      JsonNode node = CatalogueLoader.resource(f + ".yaml");
      if (f.equals(file)) {
        plant.accept((ObjectNode) node);
      }
      packages.add(node);
    }
    assertThatThrownBy(() -> CatalogueLoader.of(packages))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("catalogue: ");
  }

  @Test
  void theUnmodifiedDeclarationsLoad() {
    List<JsonNode> packages =
        CatalogueLoader.FILES.stream().map(f -> CatalogueLoader.resource(f + ".yaml")).toList();
    assertThat(CatalogueLoader.of(packages).types()).hasSize(49);
  }

  @Test
  void tableNamesAreUniqueAndValid() {
    List<String> tables = catalogue.types().stream().map(t -> TableShape.of(t).table()).toList();
    assertThat(tables).doesNotHaveDuplicates().allMatch(t -> t.matches("[a-z_]+"));
    assertThat(TableShape.of(catalogue.get("Field")).geometry()).contains("geometry");
    assertThat(TableShape.of(catalogue.get("Task")).links())
        .contains("farmId", "assignedWorkerIds");
  }
}
