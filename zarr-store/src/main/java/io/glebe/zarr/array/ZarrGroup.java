package io.glebe.zarr.array;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.GroupMeta;
import io.glebe.zarr.meta.NodeMeta;
import io.glebe.zarr.store.Keys;
import io.glebe.zarr.store.ObjectStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A group of arrays and groups; uses consolidated metadata if the group has it. */
public final class ZarrGroup {
  private final ObjectStore store;
  private final String path;
  private final ChunkCache cache;
  private final GroupMeta meta;
  private final Map<String, NodeMeta> known;

  private ZarrGroup(
      ObjectStore store,
      String path,
      GroupMeta meta,
      Map<String, NodeMeta> known,
      ChunkCache cache) {
    this.store = store;
    this.path = path;
    this.meta = meta;
    this.known = known;
    this.cache = cache;
  }

  /**
   * Opens the group at this path; the empty path is the store's root.
   *
   * @throws NoSuchNodeException when there is none
   */
  public static ZarrGroup open(ObjectStore store, String path, ChunkCache cache) {
    Documents documents = new Documents(store);
    NodeMeta node = documents.read(path).orElseThrow(() -> new NoSuchNodeException("group", path));
    if (!(node instanceof GroupMeta meta)) {
      throw new NoSuchNodeException("group", path);
    }
    Map<String, NodeMeta> known =
        meta.zarrFormat() == 3 ? meta.consolidated() : documents.consolidatedV2(path);
    return new ZarrGroup(store, path, meta, known, cache);
  }

  /**
   * Creates a group.
   *
   * @throws NodeExistsException when the path is in use
   */
  public static ZarrGroup create(ObjectStore store, String path, GroupMeta meta, ChunkCache cache) {
    new Documents(store).create(path, meta);
    return new ZarrGroup(store, path, meta, Map.of(), cache);
  }

  public String path() {
    return path;
  }

  public int zarrFormat() {
    return meta.zarrFormat();
  }

  public Map<String, Object> attributes() {
    return meta.attributes();
  }

  /** Whether the nodes below come from one consolidated document, which a writer must update. */
  public boolean isConsolidated() {
    return !known.isEmpty();
  }

  /** Names of the arrays and groups directly in this group, sorted. */
  public List<String> children() {
    if (isConsolidated()) {
      return known.keySet().stream()
          .filter(name -> !name.isEmpty() && name.indexOf('/') < 0)
          .sorted()
          .toList();
    }
    Documents documents = new Documents(store);
    try (Stream<String> names = store.children(path)) {
      return names
          .filter(name -> !name.startsWith(".") && !name.equals(Documents.V3))
          .filter(name -> documents.read(Keys.join(path, name)).isPresent())
          .sorted()
          .toList();
    }
  }

  private Optional<NodeMeta> node(String name) {
    return isConsolidated()
        ? Optional.ofNullable(known.get(name))
        : new Documents(store).read(Keys.join(path, name));
  }

  /** The array with this name, which may be a path of several names. */
  public Optional<ZarrArray> array(String name) {
    return node(name)
        .filter(ArrayMeta.class::isInstance)
        .map(node -> ZarrArray.of(store, Keys.join(path, name), (ArrayMeta) node, cache));
  }

  /** The group with this name, which may be a path of several names. */
  public Optional<ZarrGroup> group(String name) {
    return node(name)
        .filter(GroupMeta.class::isInstance)
        .map(
            node ->
                new ZarrGroup(
                    store, Keys.join(path, name), (GroupMeta) node, knownBelow(name), cache));
  }

  private Map<String, NodeMeta> knownBelow(String name) {
    Map<String, NodeMeta> below = new LinkedHashMap<>();
    known.forEach(
        (key, node) -> {
          if (key.startsWith(name + "/")) {
            below.put(key.substring(name.length() + 1), node);
          }
        });
    return below;
  }

  public ZarrArray createArray(String name, ArrayMeta array) {
    return ZarrArray.create(store, Keys.join(path, name), array, cache);
  }

  public ZarrGroup createGroup(String name, Map<String, Object> attributes) {
    return create(store, Keys.join(path, name), GroupMeta.of(zarrFormat(), attributes), cache);
  }

  /** Writes the metadata of all nodes below into one document, and returns the group with it. */
  public ZarrGroup consolidate() {
    Map<String, NodeMeta> nodes = new TreeMap<>();
    new ZarrGroup(store, path, meta, Map.of(), cache).collect("", nodes);
    Documents documents = new Documents(store);
    GroupMeta root = new GroupMeta(zarrFormat(), attributes(), Map.of());
    if (zarrFormat() == 2) {
      Map<String, NodeMeta> all = new LinkedHashMap<>();
      all.put("", root);
      all.putAll(nodes);
      documents.writeConsolidatedV2(path, all);
    } else {
      documents.replace(path, new GroupMeta(3, attributes(), nodes));
    }
    return open(store, path, cache);
  }

  private void collect(String prefix, Map<String, NodeMeta> nodes) {
    for (String name : children()) {
      NodeMeta node = node(name).orElseThrow();
      nodes.put(prefix + name, node);
      if (node instanceof GroupMeta) {
        group(name).orElseThrow().collect(prefix + name + "/", nodes);
      }
    }
  }
}
