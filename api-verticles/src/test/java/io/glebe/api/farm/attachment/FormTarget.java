package io.glebe.api.farm.attachment;

import io.glebe.api.fuzz.FuzzTarget;
import io.glebe.api.fuzz.TextTarget;
import io.glebe.api.http.body.Multipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Multipart forms with the boundary {@code b}. The first byte says how many bytes arrive at a time.
 */
public final class FormTarget implements FuzzTarget {
  private static final int PARTS = 20;
  private static final int ARRIVING = 0x7F;

  @Override
  public boolean accepts(byte[] input) throws IOException {
    if (input.length == 0) {
      return false;
    }
    byte[] body = Arrays.copyOfRange(input, 1, input.length);
    InputStream slow =
        new ByteArrayInputStream(body) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + (input[0] & ARRIVING)));
          }
        };
    return TextTarget.unlessProblem(
        () -> {
          Multipart form = Multipart.of(slow, "multipart/form-data; boundary=b", PARTS, name -> {});
          var _ = MultipartFile.read(form, part -> OutputStream.nullOutputStream());
        });
  }
}
