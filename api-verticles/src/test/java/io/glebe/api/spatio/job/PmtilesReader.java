package io.glebe.api.spatio.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.spatio.Tools;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reference reader of the format, on Node.js; tests are skipped where it is not installed. */
final class PmtilesReader {
  private static final Path CONSOLE =
      Path.of(System.getProperty("basedir", "")).resolve("src/main/console").toAbsolutePath();

  /** Prints the header, the metadata and the requested tiles in base 64. */
  private static final String SCRIPT =
      """
      import { PMTiles } from "pmtiles";
      import { open } from "node:fs/promises";
      const [path, ...wanted] = process.argv.slice(1);
      const file = await open(path);
      const source = {
        getKey: () => path,
        getBytes: async (offset, length) => {
          const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
          return { data: buffer.buffer.slice(0, bytesRead) };
        },
      };
      const archive = new PMTiles(source);
      const tiles = {};
      for (const tile of wanted) {
        const found = await archive.getZxy(...tile.split("/").map(Number));
        if (found) tiles[tile] = Buffer.from(found.data).toString("base64");
      }
      const header = await archive.getHeader();
      console.log(JSON.stringify({ header, metadata: await archive.getMetadata(), tiles }));
      await file.close();
      """;

  private PmtilesReader() {}

  static JsonNode read(Path archive, String... tiles) throws IOException, InterruptedException {
    Tools.require(
        Files.isDirectory(CONSOLE.resolve("node_modules/pmtiles")), "pmtiles for Node.js");
    List<String> command = new ArrayList<>(List.of("node", "--input-type=module", "-e", SCRIPT));
    command.add(archive.toString());
    command.addAll(List.of(tiles));
    return Json.parse(Tools.run(CONSOLE, archive.getParent(), command));
  }
}
