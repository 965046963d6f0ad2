package io.glebe.bench.load;

import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.TileId;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A cube of 2,048 × 2,048 cells of 10 m with one layer and one slice, and all tiles over it. */
final class PeersCube {
  private static final int SIDE = 2048;
  private static final double WEST = 500_000;
  private static final double NORTH = 5_120_000;
  private static final double PIXEL = 10;
  private static final int[] ZOOMS = {12, 13, 14, 15};

  private final TileLoad load;
  private final String name;
  private final byte[] cells = cells();
  private final List<TileId> tiles =
      UtmTiles.of(
          32633,
          new Bounds(
              WEST + 2000, NORTH - SIDE * PIXEL + 2000, WEST + SIDE * PIXEL - 2000, NORTH - 2000),
          ZOOMS);

  /**
   * @param name collections of copies are called by it and their number
   */
  PeersCube(TileLoad load, String name) {
    this.load = load;
    this.name = name;
  }

  /** The tiles of zooms 12 to 15 that lie in the cube. */
  List<TileId> tiles() {
    return tiles;
  }

  /** Cells of fields with texture and noise, in ten-thousandths. */
  static byte[] cells() {
    Random random = new Random(5);
    ByteBuffer cells = ByteBuffer.allocate(2 * SIDE * SIDE).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < SIDE * SIDE; i++) {
      int column = i % SIDE;
      int row = i / SIDE;
      int field = column / 23 * 31 + row / 19 * 17;
      double value =
          2000 + 600 * (field % 11) + 150 * Math.sin(column / 3.0) + 60 * random.nextGaussian();
      cells.putShort((short) Math.clamp(Math.round(value), -1000, 9500));
    }
    return cells.array();
  }

  /** Makes one copy of the cube with one layer and one slice. */
  void upload(GlebeProcess ours, int copy) throws IOException, InterruptedException {
    String json = "application/json";
    String path = "/collections/" + name + "-" + copy;
    double south = NORTH - SIDE * PIXEL;
    double east = WEST + SIDE * PIXEL;
    load.send(
        "POST", ours.uri("/collections"), json, text("{\"id\":\"" + name + "-" + copy + "\"}"));
    load.send(
        "POST",
        ours.uri(path + "/zarr/init"),
        json,
        text(
            "{\"crs\":\"EPSG:32633\",\"width\":"
                + SIDE
                + ",\"height\":"
                + SIDE
                + ",\"bbox\":["
                + WEST
                + ","
                + south
                + ","
                + east
                + ","
                + NORTH
                + "]}"));
    load.send(
        "POST",
        ours.uri(path + "/layers"),
        json,
        text("{\"name\":\"NDVI\",\"dtype\":\"int16\",\"scale\":0.0001,\"nodata\":-32768}"));
    load.send(
        "PUT",
        ours.uri(path + "/layers/NDVI/data/binary?datetime=2026-06-01T10:00:00Z"),
        "application/octet-stream",
        cells);
  }

  private static byte[] text(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** The URIs of the tiles of one copy of the cube. */
  List<URI> uris(GlebeProcess ours, int copy, String more) {
    return tiles.stream()
        .map(
            t ->
                ours.uri(
                    "/collections/"
                        + name
                        + "-"
                        + copy
                        + "/tiles/WebMercatorQuad/"
                        + t.zoom()
                        + "/"
                        + t.x()
                        + "/"
                        + t.y()
                        + "?layers=NDVI"
                        + more))
        .toList();
  }

  /** The same cells as a tiled GeoTIFF with overviews. */
  Path tiff(Path folder) throws IOException {
    Files.write(folder.resolve("cells.raw"), cells);
    Files.writeString(
        folder.resolve("cells.vrt"),
        "<VRTDataset rasterXSize=\"%1$d\" rasterYSize=\"%1$d\"><SRS>EPSG:32633</SRS>"
                .formatted(SIDE)
            + "<GeoTransform>"
            + WEST
            + ","
            + PIXEL
            + ",0,"
            + NORTH
            + ",0,-"
            + PIXEL
            + "</GeoTransform>"
            + "<VRTRasterBand dataType=\"Int16\" band=\"1\" subClass=\"VRTRawRasterBand\">"
            + "<SourceFilename relativeToVRT=\"1\">cells.raw</SourceFilename>"
            + "<PixelOffset>2</PixelOffset><LineOffset>"
            + 2 * SIDE
            + "</LineOffset>"
            + "<ByteOrder>LSB</ByteOrder></VRTRasterBand></VRTDataset>");
    Path tiff = folder.resolve("cells.tif");
    if (!Peer.present(List.of(Path.of("/usr/bin/gdal_translate")), "gdal-bin")) {
      throw new IllegalStateException("no GeoTIFF without gdal-bin");
    }
    Peer.run(
        folder,
        List.of(
            "gdal_translate",
            "-q",
            "-co",
            "TILED=YES",
            "-co",
            "COMPRESS=LZW",
            "cells.vrt",
            tiff.toString()));
    Peer.run(folder, List.of("gdaladdo", "-q", "-r", "average", tiff.toString(), "2", "4", "8"));
    return tiff;
  }
}
