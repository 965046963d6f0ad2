package io.glebe.zarr.dataset.layout;

import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Fields;
import io.glebe.zarr.meta.JsonDocument;
import io.glebe.zarr.meta.MetadataException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The stored document of one version of the visible content. Layers keep the order of their
 * creation.
 *
 * @param removed by folder: the first slot that was never visible, of layers that are not in this
 *     version; neither the folder nor a slot is used again
 */
public record SnapshotDocument(
    long version,
    Instant committedAt,
    Map<String, LayerState> layers,
    Map<String, Integer> removed) {

  /** The first version of a dataset. */
  public static SnapshotDocument first(Instant committedAt) {
    return new SnapshotDocument(1, committedAt, Map.of(), Map.of());
  }

  byte[] toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", version);
    json.put("committedAt", committedAt.toString());
    json.put("layers", layers.values().stream().map(SnapshotDocument::layerJson).toList());
    if (!removed.isEmpty()) {
      Map<String, Object> folders = new TreeMap<>();
      removed.forEach((folder, nextSlot) -> folders.put(folder, nextSlot.longValue()));
      json.put("removed", folders);
    }
    return JsonDocument.write(json);
  }

  private static Map<String, Object> layerJson(LayerState state) {
    Layer layer = state.layer();
    Timeline line = state.timeline();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", layer.name());
    json.put("folder", state.folder());
    json.put("dataType", layer.dataType().v3Name());
    json.put("scale", layer.scale());
    json.put("offset", layer.offset());
    layer.nodata().ifPresent(value -> json.put("nodata", Double.toString(value)));
    json.put("unit", layer.unit());
    json.put("categorical", layer.categorical());
    json.put("attributes", layer.attributes());
    json.put("nextSlot", (long) state.nextSlot());
    List<Long> times = new ArrayList<>();
    List<Long> slots = new ArrayList<>();
    List<Long> written = new ArrayList<>();
    for (int i = 0; i < line.size(); i++) {
      times.add(line.epochMilli(i));
      slots.add((long) line.slot(i));
      written.add(line.writtenMilli(i));
    }
    json.put("times", times);
    json.put("slots", slots);
    json.put("written", written);
    json.put("sealed", state.copied().stream().sorted().map(Integer::longValue).toList());
    if (!state.edits().isEmpty()) {
      json.put("edits", edits(state));
    }
    return json;
  }

  /** Slot, parent, row, column, height and width of each edit. */
  private static List<List<Long>> edits(LayerState state) {
    return state.edits().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            each -> {
              Edit e = each.getValue();
              return List.of(
                  (long) each.getKey(),
                  (long) e.parent(),
                  (long) e.row(),
                  (long) e.column(),
                  (long) e.height(),
                  (long) e.width());
            })
        .toList();
  }

  private static Map<Integer, Edit> edits(Fields json) {
    Map<Integer, Edit> edits = new LinkedHashMap<>();
    if (json.has("edits")) {
      for (Object each : json.list("edits")) {
        int[] n = ((List<?>) each).stream().mapToInt(value -> ((Long) value).intValue()).toArray();
        edits.put(n[0], new Edit(n[1], n[2], n[3], n[4], n[5]));
      }
    }
    return edits;
  }

  static SnapshotDocument parse(byte[] bytes) {
    try {
      Fields json = Fields.of("a snapshot document", JsonDocument.parseObject(bytes));
      Instant committedAt = Instant.parse(json.string("committedAt"));
      Map<String, LayerState> layers = new LinkedHashMap<>();
      for (Object each : json.list("layers")) {
        LayerState state = layer(Fields.of("a snapshot's layer", each), committedAt);
        layers.put(state.layer().name(), state);
      }
      return new SnapshotDocument(json.whole("version"), committedAt, layers, removed(json));
    } catch (ClassCastException | IndexOutOfBoundsException | DateTimeException bad) {
      throw new MetadataException("a snapshot document is damaged: " + bad.getMessage(), bad);
    }
  }

  private static Map<String, Integer> removed(Fields json) {
    Map<String, Integer> removed = new HashMap<>();
    if (json.has("removed")) {
      json.object("removed")
          .values()
          .forEach((folder, nextSlot) -> removed.put(folder, Math.toIntExact((Long) nextSlot)));
    }
    return removed;
  }

  private static LayerState layer(Fields json, Instant committedAt) {
    Layer layer =
        new Layer(
            json.string("name"),
            DataType.ofV3(json.string("dataType")),
            json.number("scale"),
            json.number("offset"),
            json.has("nodata")
                ? OptionalDouble.of(Double.parseDouble(json.string("nodata")))
                : OptionalDouble.empty(),
            json.string("unit"),
            json.flag("categorical"),
            json.object("attributes").values());
    long[] times = json.wholes("times");
    int[] slots = json.integers("slots").stream().mapToInt(Integer::intValue).toArray();
    long[] written = new long[times.length];
    // documents of earlier builds do not have it; it is not later than their commit
    Arrays.fill(written, committedAt.toEpochMilli());
    if (json.has("written")) {
      written = json.wholes("written");
    }
    if (times.length != slots.length || times.length != written.length) {
      throw new MetadataException(
          "a snapshot document has "
              + times.length
              + " times, "
              + slots.length
              + " slots and "
              + written.length
              + " times of writing");
    }
    return new LayerState(
        layer,
        json.string("folder"),
        json.integer("nextSlot"),
        new Timeline(times, slots, written),
        new LinkedHashSet<>(json.integers("sealed")),
        edits(json));
  }
}
