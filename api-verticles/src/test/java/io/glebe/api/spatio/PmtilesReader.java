package io.glebe.api.spatio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The reader that belongs to the format, on Node.js; skips where it is not installed. */
final class PmtilesReader {
  private static final Path CONSOLE =
      Path.of(System.getProperty("basedir", "")).resolve("src/main/console").toAbsolutePath();
  private static final int MINUTES = 2;

  /** Prints header, metadata and the tiles asked for, in base 64. */
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
    require(Files.isDirectory(CONSOLE.resolve("node_modules/pmtiles")), "pmtiles for Node.js");
    List<String> command = new ArrayList<>(List.of("node", "--input-type=module", "-e", SCRIPT));
    command.add(archive.toString());
    command.addAll(List.of(tiles));
    Path out = archive.resolveSibling("reader.out");
    Process process =
        new ProcessBuilder(command)
            .directory(CONSOLE.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0).as(Files.readString(out)).isTrue();
    return Json.parse(Files.readString(out));
  }

  private static void require(boolean present, String what) {
    if (!present && "true".equals(System.getenv("CI"))) {
      throw new AssertionError(what + " is needed on CI");
    }
    assumeTrue(present, what + " is installed");
  }
}
