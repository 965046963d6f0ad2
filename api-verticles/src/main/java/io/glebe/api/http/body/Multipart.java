package io.glebe.api.http.body;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a multipart form part by part from a stream (RFC 7578). It holds at most a buffer of
 * {@value #BUFFER} bytes. Used by one thread.
 */
public final class Multipart {
  private static final int BUFFER = 64 * 1024;
  private static final int MAX_HEADERS = 8 * 1024;
  private static final Pattern BOUNDARY =
      Pattern.compile("(?i).*;\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70})).*");
  private static final Pattern PARAMETER =
      Pattern.compile(";\\s*([A-Za-z*]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\"]*))");

  /**
   * A part of the form.
   *
   * @param disposition parameters of its Content-Disposition: name, filename
   * @param mediaType as the client sent it
   * @param body its bytes; the next part skips the unread rest
   */
  public record Part(Map<String, String> disposition, String mediaType, InputStream body) {
    public Part {
      disposition = Map.copyOf(disposition);
    }

    /** The field's name; empty when it has none. */
    public String name() {
      return disposition.getOrDefault("name", "");
    }

    /** A short text field; 400 when it is longer. */
    public String text(int most) throws IOException {
      byte[] bytes = body.readNBytes(most + 1);
      if (bytes.length > most) {
        throw Problem.malformed("the field " + name() + " has more than " + most + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8).strip();
    }
  }

  private final InputStream in;
  private final int mostParts;
  private final byte[] delimiter;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int until;
  private int parts;
  private Content content = new Content();

  private Multipart(InputStream in, String boundary, int mostParts) {
    this.in = in;
    this.mostParts = mostParts;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    buffer[0] = '\r'; // so that the first delimiter has the same form as all others
    buffer[1] = '\n';
    until = 2;
  }

  /**
   * Opens a form.
   *
   * @param contentType the header, with its boundary; 400 without one
   */
  public static Multipart of(InputStream in, String contentType, int mostParts) {
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!boundary.matches()) {
      throw Problem.malformed("the Content-Type names no boundary");
    }
    String text = boundary.group(1) != null ? boundary.group(1) : boundary.group(2);
    return new Multipart(in, text, mostParts);
  }

  /** The next part; empty at the end of the form. At the end, the rest of the stream is read. */
  public Optional<Part> next() throws IOException {
    content.transferTo(OutputStream.nullOutputStream());
    if (isLast()) {
      in.transferTo(OutputStream.nullOutputStream()); // the text after the last delimiter
      return Optional.empty();
    }
    if (parts++ == mostParts) {
      throw Problem.malformed("the form has too many parts");
    }
    Map<String, String> headers = headers();
    content = new Content();
    return Optional.of(
        new Part(
            parameters(headers.getOrDefault("content-disposition", "")),
            headers.getOrDefault("content-type", "application/octet-stream"),
            content));
  }

  /** The bytes up to the next delimiter, which is read and skipped. */
  private final class Content extends InputStream {
    private boolean ended;

    /** No delimiter begins before this index of the buffer. */
    private int clear = from;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (ended) {
        return -1;
      }
      if (length == 0) {
        return 0;
      }
      while (from >= clear) {
        int at = find();
        if (at == from) {
          from += delimiter.length;
          ended = true;
          return -1;
        }
        clear = at >= 0 ? at : Math.max(from, until - delimiter.length + 1);
        if (from >= clear) {
          fill();
          clear = from;
        }
      }
      int n = Math.min(length, clear - from);
      System.arraycopy(buffer, from, target, offset, n);
      from += n;
      return n;
    }
  }

  private int find() {
    int end = until - delimiter.length;
    for (int at = from; at <= end; at++) {
      if (buffer[at] == '\r'
          && Arrays.equals(buffer, at, at + delimiter.length, delimiter, 0, delimiter.length)) {
        return at;
      }
    }
    return -1;
  }

  private void fill() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, until - from);
    until -= from;
    from = 0;
    int n = in.read(buffer, until, BUFFER - until);
    if (n < 0) {
      throw Problem.malformed("the form ends before its last delimiter");
    }
    until += n;
  }

  /** Whether the last delimiter ends the form; otherwise moves to the start of the next line. */
  private boolean isLast() throws IOException {
    String rest = line();
    if (rest.startsWith("--")) {
      return true;
    }
    if (!rest.isBlank()) {
      throw Problem.malformed("a delimiter of the form is followed by something else");
    }
    return false;
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>();
    int size = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      size += line.length();
      int colon = line.indexOf(':');
      if (size > MAX_HEADERS || colon < 0) {
        throw Problem.malformed("the headers of a part cannot be read");
      }
      headers.put(
          line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    return headers;
  }

  /** A line without its line end; the text is UTF-8. */
  private String line() throws IOException {
    int at = from;
    while (true) {
      while (at < until && buffer[at] != '\n') {
        at++;
      }
      if (at < until) {
        int end = at > from && buffer[at - 1] == '\r' ? at - 1 : at;
        String line = new String(buffer, from, end - from, StandardCharsets.UTF_8);
        from = at + 1;
        return line;
      }
      if (until - from >= 2 && buffer[from] == '-' && buffer[from + 1] == '-') {
        return "--"; // the last line needs no line end
      }
      if (until - from > MAX_HEADERS) {
        throw Problem.of(ProblemType.MALFORMED_REQUEST, "a line of the form is too long");
      }
      at -= from;
      fill();
    }
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
