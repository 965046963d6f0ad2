package io.glebe.api.spatio.upload;

import io.glebe.api.http.body.Multipart;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.cube.upload.UploadParts;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a multipart form as the files of one upload: every part with a file name is a file; a field
 * {@code datetime} before it gives the times of its slices.
 */
final class UploadForm implements UploadParts {
  private static final int MAX_FIELD = 64 * 1024;
  private static final int MAX_PARTS = 2 * UploadSpec.MAX_SLICES + 10;

  private final Multipart form;

  UploadForm(InputStream body, String contentType) {
    this.form = Multipart.of(body, contentType, MAX_PARTS);
  }

  @Override
  public Optional<Part> next() throws IOException {
    List<Instant> instants = List.of();
    for (Optional<Multipart.Part> next = form.next(); next.isPresent(); next = form.next()) {
      Multipart.Part part = next.get();
      if (part.disposition().containsKey("filename")
          || part.disposition().containsKey("filename*")) {
        String name = part.disposition().getOrDefault("filename", part.name());
        return Optional.of(new Part(name, instants, part.body()));
      }
      if (!part.name().equals("datetime")) {
        throw Problem.malformed(
            "the form has files and fields named datetime, not '" + part.name() + "'");
      }
      instants = instants(part.text(MAX_FIELD));
    }
    if (!instants.isEmpty()) {
      throw Problem.malformed("the last field datetime has no file behind it");
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
