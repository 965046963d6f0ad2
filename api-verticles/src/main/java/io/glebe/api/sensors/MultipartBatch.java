package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.glebe.api.http.body.MultipartReader;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a batch as {@code multipart/mixed}, the format of the SensorThings standard. Each part is
 * an HTTP request or a change set; a change set is a nested batch and one transaction. Text is read
 * as ISO 8859-1, one character per byte, until a body is parsed.
 */
final class MultipartBatch {
  static final String MEDIA_TYPE = "multipart/mixed";

  private static final Pattern REQUEST_LINE =
      Pattern.compile("([A-Za-z]{1,10}) (\\S+)(?: HTTP/1\\.[01])?");
  private static final Pattern HEADER = Pattern.compile("([!-9;-~]+):[ \\t]*(.*)");

  private final List<BatchItem> items = new ArrayList<>();
  private final int most;
  private int changeSets;

  private MultipartBatch(int most) {
    this.most = most;
  }

  /**
   * @param most maximum number of requests
   */
  static List<BatchItem> read(String mediaType, byte[] body, int most) {
    MultipartBatch batch = new MultipartBatch(most);
    batch.parts(mediaType, body, "", "");
    return batch.items;
  }

  private static Problem broken(String pointer, String detail) {
    return Problem.invalid(Violation.at("format", pointer, detail));
  }

  /** A part: its headers and its content. */
  private record Part(List<String> headers, String content) {
    static Part of(String text) {
      String lines = text.replaceFirst("^\r?\n", "");
      Matcher gap = Pattern.compile("\r?\n\r?\n").matcher(lines);
      return gap.find()
          ? new Part(lines.substring(0, gap.start()).lines().toList(), lines.substring(gap.end()))
          : new Part(lines.lines().toList(), "");
    }

    String header(String name) {
      return headers.stream()
          .map(HEADER::matcher)
          .filter(line -> line.matches() && line.group(1).equalsIgnoreCase(name))
          .map(line -> line.group(2).strip())
          .findFirst()
          .orElse("");
    }
  }

  private void parts(String mediaType, byte[] text, String pointer, String group) {
    String boundary =
        MultipartReader.boundary(mediaType)
            .orElseThrow(() -> broken(pointer, "the media type names no boundary"));
    MultipartReader parts =
        new MultipartReader(
            new ByteArrayInputStream(text),
            boundary,
            MultipartReader.Delimiters.LINES,
            detail -> broken(pointer, detail));
    try {
      int number = 0;
      for (Optional<InputStream> next = parts.next(); next.isPresent(); next = parts.next()) {
        byte[] bytes = next.get().readAllBytes();
        part(
            Part.of(new String(bytes, StandardCharsets.ISO_8859_1)),
            pointer + "/" + number++,
            group);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a stream of bytes in memory does not fail
    }
  }

  private void part(Part part, String pointer, String group) {
    String type = part.header("Content-Type").toLowerCase(Locale.ROOT);
    if (type.startsWith(MEDIA_TYPE) && group.isEmpty()) {
      byte[] content = part.content().getBytes(StandardCharsets.ISO_8859_1);
      parts(part.header("Content-Type"), content, pointer, " " + ++changeSets);
    } else if (type.startsWith("application/http")) {
      BatchPlan.requireAtMost(most, items.size() + 1);
      items.add(request(part, pointer, group));
    } else {
      throw broken(pointer, "a part is application/http, or a change set (multipart/mixed)");
    }
  }

  private static BatchItem request(Part envelope, String pointer, String group) {
    Part request = Part.of(envelope.content());
    Matcher line =
        REQUEST_LINE.matcher(request.headers().isEmpty() ? "" : request.headers().getFirst());
    if (!line.matches()) {
      throw broken(pointer, "a request begins with METHOD URL HTTP/1.1");
    }
    String id = envelope.header("Content-ID");
    return new BatchItem(
        pointer,
        id.isEmpty() ? request.header("Content-ID") : id,
        group,
        List.of(),
        line.group(1).toUpperCase(Locale.ROOT),
        line.group(2),
        BatchItem.wantsRepresentation(request.header("Prefer")),
        body(request.content()));
  }

  private static JsonNode body(String content) {
    return content.isBlank()
        ? MissingNode.getInstance()
        : Json.parseLastMembers(content.getBytes(StandardCharsets.ISO_8859_1));
  }
}
