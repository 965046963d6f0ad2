package io.glebe.api;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Reads every log line of a whole test run and remembers lines with secrets or personal data:
 * tokens, passwords, e-mail addresses, display names. {@code logback-test.xml} attaches it to the
 * root logger; {@link LogJudge} and {@link WholeRunLogTest} check the result.
 */
public final class LogWatch extends AppenderBase<ILoggingEvent> {
  private static final int REMEMBERED = 50;

  private static final List<Pattern> SECRETS =
      List.of(
          Pattern.compile("eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}"),
          Pattern.compile("(?i)bearer [A-Za-z0-9._~+/-]{8,}"),
          Pattern.compile("glebe-dev-token"),
          Pattern.compile("sensor-dev-password"),
          Pattern.compile("[a-z]+@glebe\\.example"),
          Pattern.compile("\\$argon2"));

  private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();
  private static final AtomicLong LINES = new AtomicLong();

  /** The log lines with secrets or personal data. */
  static List<String> found() {
    return List.copyOf(FOUND);
  }

  /** Lines read so far. */
  static long lines() {
    return LINES.get();
  }

  @Override
  protected void append(ILoggingEvent event) {
    LINES.incrementAndGet();
    String line = event.getLoggerName() + " " + event.getFormattedMessage() + thrown(event);
    if (givesAway(line) && FOUND.size() < REMEMBERED) {
      FOUND.add(line);
    }
  }

  /** Whether the line contains secrets or personal data, which must not be logged. */
  public static boolean givesAway(String line) {
    return SECRETS.stream().anyMatch(secret -> secret.matcher(line).find());
  }

  private static String thrown(ILoggingEvent event) {
    StringBuilder text = new StringBuilder();
    IThrowableProxy cause = event.getThrowableProxy();
    for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
      text.append(' ').append(cause.getMessage());
    }
    return text.toString();
  }
}
