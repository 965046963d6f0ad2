package io.glebe.core.farm;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Splice;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes regions as trees of JSON text: {@code {…record, "field": {…}, "children": […]}}. Documents
 * are never parsed; one farm is in memory at a time. Methods that return no future block.
 */
public final class RegionForest {
  /** Maximum number of regions for a response with the whole forest. */
  public static final int MAX_REGIONS = 20_000;

  private static final EntityType REGION = Catalogue.standard().get("Region");
  private static final EntityType FIELD = Catalogue.standard().get("Field");
  private static final Permission READ_FIELDS = Permission.of("field:read");
  private static final String PARENT = "t.doc ->> 'parentRegionId'";

  private static final String UP =
      """
      )
        union
        select r.id, r.doc ->> 'parentRegionId'
        from record.regions r join up on r.id = up.parent::uuid)
      select id from up)
      """;

  /** The region itself and everything below it. */
  static final String BELOW_IDS =
      """
      (with recursive down (id) as (
        select {}::uuid
        union
        select l.source_id
        from record.link l
        join down on l.target_id = down.id and l.reference = 'Region.parentRegionId')
      select id from down)
      """;

  public static final String BELOW = "t.id in " + BELOW_IDS;

  private final RecordService records;

  public RegionForest(RecordService records) {
    this.records = records;
  }

  /** A region of the tree under construction. */
  private record Node(
      StoredRecord region, Optional<String> parent, String field, boolean first, String name) {
    String id() {
      return region.id().toString();
    }

    static Node of(Row row) {
      int at = RecordSelection.RECORD_COLUMNS;
      return new Node(
          RecordSelection.record(row),
          Optional.ofNullable(row.getString(at)),
          row.getString(at + 1),
          Boolean.TRUE.equals(row.getBoolean(at + 2)),
          Optional.ofNullable(row.getString(at + 3)).orElse(""));
    }

    static final Comparator<Node> ORDER =
        Comparator.comparing((Node n) -> !n.first)
            .thenComparing(Node::name)
            .thenComparing(Node::id);
  }

  /** The number of regions by farm in the forest of these filters, ancestors included. */
  public Future<Map<UUID, Long>> sizes(Caller caller, Map<String, String> filters) {
    RecordSelection counts = RecordSelection.values(caller, REGION, "t.farm_id", "count(*)");
    return matching(counts, filters)
        .then(" group by t.farm_id order by t.farm_id")
        .rows(records)
        .map(
            rows -> {
              Map<UUID, Long> sizes = new LinkedHashMap<>();
              rows.forEach(row -> sizes.put(row.getUUID(0), row.getLong(1)));
              return sizes;
            });
  }

  /** The regions that match, and their ancestors. */
  private static RecordSelection matching(RecordSelection regions, Map<String, String> filters) {
    if (filters.isEmpty()) {
      return regions;
    }
    return regions
        .then(
            " and t.id in (with recursive up (id, parent) as ((select t.id, "
                + PARENT
                + " from record.regions t where true")
        .filtered(filters)
        .then(UP);
  }

  /**
   * Writes the trees of one farm, separated by commas, in the order: default regions, then by name,
   * then by id.
   *
   * @param before put in front of the first one, if there is one
   * @param memory of the result; holds the regions and fields of this farm afterwards
   * @return whether anything was written
   */
  public boolean write(
      Caller caller,
      UUID farm,
      Map<String, String> filters,
      String before,
      ReadMemory memory,
      Writer out)
      throws IOException {
    RecordSelection regions = nodes(caller).where("t.farm_id = {}", farm);
    RecordSelection.Fitting found = load(matching(regions, filters));
    memory.hold(found.length());
    Map<String, List<Node>> children = byParent(nodes(found));
    List<Node> roots = children.getOrDefault("", List.of());
    Map<String, String> fields = fields(caller, farm, roots);
    memory.hold(found.length() + length(fields));
    Trees trees = new Trees(children, fields, out);
    for (int i = 0; i < roots.size(); i++) {
      out.write(i == 0 ? before : ",");
      trees.write(roots.get(i));
    }
    return !roots.isEmpty();
  }

