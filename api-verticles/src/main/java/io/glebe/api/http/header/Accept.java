package io.glebe.api.http.header;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Content negotiation (RFC 9110): chooses the offer that the client prefers. */
public final class Accept {
  private static final int MAX_RANGES = 64;

  private Accept() {}

  /**
   * The offer with the highest quality; with equal quality, the first of them. Empty when the
   * client accepts none. Without a header, the first offer.
   */
  public static Optional<String> choose(String header, List<String> offers) {
    if (header == null || header.isBlank()) {
      return Optional.of(offers.getFirst());
    }
    String best = null;
    double bestQuality = 0;
    for (String offer : offers) {
      double quality = quality(header, offer);
      if (quality > bestQuality) {
        best = offer;
        bestQuality = quality;
      }
    }
    return Optional.ofNullable(best);
  }

  /** The quality of the most specific range that covers the offer. */
  private static double quality(String header, String offer) {
    String plain = offer.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    int specificity = -1;
    double quality = 0;
    for (String range : header.split(",", MAX_RANGES)) {
      String[] parts = range.split(";", -1);
      int covers = specificity(parts[0].strip().toLowerCase(Locale.ROOT), plain);
      if (covers > specificity) {
        specificity = covers;
        quality = weight(parts);
      }
    }
    return quality;
  }

  private static int specificity(String range, String offer) {
    if (range.equals(offer)) {
      return 2;
    }
    if (range.equals("*/*") || range.equals("*")) {
      return 0;
    }
    boolean family =
        range.endsWith("/*") && offer.startsWith(range.substring(0, range.length() - 1));
    return family ? 1 : -1;
  }

  private static double weight(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String[] pair = parts[i].split("=", 2);
      if (pair.length == 2 && pair[0].strip().equalsIgnoreCase("q")) {
        try {
          return Double.parseDouble(pair[1].strip());
        } catch (NumberFormatException e) {
          return 0;
        }
      }
    }
    return 1;
  }
}
