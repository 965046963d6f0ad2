package io.glebe.api.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import io.glebe.api.cli.log.TraceMember;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.folder.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import net.logstash.logback.encoder.LogstashEncoder;
import org.slf4j.LoggerFactory;

/**
 * The log file in the data folder, in addition to standard error and in the same form: {@code
 * logs/glebe.log}, renamed to {@code glebe.1.log} and so on when it is full. Lines are kept in
 * memory until this process owns the data folder. They are written to the disk twice a second, and
 * warnings at once, so that no request waits for the file.
 */
public final class LogFile implements AutoCloseable {
  private static final String FOLDER = "logs";
  private static final String CURRENT = "glebe.log";
  private static final String ROLLED = "glebe.%i.log";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final long FLUSH_NANOS = 500_000_000L;
  private static final long CHECK_MILLIS = 1000;

  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> early = new ListAppender<>();
  private final Flushed file = new Flushed();
  private volatile boolean closed;

  public LogFile() {
    early.setContext(context);
    early.start();
    root.addAppender(early);
  }

  /** The current file of a data folder. */
  static Path current(Path data) {
    return data.resolve(FOLDER).resolve(CURRENT);
  }

  /** The file before the current one, counted from 1; it may not exist. */
  static Path rolled(Path data, int number) {
    return data.resolve(FOLDER).resolve(ROLLED.replace("%i", Integer.toString(number)));
  }

  /**
   * Writes the lines that have been logged so far, and from now on every line.
   *
   * @throws IOException when the folder cannot be made
   */
  public void open(Settings settings) throws IOException {
    long bytes = settings.get(ProcessSettings.LOG_FILE_BYTES);
    if (bytes > 0) {
      Folders.makePrivate(settings.dataDir().resolve(FOLDER));
      start(settings.dataDir(), bytes, settings.get(ProcessSettings.LOG_FILES));
      int before = early.list.size(); // for a short time, later lines are written to both
      root.addAppender(file);
      root.detachAppender(early);
      List.copyOf(early.list.subList(0, before)).forEach(file::doAppend);
      Thread.ofPlatform().daemon().name("log-file").start(this::flushNowAndThen);
    }
    root.detachAppender(early);
    early.stop();
  }

  private void start(Path data, long bytes, int files) {
    FixedWindowRollingPolicy names = new FixedWindowRollingPolicy();
    names.setContext(context);
    names.setParent(file);
    names.setFileNamePattern(data.resolve(FOLDER).resolve(ROLLED).toString());
    names.setMinIndex(1);
    names.setMaxIndex(files);
    SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
    size.setContext(context);
    size.setMaxFileSize(new FileSize(bytes));
    size.setCheckIncrement(Duration.buildByMilliseconds(CHECK_MILLIS));
    file.setContext(context);
    file.setName("file");
    file.setFile(current(data).toString());
    file.setEncoder(encoder());
    file.setImmediateFlush(false);
    file.setRollingPolicy(names);
    file.setTriggeringPolicy(size);
    names.start();
    size.start();
    file.start();
  }

  /** The encoder, the same as for standard error. */
  private Encoder<ILoggingEvent> encoder() {
    LogstashEncoder json = new LogstashEncoder();
    json.addProvider(new TraceMember());
    Encoder<ILoggingEvent> encoder = json;
    for (Iterator<Appender<ILoggingEvent>> all = root.iteratorForAppenders(); all.hasNext(); ) {
      if (all.next() instanceof ConsoleAppender<ILoggingEvent> console
          && console.getEncoder() instanceof PatternLayoutEncoder text) {
        PatternLayoutEncoder pattern = new PatternLayoutEncoder();
        pattern.setPattern(text.getPattern());
        encoder = pattern;
      }
    }
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }

  private void flushNowAndThen() {
    while (!closed) {
      LockSupport.parkNanos(FLUSH_NANOS);
      file.flush();
    }
  }

  @Override
  public void close() {
    closed = true;
    root.detachAppender(early);
    root.detachAppender(file);
    file.stop();
  }

  /** A rolling file whose buffer is written on warnings and on request. */
  private static final class Flushed extends RollingFileAppender<ILoggingEvent> {
    @Override
    public void openFile(String name) throws IOException {
      super.openFile(name);
      Files.setPosixFilePermissions(Path.of(name), OWNER_ONLY);
    }

    @Override
    protected void subAppend(ILoggingEvent event) {
      super.subAppend(event);
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        flush();
      }
    }

    void flush() {
      streamWriteLock.lock();
      try {
        if (isStarted() && getOutputStream() != null) {
          getOutputStream().flush();
        }
      } catch (IOException e) {
        addError("the log file cannot be written", new UncheckedIOException(e));
      } finally {
        streamWriteLock.unlock();
      }
    }
  }
}
