package io.glebe.core.config;

import java.util.List;

/**
 * The process cannot start with these settings. The message has one line per error and is shown to
 * the person at the terminal.
 */
public final class InvalidSettings extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InvalidSettings(List<String> faults) {
    super(String.join("\n", faults), null, false, false);
  }

  public InvalidSettings(String fault) {
    this(List.of(fault));
  }
}
