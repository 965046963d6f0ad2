package io.glebe.api.farm.attachment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadTest {
  private static final Upload.Limits LIMITS =
      new Upload.Limits(10, List.of("image/*", "text/plain"));

  @TempDir private Path folder;

  private Upload upload() throws Exception {
    Path part = folder.resolve("part");
    return new Upload(LIMITS, part, measured -> measured.apply(Files.newOutputStream(part)));
  }

  @Test
  @Tag("GLEBE_ATTACHMENT_BYTES")
  void oneByteOverTheLimitIsRefused() throws Exception {
    Upload upload = upload();
    try (OutputStream out = upload.open(new MultipartFile.Part("a", "text/plain"))) {
      out.write(new byte[10], 0, 10);
      assertThatThrownBy(() -> out.write(new byte[1], 0, 1))
          .isInstanceOf(Problem.class)
          .extracting(p -> ((Problem) p).status())
          .isEqualTo(413);
    }
  }

  @Test
  void mediaTypesAreAllowedByNameOrByFamily() throws Exception {
    assertThat(LIMITS.allow("image/png")).isTrue();
    assertThat(LIMITS.allow("text/plain")).isTrue();
    assertThat(LIMITS.allow("text/html")).isFalse();
    Upload upload = upload();
    assertThatThrownBy(() -> upload.open(new MultipartFile.Part("a", "text/html; charset=x")))
        .isInstanceOf(Problem.class)
        .extracting(p -> ((Problem) p).status())
        .isEqualTo(415);
    assertThatThrownBy(() -> upload.open(new MultipartFile.Part("a", "nonsense")))
        .isInstanceOf(Problem.class);
  }

  @Test
  void anInvalidImageHasNoSize() throws Exception {
    Upload upload = upload();
    try (OutputStream out = upload.open(new MultipartFile.Part("a", "IMAGE/PNG"))) {
      out.write("no png".getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, 6);
    }
    assertThat(upload.type()).isEqualTo("image/png");
    assertThat(upload.imageSize()).isEmpty();
    assertThat(upload.size()).isEqualTo(6);
  }
}
