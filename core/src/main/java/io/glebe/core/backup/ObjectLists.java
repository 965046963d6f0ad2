package io.glebe.core.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.glebe.core.json.Json;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes the objects of a backup as lines of JSON into pieces, and reads them. */
final class ObjectLists {
  private static final int PIECE = 4 << 20;

  private final PieceStore pieces;
  private final List<String> names = new ArrayList<>();
  private final ByteArrayOutputStream open = new ByteArrayOutputStream();
  private long objects;
  private long bytes;

  ObjectLists(PieceStore pieces) {
    this.pieces = pieces;
  }

  /** Receives an object; may fail. */
  interface Each {
    void accept(StoredObject object) throws IOException;
  }

  void add(StoredObject object) throws IOException {
    open.write(Json.bytes(Json.mapper().valueToTree(object)));
    open.write('\n');
    objects++;
    bytes += object.size();
    if (open.size() > PIECE) {
      cut();
    }
  }

  private void cut() throws IOException {
    if (open.size() > 0) {
      names.add(pieces.put(Gzip.compress(open.toByteArray())));
      open.reset();
    }
  }

  /** Returns the pieces; nothing may be added afterwards. */
  List<String> end() throws IOException {
    cut();
    return List.copyOf(names);
  }

  long objects() {
    return objects;
  }

  long bytes() {
    return bytes;
  }

  /** Calls for every object of a backup, in the order in which they were added. */
  static void each(PieceStore pieces, BackupManifest manifest, Each each) throws IOException {
    for (String name : manifest.objectLists()) {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(Gzip.open(pieces.get(name)), StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        each.accept(parsed(line));
      }
    }
  }

  private static StoredObject parsed(String line) throws BackupFault {
    try {
      return Json.mapper().treeToValue(Json.parse(line), StoredObject.class);
    } catch (JsonProcessingException e) {
      throw new BackupFault("a list of objects cannot be read: " + e.getMessage(), e);
    }
  }
}
