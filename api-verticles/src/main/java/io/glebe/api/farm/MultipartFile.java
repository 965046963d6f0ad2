package io.glebe.api.farm;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the one part named {@code file} of a multipart form from a stream (RFC 7578). A buffer of
 * {@value #BUFFER} bytes is all it holds; other parts are read over. Used by one thread.
 */
final class MultipartFile {
  static final String PART = "file";
  private static final int BUFFER = 64 * 1024;
  private static final int MAX_HEADERS = 8 * 1024;
  private static final int MAX_PARTS = 100;
  private static final Pattern BOUNDARY =
      Pattern.compile("(?i).*;\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70})).*");
  private static final Pattern PARAMETER =
      Pattern.compile(";\\s*([A-Za-z*]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\"]*))");

  /** Name and media type as the client says. */
  record Part(String fileName, String mediaType) {}

  /** Takes the bytes of the part; its headers are known by then. */
  @FunctionalInterface
  interface Target {
    OutputStream open(Part part) throws IOException;
  }

  private final InputStream in;
  private final byte[] delimiter;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int until;

  private MultipartFile(InputStream in, String boundary) {
    this.in = in;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    buffer[0] = '\r'; // so that the first delimiter is like all others
    buffer[1] = '\n';
    until = 2;
  }

  /**
   * Reads the form to its end.
   *
   * @param contentType the header, with its boundary
   */
  static Part read(InputStream in, String contentType, Target target) throws IOException {
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!boundary.matches()) {
      throw Problem.malformed("the Content-Type names no boundary");
    }
    String text = boundary.group(1) != null ? boundary.group(1) : boundary.group(2);
    return new MultipartFile(in, text).parts(target);
  }

  private Part parts(Target target) throws IOException {
    content(OutputStream.nullOutputStream());
    Part found = null;
    for (int i = 0; !isLast(); i++) {
      if (i == MAX_PARTS) {
        throw Problem.malformed("the form has too many parts");
      }
      Map<String, String> headers = headers();
      Map<String, String> disposition = parameters(headers.getOrDefault("content-disposition", ""));
      if (!PART.equals(disposition.get("name"))) {
        content(OutputStream.nullOutputStream());
      } else if (found != null) {
        throw Problem.malformed("the form has more than one part named " + PART);
      } else {
        found =
            new Part(
                FileNames.of(disposition),
                headers.getOrDefault("content-type", "application/octet-stream"));
        try (OutputStream out = target.open(found)) {
          content(out);
        }
      }
    }
    if (found == null) {
      throw Problem.malformed("the form has no part named " + PART);
    }
    in.transferTo(OutputStream.nullOutputStream()); // what follows the last delimiter
    return found;
  }

  /** Copies up to the next delimiter and reads over that. */
  private void content(OutputStream out) throws IOException {
    while (true) {
      int at = find();
      if (at >= 0) {
        out.write(buffer, from, at - from);
        from = at + delimiter.length;
        return;
      }
      int sure = Math.max(from, until - delimiter.length + 1);
      out.write(buffer, from, sure - from);
      from = sure;
      fill();
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

  /** Whether the delimiter just read ends the form; else goes to the start of the next line. */
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

  /** A line without its end; the text is UTF-8. */
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
        return "--"; // the last line needs no end
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
