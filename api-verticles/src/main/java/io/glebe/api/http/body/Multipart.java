package io.glebe.api.http.body;

import io.glebe.core.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a multipart form part by part from a stream (RFC 7578), in the memory of a {@link
 * MultipartReader}. Used by one thread.
 */
public final class Multipart {
  private static final int MAX_HEADERS = 8 * 1024;
  private static final Pattern PARAMETER =
      Pattern.compile(";\\s*([A-Za-z*]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\"]*))");

  /** A part of the form. The next part skips the unread rest of its bytes. */
  public final class Part {
    private final String name;
    private final Map<String, String> disposition;
    private final String mediaType;
    private final InputStream body;

    private Part(Map<String, String> headers, InputStream body) {
      Map<String, String> parameters = parameters(headers.getOrDefault("content-disposition", ""));
      this.name = Objects.requireNonNullElse(parameters.remove("name"), "");
      this.disposition = Map.copyOf(parameters);
      this.mediaType = headers.getOrDefault("content-type", "application/octet-stream");
      this.body = body;
    }

    /** Whether it has this name, which the operation declares. */
    public boolean isNamed(String declared) {
      names.accept(declared);
      return name.equals(declared);
    }

    /** Whether the client sends it as a file. */
    public boolean isFile() {
      return disposition.containsKey("filename") || disposition.containsKey("filename*");
    }

    /** The refusal of a part whose name the operation does not declare. */
    public Problem unknown(String... declared) {
      return Problem.malformed(
          "the form has parts named " + String.join(" and ", declared) + ", not '" + name + "'");
    }

    /** The parameters of its Content-Disposition besides its name. */
    public Map<String, String> disposition() {
      return disposition;
    }

    /** As the client sent it. */
    public String mediaType() {
      return mediaType;
    }

    public InputStream body() {
      return body;
    }

    /** A short text field; 400 when it is longer. */
    public String text(int most) throws IOException {
      byte[] bytes = body.readNBytes(most + 1);
      if (bytes.length > most) {
        throw Problem.malformed("the field " + name + " has more than " + most + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8).strip();
    }
  }

  private final MultipartReader parts;
  private final int mostParts;
  private final Consumer<String> names;
  private int read;

  private Multipart(MultipartReader parts, int mostParts, Consumer<String> names) {
    this.parts = parts;
    this.mostParts = mostParts;
    this.names = names;
  }

  /**
   * Opens a form.
   *
   * @param contentType the header, with its boundary; 400 without one
   * @param names receives the names of the parts that are read; fails for one that the operation
   *     does not declare
   */
  public static Multipart of(
      InputStream in, String contentType, int mostParts, Consumer<String> names) {
    String boundary =
        MultipartReader.boundary(contentType)
            .orElseThrow(() -> Problem.malformed("the Content-Type names no boundary"));
    MultipartReader parts =
        new MultipartReader(in, boundary, MultipartReader.Delimiters.EXACT, Problem::malformed);
    return new Multipart(parts, mostParts, names);
  }

  /** The next part; empty at the end of the form. At the end, the rest of the stream is read. */
  public Optional<Part> next() throws IOException {
    Optional<InputStream> next = parts.next();
    if (next.isEmpty()) {
      return Optional.empty();
    }
    if (read++ == mostParts) {
      throw Problem.malformed("the form has too many parts");
    }
    InputStream part = next.get();
    return Optional.of(new Part(headers(part), part));
  }

  private static Map<String, String> headers(InputStream part) throws IOException {
    Map<String, String> headers = new HashMap<>();
    int left = MAX_HEADERS;
    for (String line = line(part, left); !line.isEmpty(); line = line(part, left)) {
      left -= line.length();
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw unreadable();
      }
      headers.put(
          line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    return headers;
  }

  /** A line of at most so many bytes, without its line end; the text is UTF-8. */
  private static String line(InputStream part, int most) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = part.read(); b != '\n'; b = part.read()) {
      if (b < 0 || line.size() > most) {
        throw unreadable();
      }
      line.write(b);
    }
    String text = line.toString(StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private static Problem unreadable() {
    return Problem.malformed("the headers of a part cannot be read");
  }

  private static Map<String, String> parameters(String header) {
    Map<String, String> parameters = new HashMap<>();
    Matcher parameter = PARAMETER.matcher(header);
    while (parameter.find()) {
      String value =
          parameter.group(2) != null
              ? parameter.group(2).replaceAll("\\\\([\"\\\\])", "$1")
              : parameter.group(3).strip();
      parameters.put(parameter.group(1).toLowerCase(Locale.ROOT), value);
    }
    return parameters;
  }
}
