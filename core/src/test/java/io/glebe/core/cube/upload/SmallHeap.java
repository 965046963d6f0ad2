package io.glebe.core.cube.upload;

import io.glebe.zarr.chunk.ChunkCache;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.SliceClaims;
import io.glebe.zarr.dataset.layout.DatasetOptions;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.memory.SlabPool;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.store.FileObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Uploads 8 slices of 2048 x 4096 floats (256 MB) as {@code .npy} and one slice as GeoTIFF, in a
 * separate process; prints {@code uploaded} with the number of bytes. {@link SmallHeapTest} limits
 * the heap to a quarter of that size.
 */
final class SmallHeap {
  static final int WIDTH = 4096;
  static final int HEIGHT = 2048;
  static final int SLICES = 8;

  private SmallHeap() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Files.createDirectories(folder.resolve("zarr"));
    GridSpec grid = GridSpec.northUp(32633, 0, 0, WIDTH, HEIGHT, WIDTH, HEIGHT);
    Layer layer = Layer.of("H", DataType.FLOAT32);
    try (FileObjectStore store = new FileObjectStore(folder.resolve("zarr"));
        ChunkCache cache = new ChunkCache(new SlabPool(96L << 20), 64L << 20)) {
      Dataset dataset = Dataset.create(store, "cube", grid, DatasetOptions.forGrid(grid), cache);
      dataset.addLayer(layer);
      long bytes = upload(dataset, layer, folder, SLICES, npy());
      bytes += upload(dataset, layer, folder, 1, tiff());
      System.out.println("uploaded " + bytes + " " + dataset.current().times("H").size());
    }
  }

  private static long upload(
      Dataset dataset, Layer layer, Path folder, int slices, InputStream body) throws IOException {
    List<Instant> instants = new ArrayList<>();
    for (int i = 0; i < slices; i++) {
      instants.add(Instant.parse("2026-05-01T10:00:00Z").plusSeconds(86_400L * i));
    }
    UploadSpec spec =
        new UploadSpec(
            "H",
            List.of(),
            false,
            Optional.empty(),
            UploadSpec.Form.FILES,
            Optional.empty(),
            false,
            UploadSpec.RasterSpec.NONE);
    UploadParts.Part[] part = {new UploadParts.Part("", instants, body)};
    return new SliceUpload(
            new SliceUpload.Dependencies(dataset, layer, SliceClaims.NONE, () -> {}),
            spec,
            new Spool(folder.resolve("spool")),
            UploadProgress.NONE)
        .write(
            () -> {
              Optional<UploadParts.Part> next = Optional.ofNullable(part[0]);
              part[0] = null;
              return next;
            })
        .bytes();
  }

  private static InputStream npy() {
    String literal =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d, %d), }"
            .formatted(SLICES, HEIGHT, WIDTH);
    ByteBuffer head = ByteBuffer.allocate(10 + literal.length()).order(ByteOrder.LITTLE_ENDIAN);
    head.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.UTF_8)).put((byte) 1);
    head.put((byte) 0).putShort((short) literal.length());
    head.put(literal.getBytes(StandardCharsets.UTF_8));
    return new Cells(head.array(), (long) SLICES * HEIGHT * WIDTH * 4);
  }

  /**
   * Returns a TIFF with one uncompressed strip and without georeferencing; its size matches the
   * grid.
   */
  private static InputStream tiff() {
    int[][] entries = {
      {256, 4, WIDTH},
      {257, 4, HEIGHT},
      {258, 3, 32},
      {259, 3, 1},
      {273, 4, 8 + 2 + 7 * 12 + 4},
      {279, 4, HEIGHT * WIDTH * 4},
      {339, 3, 3}
    };
    ByteBuffer head = ByteBuffer.allocate(8 + 2 + 7 * 12 + 4).order(ByteOrder.LITTLE_ENDIAN);
    head.put((byte) 'I').put((byte) 'I').putShort((short) 42).putInt(8);
    head.putShort((short) entries.length);
    for (int[] entry : entries) {
      head.putShort((short) entry[0]).putShort((short) entry[1]).putInt(1).putInt(entry[2]);
    }
    return new Cells(head.array(), (long) HEIGHT * WIDTH * 4);
  }

  /** A stream of a header and of bytes that are generated on reading. */
  private static final class Cells extends InputStream {
    private final byte[] head;
    private final long length;
    private long at;

    Cells(byte[] head, long cells) {
      this.head = head;
      this.length = head.length + cells;
    }

    @Override
    public int read() {
      if (at >= length) {
        return -1;
      }
      long here = at++;
      return here < head.length ? head[(int) here] & 0xff : (int) (here / 512 & 0x3f);
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      if (at >= length) {
        return -1;
      }
      int n = (int) Math.min(count, length - at);
      for (int i = 0; i < n; i++) {
        target[offset + i] = (byte) read();
      }
      return n;
    }
  }
}
