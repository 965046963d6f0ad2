package io.glebe.core.cube.upload;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.progress.CountedInput;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.glebe.zarr.dataset.DatasetTransaction;
import io.glebe.zarr.dataset.SliceClaims;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.dataset.layout.GridSpec;
import io.glebe.zarr.dataset.layout.Layer;
import io.glebe.zarr.tiff.TiffFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of one upload as slices of a layer, all or none: {@code new
 * SliceUpload(dependencies, spec, spool, progress).write(parts)}. Each file is a GeoTIFF, a {@code
 * .npy} file, JSON or raw cells. Blocks; use it once, on a virtual thread.
 */
public final class SliceUpload implements SliceSource.Target {
  private static final int MAX_PARTS = UploadSpec.MAX_SLICES;

  /** Bytes between two progress reports. */
  private static final long STEP_BYTES = 2L << 20;

  /**
   * The result.
   *
   * @param instants the slices in the order of the files
   */
  public record UploadResult(DatasetSnapshot snapshot, List<Instant> instants, long bytes) {
    public UploadResult {
      instants = List.copyOf(instants);
    }
  }

  /**
   * The target of an upload.
   *
   * @param claims keeps other processes from writing the same slices
   * @param right checked before each file and before the commit
   */
  public record Dependencies(Dataset dataset, Layer layer, SliceClaims claims, Right right) {}

  /** The sender's permission to write. */
  @FunctionalInterface
  public interface Right {
    /** Fails with 401 or 403 when the permission was revoked. Blocks. */
    void require();
  }

  private final Dataset dataset;
  private final Layer layer;
  private final SliceClaims claims;
  private final Right right;
  private final UploadSpec spec;
  private final Spool spool;
  private final UploadProgress progress;
  private final UploadSpec.Patch patch;
  private final Deque<Instant> times;
  private final List<Instant> startedSlices = new ArrayList<>();
  private final Set<Instant> seen = new HashSet<>();
  private @Nullable DatasetTransaction transaction;
  private @Nullable SliceWriter current;
  private long bytes;
  private long untold;
  private int slices;

  public SliceUpload(
      Dependencies dependencies, UploadSpec spec, Spool spool, UploadProgress progress) {
    this.dataset = dependencies.dataset();
    this.layer = dependencies.layer();
    this.claims = dependencies.claims();
    this.right = dependencies.right();
    this.spec = spec;
    this.spool = spool;
    this.progress = progress;
    this.patch = patch(dataset.grid(), spec);
    this.times = new ArrayDeque<>(spec.instants());
  }

  /** Writes and commits; any failure leaves the dataset unchanged. */
  public UploadResult write(UploadParts parts) throws IOException {
    try (DatasetTransaction open = dataset.begin(claims)) {
      transaction = open;
      int count = 0;
      for (Optional<UploadParts.Part> part = parts.next(); part.isPresent(); part = parts.next()) {
        if (++count > MAX_PARTS) {
          throw Problem.malformed("an upload has at most " + MAX_PARTS + " files");
        }
        right.require();
        write(part.get());
      }
      if (startedSlices.isEmpty()) {
        throw Problem.malformed("the upload has no file");
      }
      if (!times.isEmpty()) {
        throw UploadSpec.refused(
            "datetime names "
                + spec.instants().size()
                + " times, but there are "
                + (spec.instants().size() - times.size())
                + " slices for them");
      }
      right.require();
      return new UploadResult(open.commit(), startedSlices, bytes);
    }
  }

  private void write(UploadParts.Part part) throws IOException {
    InputStream counted = new CountedInput(part.body(), this::read);
    PushbackInputStream body = new PushbackInputStream(counted, NpyHeader.MAGIC_BYTES);
    byte[] start = body.readNBytes(NpyHeader.MAGIC_BYTES);
    body.unread(start);
    if (isFile() && TiffFile.announcedBy(start)) {
      tiff(part, body);
      return;
    }
    try (SliceSource source = source(body, start)) {
      source.write(times(part, source), this);
    }
    publish();
  }

