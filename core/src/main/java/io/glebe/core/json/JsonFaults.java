package io.glebe.core.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.glebe.core.problem.Problem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says where JSON from outside is broken, in words that do not depend on the parser. */
public final class JsonFaults {
  private static final Pattern DUPLICATE =
      Pattern.compile("Duplicate field '(.*)'", Pattern.DOTALL);

  private JsonFaults() {}

  /** A 400 problem for a body that the parser has refused. */
  public static Problem problem(JsonProcessingException refusal) {
    return refusal instanceof StreamConstraintsException
        ? Problem.malformed("the JSON is beyond the limits: " + bound(refusal.getOriginalMessage()))
        : Problem.malformed("the body is no valid JSON: " + reason(refusal) + place(refusal));
  }

  /** The bound that was met, by how the parser begins its message. */
  private static String bound(String message) {
    return switch (message.split(" ", 2)[0]) {
      case "Document" -> "it has more than " + Json.MAX_DEPTH + " levels";
      case "Number" -> "a number has more than " + Json.MAX_NUMBER_CHARACTERS + " characters";
      case "Name" -> "a name has more than " + Json.MAX_NAME_CHARACTERS + " characters";
      case "String" -> "a text has more than " + Json.MAX_STRING_CHARACTERS + " characters";
      default -> "it is too large";
    };
  }

  /** A 400 problem for a number that the parser cannot hold, such as 1e9999999999. */
  public static Problem number() {
    return Problem.malformed("the JSON is beyond the limits: a number has too large an exponent");
  }

  private static String reason(JsonProcessingException refusal) {
    Matcher duplicate = DUPLICATE.matcher(String.valueOf(refusal.getOriginalMessage()));
    if (duplicate.lookingAt()) {
      return "an object has two members '" + duplicate.group(1) + "'";
    }
    return refusal instanceof JsonEOFException ? "it ends too early" : "unexpected text";
  }

  private static String place(JsonProcessingException refusal) {
    var at = refusal.getLocation();
    return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }
}