  /**
   * A region with everything below it, read and ready to be written.
   *
   * @param characters about how many it has
   */
  public record Tree(long characters, Text text) {
    /** Writes the tree. */
    public interface Text {
      void write(Writer out) throws IOException;
    }
  }

  /**
   * One region with everything below it; 413 when that is more than a selection may have.
   *
   * @param memory of the request; holds the regions
   */
  public Tree tree(Caller caller, StoredRecord region, MemoryBudget.Lease memory) {
    RecordSelection.Fitting regions = load(nodes(caller).where(BELOW, region.id()));
    memory.hold(regions.length());
    List<Node> nodes = nodes(regions);
    Map<String, List<Node>> children = byParent(nodes);
    Optional<Node> root = nodes.stream().filter(n -> n.region.id().equals(region.id())).findFirst();
    if (root.isEmpty()) {
      String bare = Splice.last(region.text(), "\"children\":[]");
      return new Tree(bare.length(), out -> out.write(bare));
    }
    Map<String, String> fields =
        root.get().parent.isPresent()
            ? Map.of()
            : fields(caller, region.scope().farm().orElseThrow(), List.of(root.get()));
    long length = regions.length() + length(fields);
    memory.hold(length);
    return new Tree(length, out -> new Trees(children, fields, out).write(root.get()));
  }

  private static RecordSelection nodes(Caller caller) {
    return RecordSelection.records(
        caller,
        REGION,
        PARENT,
        "t.doc ->> 'fieldId'",
        "(t.doc ->> 'isDefault')::boolean",
        "t.doc ->> 'name'");
  }

  private RecordSelection.Fitting load(RecordSelection regions) {
    return Awaiting.await(regions.whole(records));
  }

  private static List<Node> nodes(RecordSelection.Fitting regions) {
    return regions.rows().stream().map(Node::of).toList();
  }

  private static Map<String, List<Node>> byParent(List<Node> nodes) {
    Map<String, List<Node>> children = new HashMap<>();
    for (Node node : nodes) {
      children.computeIfAbsent(node.parent.orElse(""), p -> new ArrayList<>()).add(node);
    }
    children.values().forEach(siblings -> siblings.sort(Node.ORDER));
    return children;
  }

  private static long length(Map<String, String> texts) {
    return texts.values().stream().mapToLong(String::length).sum();
  }

  /** The fields of the roots that the caller may read. */
  private Map<String, String> fields(Caller caller, UUID farm, List<Node> roots) {
    if (roots.isEmpty() || !Access.may(caller, READ_FIELDS, farm)) {
      return Map.of();
    }
    UUID[] ids = roots.stream().map(n -> UUID.fromString(n.field)).distinct().toArray(UUID[]::new);
    Map<String, String> texts = new HashMap<>();
    Awaiting.await(
            RecordSelection.records(caller, FIELD)
                .where("t.id = any({})", (Object) ids)
                .stored(records))
        .forEach(field -> texts.put(field.id().toString(), field.text()));
    return texts;
  }

  /** Writes the nodes below each other. */
  private record Trees(Map<String, List<Node>> children, Map<String, String> fields, Writer out) {

    /** Rule V06 limits the depth. */
    void write(Node node) throws IOException {
      String text = node.region.text();
      out.write(text, 0, text.length() - 1);
      if (node.parent.isEmpty() && fields.containsKey(node.field)) {
        out.write(",\"field\":");
        out.write(fields.get(node.field));
      }
      out.write(",\"children\":[");
      List<Node> below = children.getOrDefault(node.id(), List.of());
      for (int i = 0; i < below.size(); i++) {
        out.write(i == 0 ? "" : ",");
        write(below.get(i));
      }
      out.write("]}");
    }
  }
}
