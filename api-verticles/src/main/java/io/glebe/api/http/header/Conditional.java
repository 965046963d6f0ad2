package io.glebe.api.http.header;

import io.glebe.core.problem.Problem;
import java.util.Optional;
import java.util.stream.Stream;

/** Validators and preconditions (RFC 9110). ETags are passed with their quotes, {@code "\"7\""}. */
public final class Conditional {
  private static final String WEAK = "W/";
  private static final String GZIP = "-gzip\"";

  private Conditional() {}

  /**
   * The strong validator of one form of a representation: forms with different codings need
   * different ones (RFC 9110, 8.8.3.3).
   *
   * @param etag of the plain form
   * @param gzip whether the compressed form is meant
   */
  public static String etag(String etag, boolean gzip) {
    return gzip ? etag.substring(0, etag.length() - 1) + GZIP : etag;
  }

  /** Whether a validator is of all forms of a representation. */
  public static boolean isWeak(String etag) {
    return etag.startsWith(WEAK);
  }

  /** A header of ETags with those of the plain forms; a change is of all forms of a resource. */
  public static String ofPlainForms(String header) {
    return header.replace(GZIP, "\"");
  }

  /**
   * The validator of the form that If-None-Match names, plain or compressed; empty if it names
   * none.
   *
   * @param etag of the plain form
   */
  public static Optional<String> heldForm(Optional<String> header, String etag) {
    return Stream.of(etag, etag(etag, true)).filter(e -> noneMatchNames(header, e)).findFirst();
  }

  /** Whether If-None-Match names this ETag (weak comparison, lists and {@code *}). */
  public static boolean noneMatchNames(Optional<String> header, String etag) {
    return header.isPresent() && names(header.get(), etag, true);
  }

  /**
   * Whether If-Match allows a change of a resource with this ETag (strong comparison); absent
   * allows.
   */
  public static boolean matchAllows(Optional<String> header, String etag) {
    return header.isEmpty() || names(header.get(), etag, false);
  }

  /**
   * The version number in If-Match; empty without the header and for {@code *}. Any other value
   * that is not a version fails the precondition.
   */
  public static Optional<Long> version(Optional<String> header) {
    if (header.isEmpty() || header.get().strip().equals("*")) {
      return Optional.empty();
    }
    String text = header.get().strip();
    try {
      return Optional.of(Long.parseLong(text.substring(1, text.length() - 1)));
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw Problem.preconditionFailed("If-Match names no version of this resource");
    }
  }

  private static boolean names(String header, String etag, boolean weak) {
    if (header.strip().equals("*")) {
      return true;
    }
    String wanted = weak ? opaque(etag) : etag;
    int at = 0;
    while (at < header.length()) {
      int open = header.indexOf('"', at);
      int close = open < 0 ? -1 : header.indexOf('"', open + 1);
      if (close < 0) {
        return false;
      }
      boolean isWeak = open >= 2 && header.startsWith("W/", open - 2);
      String entry = (isWeak && !weak ? "W/" : "") + header.substring(open, close + 1);
      if (entry.equals(wanted)) {
        return true;
      }
      at = close + 1;
    }
    return false;
  }

  private static String opaque(String etag) {
    return isWeak(etag) ? etag.substring(WEAK.length()) : etag;
  }
}
