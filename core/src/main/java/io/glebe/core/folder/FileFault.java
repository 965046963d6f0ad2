package io.glebe.core.folder;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A file or folder cannot be used. The message is one line for the person at the terminal. */
public final class FileFault extends IOException {
  private static final long serialVersionUID = 1L;

  public FileFault(String message, Throwable cause) {
    super(message, cause);
  }

  public FileFault(String message) {
    super(message);
  }

  /** Returns the system's reason for the error, in plain words and without the path. */
  public static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case FileSystemException other when other.getReason() != null ->
          lowerFirst(other.getReason());
      default -> lowerFirst(e.getMessage() == null ? e.toString() : e.getMessage());
    };
  }

  private static String lowerFirst(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
