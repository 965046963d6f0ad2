package io.glebe.core.cube.upload;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The files of one upload; each is read before the next is requested. */
@FunctionalInterface
public interface UploadParts {
  /**
   * A file.
   *
   * @param name the sender's name for it, for messages; may be empty
   * @param instants the times of its slices; empty when they come from the upload as a whole
   * @param body its bytes
   */
  record Part(String name, List<Instant> instants, InputStream body) {
    public Part {
      instants = List.copyOf(instants);
    }
  }

  /** Returns the next file; empty after the last one. */
  Optional<Part> next() throws IOException;

  /** Returns the single file of a body that is not a form. */
  static UploadParts of(UploadSpec spec, InputStream body) {
    Part[] only = {new Part("", spec.instants(), body)};
    return () -> {
      Optional<Part> next = Optional.ofNullable(only[0]);
      only[0] = null;
      return next;
    };
  }
}
