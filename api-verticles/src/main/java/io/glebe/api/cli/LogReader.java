package io.glebe.api.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** Reads the log of a data folder: its last lines and the lines that follow. */
final class LogReader implements AutoCloseable {
  private static final int BUFFER_CHARS = 1 << 14;
  private static final long PAUSE_MILLIS = 200;

  private final Path data;
  private final PrintWriter out;
  private final char[] buffer = new char[BUFFER_CHARS];
  private Reader reader;
  private Object file;

  /**
   * Opens the current file.
   *
   * @throws NoSuchFileException when there is none
   */
  LogReader(Path data, PrintWriter out) throws IOException {
    this.data = data;
    this.out = out;
    open();
  }

  private void open() throws IOException {
    Path current = LogFile.current(data);
    file = key(current);
    reader = reader(current);
  }

  private static Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private static Reader reader(Path path) throws IOException {
    InputStream stream = Files.newInputStream(path);
    return new InputStreamReader(stream, StandardCharsets.UTF_8);
  }

  /** Prints the last lines; older lines are read from the rolled files. */
  void last(int lines) throws IOException {
    List<Deque<String>> newestFirst = new ArrayList<>();
    // not closed and not read ahead: later lines are read from this position
    newestFirst.add(last(reader, lines));
    int missing = lines - newestFirst.getFirst().size();
    for (int number = 1; missing > 0 && Files.exists(LogFile.rolled(data, number)); number++) {
      try (Reader older = reader(LogFile.rolled(data, number))) {
        newestFirst.add(last(older, missing));
      }
      missing -= newestFirst.getLast().size();
    }
    Collections.reverse(newestFirst);
    newestFirst.forEach(file -> file.forEach(out::println));
    out.flush();
  }

  private static Deque<String> last(Reader reader, int count) throws IOException {
    Deque<String> lines = new ArrayDeque<>();
    BufferedReader buffered = new BufferedReader(reader);
    for (String line = buffered.readLine(); line != null; line = buffered.readLine()) {
      lines.addLast(line);
      if (lines.size() > count) {
        lines.removeFirst();
      }
    }
    return lines;
  }

  /** Prints new lines until interrupted, also after the file was rolled. */
  void follow() throws IOException, InterruptedException {
    while (!out.checkError()) {
      copy();
      if (renamed()) {
        copy(); // the lines from before the roll
        reader.close();
        open();
      } else {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private void copy() throws IOException {
    for (int n = reader.read(buffer); n > 0; n = reader.read(buffer)) {
      out.write(buffer, 0, n);
    }
    out.flush();
  }

  private boolean renamed() throws IOException {
    try {
      return !key(LogFile.current(data)).equals(file);
    } catch (NoSuchFileException e) {
      return false; // while the file is being rolled
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
