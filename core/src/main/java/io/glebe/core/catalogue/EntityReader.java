package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.EntityType.Package;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one entity declaration. */
final class EntityReader {
  private EntityReader() {}

  static EntityType entity(String name, Package modelPackage, Declaration d) {
    d.texts("given");
    Optional<String> shared = d.text("shared");
    Declaration onDelete = d.child("onDelete").orElseThrow(() -> d.fault("lacks onDelete"));
    EntityType type =
        new EntityType(
            name,
            d.requiredText("path"),
            d.requiredText("prefix"),
            modelPackage,
            d.requiredText("description"),
            reaches(d),
            d.text("via"),
            shared.isPresent(),
            operations(d),
            AttributeReader.attributes(d, "attributes"),
            d.child("states").map(EntityReader::lifecycle),
            businessKeys(d),
            d.texts("filters"),
            ConstraintReader.constraints(d),
            Collections.unmodifiableSet(new LinkedHashSet<>(d.texts("rules"))),
            owned(onDelete),
            similar(d));
    if (shared.isPresent() && !shared.get().equals("organization")) {
      throw d.fault("is shared with " + shared.get());
    }
    d.done();
    return type;
  }

  private static List<OwnerPath> reaches(Declaration d) {
    List<OwnerPath> all = new ArrayList<>();
    for (String part : d.requiredText("farm").split(";", -1)) {
      all.add(reach(d, part.strip()));
    }
    return List.copyOf(all);
  }

  private static OwnerPath reach(Declaration d, String text) {
    if (text.startsWith("like ")) {
      return new OwnerPath.Like(text.substring("like ".length()));
    }
    return switch (text) {
      case "id" -> new OwnerPath.FarmItself();
      case "platform" -> new OwnerPath.OfPlatform();
      case "creator" -> new OwnerPath.CreatorOnly();
      case "organization" -> new OwnerPath.ThroughOrganization(d.requiredText("via"));
      default -> new OwnerPath.ThroughFarm(List.of(text.split("\\.")));
    };
  }

  private static Set<RecordOperation> operations(Declaration d) {
    if (!d.has("operations")) {
      return Collections.unmodifiableSet(EnumSet.allOf(RecordOperation.class));
    }
    return switch (String.join(" ", d.texts("operations"))) {
      case "list read" -> Set.of(RecordOperation.READ);
      case "list read update" -> Set.of(RecordOperation.READ, RecordOperation.UPDATE);
      default -> throw d.fault("limits operations in an unknown way");
    };
  }

  private static Lifecycle lifecycle(Declaration d) {
    Map<String, String> sets = new LinkedHashMap<>();
    d.value("sets")
        .ifPresent(n -> n.properties().forEach(e -> sets.put(e.getKey(), e.getValue().asText())));
    Lifecycle lifecycle =
        new Lifecycle(
            d.requiredText("attribute"),
            d.texts("initial"),
            Collections.unmodifiableMap(d.lists("transitions")),
            Collections.unmodifiableMap(d.lists("systemTransitions")),
            Set.copyOf(d.texts("terminal")),
            Collections.unmodifiableMap(sets),
            Set.copyOf(d.texts("immutableFrom")));
    d.done();
    return lifecycle;
  }

  private static List<BusinessKey> businessKeys(Declaration d) {
    Set<String> absentEqual = Set.copyOf(d.texts("nullsEqual"));
    Set<String> exact = Set.copyOf(d.texts("exact"));
    List<BusinessKey> keys = new ArrayList<>();
    d.value("unique")
        .ifPresent(
            list ->
                list.forEach(
                    n -> {
                      List<String> members = d.textsOf("unique", n);
                      Set<String> equal = new LinkedHashSet<>(absentEqual);
                      equal.retainAll(members);
                      keys.add(new BusinessKey(members, equal, exact.containsAll(members)));
                    }));
    return List.copyOf(keys);
  }

  private static List<Ownership> owned(Declaration onDelete) {
    if (!onDelete.requiredText("blockedBy").equals("inbound")) {
      throw onDelete.fault("is blocked in an unknown way");
    }
    Optional<JsonNode> conditions = onDelete.value("ownsIf");
    List<Ownership> all = new ArrayList<>();
    for (String path : onDelete.texts("owns")) {
      String[] parts = path.split("\\.", -1);
      Map<String, JsonNode> onlyIf = new LinkedHashMap<>();
      conditions
          .map(c -> c.get(path))
          .ifPresent(c -> c.properties().forEach(e -> onlyIf.put(e.getKey(), e.getValue())));
      all.add(new Ownership(parts[0], parts[1], onlyIf));
    }
    onDelete.done();
    return List.copyOf(all);
  }

  private static Optional<String> similar(Declaration d) {
    Declaration jsonld = d.child("jsonld").orElseThrow(() -> d.fault("lacks jsonld"));
    Optional<String> similar = jsonld.text("type");
    jsonld.done();
    return similar;
  }
}
