package io.glebe.api.fuzz;

import io.glebe.zarr.tiff.TiffException;
import io.glebe.zarr.tiff.TiffFile;
import io.glebe.zarr.tiff.TiffImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** GeoTIFF files: their place, and the cells at three corners of each of the first bands. */
public final class TiffTarget implements FuzzTarget {
  private static final int WINDOW = 32;
  private static final int BANDS = 4;

  @Override
  public boolean accepts(byte[] input) throws IOException {
    Path file = Files.createTempFile("fuzz", ".tif");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      channel.write(ByteBuffer.wrap(input));
      return FuzzTarget.unlessRefused(TiffException.class, () -> read(channel));
    }
  }

  private static void read(FileChannel channel) throws IOException {
    try (TiffFile file = TiffFile.open(channel)) {
      TiffImage image = file.image();
      int width = Math.min(WINDOW, image.width());
      int height = Math.min(WINDOW, image.height());
      byte[] cells = new byte[width * height * image.type().size()];
      for (int band = 0; band < Math.min(BANDS, image.bands()); band++) {
        image.read(band, 0, 0, width, height, cells);
        image.read(band, image.width() - width, image.height() - height, width, height, cells);
        image.read(band, image.width() - width, 0, width, height, cells);
      }
      var _ = image.nodata();
      var _ = image.georeference();
    }
  }
}