  private void tiff(UploadParts.Part part, InputStream body) throws IOException {
    try (FileChannel channel = spool.take(body)) {
      publish();
      try (SliceSource source = GeoTiffSlices.open(channel, layer, dataset.grid(), spec)) {
        source.write(times(part, source), this);
      }
    }
  }

  private boolean isFile() {
    return spec.form() == UploadSpec.Form.FILES && spec.raw().isEmpty();
  }

  private SliceSource source(InputStream body, byte[] start) throws IOException {
    boolean window = spec.window().isPresent() || spec.merge();
    if (NpyHeader.announcedBy(start) && (isFile() || spec.form() == UploadSpec.Form.CELLS)) {
      CellStream cells = CellStream.npy(body, layer.dataType(), patch.width(), patch.height());
      return new CellSlices(cells, patch, layer.dataType(), window);
    }
    if (!isFile()) {
      UploadSpec.Raw raw = spec.raw().orElse(new UploadSpec.Raw(layer.dataType(), false));
      CellStream cells = CellStream.raw(body, raw, layer.dataType());
      return new CellSlices(cells, patch, layer.dataType(), window);
    }
    boolean text =
        start.length > 0 && (Character.isWhitespace(start[0]) || "{[".indexOf(start[0]) >= 0);
    if (!text) {
      throw CellWriter.refused(
          "the file is neither GeoTIFF nor .npy nor JSON; for raw cells dtype gives their type");
    }
    return new JsonSlices(body, spec, layer, patch);
  }

  private List<Instant> times(UploadParts.Part part, SliceSource source) {
    if (!part.instants().isEmpty()) {
      return part.instants();
    }
    int needed = source.slices() == 0 ? times.size() : source.slices();
    if (needed > times.size()) {
      throw UploadSpec.refused(
          "datetime names a time for each slice; "
              + (part.name().isEmpty() ? "the body" : "'" + part.name() + "'")
              + " needs "
              + needed
              + ", there are "
              + times.size());
    }
    List<Instant> taken = new ArrayList<>();
    for (int i = 0; i < needed; i++) {
      taken.add(times.removeFirst());
    }
    return taken;
  }

  @Override
  public SliceWriter begin(Instant instant, boolean keepRest) {
    if (!seen.add(instant)) {
      throw UploadSpec.refused("the upload has two slices of " + instant);
    }
    if (startedSlices.size() == UploadSpec.MAX_SLICES) {
      throw UploadSpec.refused("an upload has at most " + UploadSpec.MAX_SLICES + " slices");
    }
    startedSlices.add(instant);
    DatasetTransaction open =
        Objects.requireNonNull(transaction, "slices begin while parts are written");
    SliceWriter writer =
        keepRest ? open.update(layer.name(), instant) : open.slice(layer.name(), instant);
    current = writer;
    return writer;
  }

  @Override
  public void wrote() {
    Objects.requireNonNull(current, "a slice was begun").finish();
    slices++;
    progress.at(bytes, slices);
  }

  private void read(long more) {
    untold += more;
    if (untold >= STEP_BYTES) {
      publish();
    }
  }

  private void publish() {
    bytes += untold;
    untold = 0;
    progress.at(bytes, slices);
  }

  private static UploadSpec.Patch patch(GridSpec grid, UploadSpec spec) {
    UploadSpec.Patch patch =
        spec.window().orElse(new UploadSpec.Patch(0, 0, grid.width(), grid.height()));
    boolean inside =
        patch.column() >= 0
            && patch.row() >= 0
            && patch.width() > 0
            && patch.height() > 0
            && (long) patch.column() + patch.width() <= grid.width()
            && (long) patch.row() + patch.height() <= grid.height();
    if (!inside) {
      throw Problem.invalid(
          Violation.parameter(
              "window",
              "window",
              "window is column,row,width,height inside the grid of "
                  + grid.width()
                  + " x "
                  + grid.height()
                  + " cells"));
    }
    return patch;
  }
}
