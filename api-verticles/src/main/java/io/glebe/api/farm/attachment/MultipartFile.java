package io.glebe.api.farm.attachment;

import io.glebe.api.http.body.Multipart;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Reads the part named {@code file} of a form, which has no other parts. */
final class MultipartFile {
  static final String PART = "file";

  /** Most parts of a form. */
  static final int MAX_PARTS = 100;

  /** Name and media type sent by the client. */
  record Part(String fileName, String mediaType) {}

  /** Receives the bytes of the part after its headers are read. */
  @FunctionalInterface
  interface Target {
    OutputStream open(Part part) throws IOException;
  }

  private MultipartFile() {}

  /** Reads the whole form. */
  static Part read(Multipart form, Target target) throws IOException {
    Part found = null;
    for (Optional<Multipart.Part> next = form.next(); next.isPresent(); next = form.next()) {
      Multipart.Part part = next.get();
      if (!part.isNamed(PART)) {
        throw part.unknown(PART);
      }
      if (found != null) {
        throw Problem.malformed("the form has more than one part named " + PART);
      }
      found = new Part(FileNames.of(part.disposition()), part.mediaType());
      try (OutputStream out = target.open(found)) {
        part.body().transferTo(out);
      }
    }
    if (found == null) {
      throw Problem.malformed("the form has no part named " + PART);
    }
    return found;
  }
}
