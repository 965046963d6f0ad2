package io.glebe.api.farm.attachment;

import io.glebe.core.attachment.Attachments;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.zarr.digest.Sha256;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * An upload to a spooled file: limits the size, computes the checksum and checks the type. Used by
 * one thread at a time.
 */
public final class Upload {
  /**
   * Limits of attachments.
   *
   * @param bytes maximum size of one attachment
   * @param types media types, {@code image/*} for a family
   */
  public record Limits(long bytes, List<String> types) {
    public Limits {
      types = List.copyOf(types);
    }

    /** A media type without parameters, as it is stored; 415 if it is not allowed. */
    String taken(String mediaType) {
      String plain = mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      String type =
          plain.matches("[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,60}")
              ? plain
              : "application/octet-stream";
      if (!allow(type)) {
        throw Problem.of(
            ProblemType.UNSUPPORTED_MEDIA_TYPE, type + " is no type of attachment that is taken");
      }
      return type;
    }

    boolean allow(String type) {
      String family = type.substring(0, type.indexOf('/') + 1) + "*";
      return types.contains("*/*") || types.contains(type) || types.contains(family);
    }
  }

  private final Limits limits;
  private final Path spooled;
  private final Target target;
  private final MessageDigest digest;
  private long size;
  private String type = "application/octet-stream";

  /** Opens the file for the bytes, which pass the given stream on their way. */
  @FunctionalInterface
  interface Target {
    OutputStream open(UnaryOperator<OutputStream> measured) throws IOException;
  }

  /**
   * @param target writes the spooled file
   */
  Upload(Limits limits, Path spooled, Target target) {
    this.limits = limits;
    this.spooled = spooled;
    this.target = target;
    this.digest = Sha256.start();
  }

  /** Opens the stream for the bytes of the part; 415 for a media type that is not allowed. */
  OutputStream open(MultipartFile.Part part) throws IOException {
    type = limits.taken(part.mediaType());
    return target.open(this::measured);
  }

  private OutputStream measured(OutputStream file) {
    return new FilterOutputStream(file) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        size += length;
        if (size > limits.bytes()) {
          throw Problem.tooLarge(limits.bytes());
        }
        digest.update(bytes, offset, length);
        out.write(bytes, offset, length);
      }
    };
  }

  long size() {
    return size;
  }

  String type() {
    return type;
  }

  /** The checksum. Call it once, after the last byte. */
  String checksum() {
    return "sha-256:" + HexFormat.of().formatHex(digest.digest());
  }

  /** The size of an image, read from its header; empty for other files. */
  Optional<Attachments.Dimensions> imageSize() {
    if (!type.startsWith("image/")) {
      return Optional.empty();
    }
    try (ImageInputStream in = ImageIO.createImageInputStream(spooled.toFile())) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        return Optional.empty();
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        return Optional.of(new Attachments.Dimensions(reader.getWidth(0), reader.getHeight(0)));
      } finally {
        reader.dispose();
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // not an image; it is stored unchanged
    }
  }
}
