package io.glebe.api.http.header;

import io.glebe.core.problem.Problem;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Text in headers, which allow ASCII only: other characters are percent-encoded. */
public final class HeaderText {
  /** Names listed in one header; more are cut off. */
  private static final int MAX_NAMES = 50;

  private static final int MAX_NAME_CHARACTERS = 100;
  private static final String PLAIN = "-._~$@:";

  private HeaderText() {}

  /** A list of names, separated by a comma and a blank. */
  public static String list(List<String> names) {
    return String.join(", ", names.stream().limit(MAX_NAMES).map(HeaderText::encode).toList());
  }

  private static String encode(String name) {
    String cut = name.substring(0, Math.min(name.length(), MAX_NAME_CHARACTERS));
    StringBuilder out = new StringBuilder();
    for (byte b : cut.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
      out.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
    }
    return out.toString();
  }

  /**
   * The text of a header with decoded percent escapes of UTF-8; a percent sign without an escape
   * stays.
   */
  public static String decode(String header, String value) {
    String text = value.strip();
    if (text.indexOf('%') >= 0) {
      try {
        text = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return checked(header, text); // not an escape
      }
    } else {
      text = utf8(text);
    }
    return checked(header, text);
  }

  /** Clients send UTF-8 bytes; the HTTP library returns each byte as one character. */
  private static String utf8(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return text;
    }
  }

  private static String checked(String header, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == 127) {
        throw Problem.malformed(header + " must not contain control characters");
      }
    }
    return text;
  }
}
