package io.glebe.core.backup;

import java.io.IOException;

/** A backup or restore cannot continue; the message is one line for people. */
public final class BackupFault extends IOException {
  private static final long serialVersionUID = 1L;

  public BackupFault(String message) {
    super(message);
  }

  public BackupFault(String message, Throwable cause) {
    super(message, cause);
  }
}
