package io.glebe.api.http.body;

import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a multipart body at its delimiters (RFC 2046, section 5.1.1). A part is a stream of its
 * headers and its content. The reader holds at most a buffer of {@value #BUFFER} bytes, however
 * long a part is. The text before the first and after the last delimiter is skipped. Used by one
 * thread.
 */
public final class MultipartReader {
  private static final int BUFFER = 64 * 1024;

  /** Maximum number of bytes of a line behind a delimiter. */
  private static final int MAX_LINE = 8 * 1024;

  private static final int UNKNOWN = -1;

  private static final Pattern BOUNDARY =
      Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))", Pattern.CASE_INSENSITIVE);

  /** What counts as a delimiter. */
  public enum Delimiters {
    /** CRLF and the boundary, as RFC 2046 says: for parts that may contain any bytes. */
    EXACT,
    /**
     * CRLF or LF, the boundary, and then only space up to the end of the line, or two hyphens: for
     * parts that are text, of clients that end lines with LF.
     */
    LINES
  }

  private final InputStream in;
  private final Delimiters delimiters;
  private final Function<String, Problem> refusal;

  /** Two hyphens and the boundary. */
  private final byte[] mark;

  /** CRLF and the mark. */
  private final byte[] exact;

  private final int[] steps;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int until;
  private boolean ended;
  private Part part = new Part();

  /**
   * Begins before the first delimiter.
   *
   * @param boundary see {@link #boundary}
   * @param refusal makes the problem for a body that cannot be read from a description
   */
  public MultipartReader(
      InputStream in, String boundary, Delimiters delimiters, Function<String, Problem> refusal) {
    this.in = in;
    this.delimiters = delimiters;
    this.refusal = refusal;
    this.mark = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    this.exact = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    this.steps = steps(exact);
    buffer[0] = '\r'; // so that the first delimiter has the same form as all others
    buffer[1] = '\n';
    until = 2;
  }

  /** The boundary in a Content-Type; empty without one. */
  public static Optional<String> boundary(String contentType) {
    Matcher named = BOUNDARY.matcher(contentType);
    return named.find()
        ? Optional.of(named.group(1) == null ? named.group(2) : named.group(1))
        : Optional.empty();
  }

  /**
   * The next part: its headers, an empty line and its content; empty at the end, when the rest of
   * the stream is read. Skips the unread rest of the part before.
   */
  public Optional<InputStream> next() throws IOException {
    if (!ended) {
      part.transferTo(OutputStream.nullOutputStream());
      ended = isLast();
    }
    if (ended) {
      in.transferTo(OutputStream.nullOutputStream());
      return Optional.empty();
    }
    part = new Part();
    return Optional.of(part);
  }

  /** The bytes up to the next delimiter, which is read and skipped. */
  private final class Part extends InputStream {
    private boolean complete;

    /** No delimiter begins before this index of the buffer. */
    private int clear = from;

    @Override
    public int read() throws IOException {
      return isReady() ? buffer[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      if (!isReady()) {
        return -1;
      }
      int n = Math.min(length, clear - from);
      System.arraycopy(buffer, from, target, offset, n);
      from += n;
      return n;
    }

    /** Fills the buffer until it holds a byte of the part; false at the part's end. */
    private boolean isReady() throws IOException {
      while (!complete && from >= clear) {
        clear = find();
        if (from < clear) {
          break;
        }
        int delimiter = from < until ? delimiter(from) : UNKNOWN;
        if (delimiter == UNKNOWN) {
          fill();
          clear = from;
        } else {
          from += delimiter;
          complete = true;
        }
      }
      return !complete;
    }
  }

  /** The index of the first byte that begins a delimiter or may begin one. */
  private int find() {
    for (int at = delimiters == Delimiters.EXACT ? skip() : from; at < until; at++) {
      if ((buffer[at] == '\r' || buffer[at] == '\n') && delimiter(at) != 0) {
        return at;
      }
    }
    return until;
  }

  /**
   * An index before which no exact delimiter begins. Most bytes are not looked at: the one at which
   * a delimiter would end tells how far away the next delimiter is at least (Horspool, 1980).
   */
  private int skip() {
    int length = exact.length;
    int at = from;
    while (at + length <= until && !Arrays.equals(buffer, at, at + length, exact, 0, length)) {
      at += steps[buffer[at + length - 1] & 0xff];
    }
    return at;
  }

  /** By byte, how far a window moves that ends with it and holds no delimiter. */
  private static int[] steps(byte[] delimiter) {
    int[] steps = new int[256];
    Arrays.fill(steps, delimiter.length);
    for (int i = 0; i < delimiter.length - 1; i++) {
      steps[delimiter[i] & 0xff] = delimiter.length - 1 - i;
    }
    return steps;
  }

  /**
   * The length of the delimiter that begins with the line end at the index, without what follows
   * the boundary; 0 for none, {@link #UNKNOWN} when the buffer ends too early.
   */
  private int delimiter(int at) {
    int line = at;
    if (buffer[at] == '\r') {
      line++;
    } else if (delimiters == Delimiters.EXACT) {
      return 0;
    }
    if (line < until && buffer[line] != '\n') {
      return 0;
    }
    line++;
    int known = Math.clamp(until - line, 0, mark.length);
    if (!Arrays.equals(buffer, line, line + known, mark, 0, known)) {
      return 0;
    }
    int end = line + mark.length;
    if (end > until) {
      return UNKNOWN;
    }
    int rest = delimiters == Delimiters.EXACT ? 1 : endOfLine(end);
    return rest == 1 ? end - at : rest;
  }

  /** 1 when two hyphens or the end of the line follow, 0 when not, otherwise {@link #UNKNOWN}. */
  private int endOfLine(int end) {
    int at = end;
    while (at < until && at - end < MAX_LINE && (buffer[at] == ' ' || buffer[at] == '\t')) {
      at++;
    }
    if (at == until) {
      return UNKNOWN;
    }
    if (buffer[at] == '\n') {
      return 1;
    }
    boolean hyphen = at == end && buffer[at] == '-';
    if (!hyphen && buffer[at] != '\r') {
      return 0;
    }
    if (at + 1 == until) {
      return UNKNOWN;
    }
    return buffer[at + 1] == (hyphen ? '-' : '\n') ? 1 : 0;
  }

  private void fill() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, until - from);
    until -= from;
    from = 0;
    int n = in.read(buffer, until, BUFFER - until);
    if (n < 0) {
      throw refusal.apply("the multipart body ends before its last delimiter");
    }
    until += n;
  }

  /** Whether the delimiter just read is the last; otherwise moves to the start of the next line. */
  private boolean isLast() throws IOException {
    int size = 0;
    while (true) {
      for (; from + size < until && buffer[from + size] != '\n'; size++) {
        if (size == 1 && buffer[from] == '-' && buffer[from + 1] == '-') {
          return true; // the last line needs no line end
        }
      }
      if (from + size < until) {
        break;
      }
      if (size > MAX_LINE) {
        throw refusal.apply("a line of the multipart body is too long");
      }
      fill();
    }
    String rest = new String(buffer, from, size, StandardCharsets.ISO_8859_1);
    if (!rest.isBlank()) {
      throw refusal.apply("a delimiter of the multipart body is followed by something else");
    }
    from += size + 1;
    return false;
  }
}
