package io.glebe.api.farm.attachment;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;

/**
 * Reads and writes names of uploaded files in Content-Disposition (RFC 6266, 8187). A name is used
 * for display only and never as a storage key.
 */
final class FileNames {
  private static final int MAX_CHARACTERS = 255;
  private static final String NONE = "attachment";
  private static final String PLAIN = "!#$&+-.^_`|~";

  private FileNames() {}

  /** The name in the parameters of a part, without folders. */
  static String of(Map<String, String> parameters) {
    String extended = parameters.getOrDefault("filename*", "");
    String name = parameters.getOrDefault("filename", "");
    if (extended.contains("'")) {
      name = decoded(extended, name);
    } else {
      name = name.replace("%22", "\"").replace("%0D", "").replace("%0A", ""); // as browsers send it
    }
    return clean(name);
  }

  private static String decoded(String extended, String otherwise) {
    String[] parts = extended.split("'", 3);
    try {
      return parts.length < 3
          ? otherwise
          : URLDecoder.decode(parts[2].replace("+", "%2B"), Charset.forName(parts[0]));
    } catch (IllegalArgumentException e) {
      return otherwise;
    }
  }

  static String clean(String name) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    StringBuilder kept = new StringBuilder();
    Normalizer.normalize(last, Normalizer.Form.NFC)
        .codePoints()
        .filter(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT)
        .filter(c -> Character.getType(c) != Character.SURROGATE)
        .forEach(
            c -> {
              if (kept.length() + Character.charCount(c) <= MAX_CHARACTERS) {
                kept.appendCodePoint(c);
              }
            });
    String text = kept.toString().strip();
    return text.isEmpty() || text.equals(".") || text.equals("..") ? NONE : text;
  }

  /** {@code attachment; filename="soil.pdf"; filename*=UTF-8''soil.pdf}. */
  static String disposition(String kind, String name) {
    StringBuilder ascii = new StringBuilder();
    name.codePoints()
        .forEach(c -> ascii.append(c < ' ' || c > '~' || c == '"' || c == '\\' ? '_' : (char) c));
    StringBuilder extended = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
      extended.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return kind + "; filename=\"" + ascii + "\"; filename*=UTF-8''" + extended;
  }
}
