package io.glebe.core.sensor.read;

import io.glebe.core.memory.TextBytes;
import io.glebe.core.sensor.sql.SelectSql;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Groups observations by their datastreams, in the standard's data array format. */
final class DataArrays {
  /** Bytes of the text around the arrays of one datastream, and of its objects. */
  private static final int BLOCK_BYTES = 512;

  private static final class Block {
    private final TextBytes arrays = new TextBytes();
    private int size;
  }

  private final SensorQueries.Query query;
  private final Map<Long, Block> blocks = new LinkedHashMap<>();
  private int bytes;

  DataArrays(SensorQueries.Query query) {
    this.query = query;
  }

  void add(long datastream, String array) {
    Block block = blocks.computeIfAbsent(datastream, d -> new Block());
    int before = block.arrays.length();
    block.arrays.append(block.size == 0 ? "" : ",").append(array);
    block.size++;
    bytes += block.arrays.length() - before;
  }

  /** Bytes of heap. */
  int length() {
    return bytes + BLOCK_BYTES * blocks.size();
  }

  void writeTo(TextBytes json) {
    String components =
        SelectSql.components(query.options()).stream()
            .map(name -> "\"" + name + "\"")
            .collect(Collectors.joining(",", "[", "]"));
    String separator = "";
    for (Map.Entry<Long, Block> entry : blocks.entrySet()) {
      Block block = entry.getValue();
      json.append(separator)
          .append("{\"Datastream@iot.navigationLink\":\"" + query.base() + "/Datastreams(")
          .append(entry.getKey() + ")\",\"components\":" + components)
          .append(",\"dataArray@iot.count\":" + block.size + ",\"dataArray\":[")
          .append(block.arrays.buffer())
          .append("]}");
      separator = ",";
    }
  }
}
