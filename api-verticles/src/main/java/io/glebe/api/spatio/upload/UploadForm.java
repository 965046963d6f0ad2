package io.glebe.api.spatio.upload;

import io.glebe.api.http.body.Multipart;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.upload.UploadParts;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;

/**
 * Reads a multipart form as the files of one upload: every part {@code file} is a file, and every
 * other one with a file name. Each field {@code datetime} gives the times of the slices of one file
 * behind it, in the same order.
 */
final class UploadForm implements UploadParts {
  /** Most characters of a field. */
  static final int MAX_FIELD = 64 * 1024;

  private static final String FILE = "file";
  private static final String DATETIME = "datetime";

  /** Most parts of a form. */
  static final int MAX_PARTS = 2 * UploadSpec.MAX_SLICES + 10;

  private final Multipart form;

  /** Fields whose file has not come yet. */
  private final Queue<List<Instant>> times = new ArrayDeque<>();

  UploadForm(Multipart form) {
    this.form = form;
  }

  @Override
  public Optional<Part> next() throws IOException {
    for (Optional<Multipart.Part> next = form.next(); next.isPresent(); next = form.next()) {
      Multipart.Part part = next.get();
      if (part.isNamed(FILE) || part.isFile()) {
        String name = part.disposition().getOrDefault("filename", FILE);
        List<Instant> own = Objects.requireNonNullElse(times.poll(), List.of());
        return Optional.of(new Part(name, own, part.body()));
      }
      if (!part.isNamed(DATETIME)) {
        throw part.unknown(FILE, DATETIME);
      }
      times.add(instants(part.text(MAX_FIELD)));
    }
    if (!times.isEmpty()) {
      throw Problem.malformed("a field datetime has no file behind it");
    }
    return Optional.empty();
  }

  private static List<Instant> instants(String text) {
    List<Instant> instants = new ArrayList<>();
    for (String one : text.split(",", UploadSpec.MAX_SLICES + 1)) {
      instants.add(Datetime.instant(one.strip()));
    }
    return instants;
  }
}
