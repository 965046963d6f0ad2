package io.glebe.core.alarm.webhook;

import java.util.Arrays;
import java.util.List;

/** How urgent an event is, in ascending order. */
public enum Severity {
  INFO,
  WARNING,
  CRITICAL;

  /** The names, in ascending order. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Severity::name).toList();
  }
}
