package io.glebe.core.record.rule.value;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.ZoneId;
import java.util.Currency;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text forms of the declaration language: addresses, codes of public lists, identifiers. */
public final class TextForms {
  static final int MAX_URI = 2_000;
  static final int MAX_CONCEPT_URI = 500;
  static final int MAX_EMAIL = 254;
  static final int MAX_UNIT = 20;

  private static final Pattern EMAIL =
      Pattern.compile(
          "[^\\s@\"(),:;<>\\[\\]\\\\.]+(\\.[^\\s@\"(),:;<>\\[\\]\\\\.]+)*@"
              + "[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?"
              + "(\\.[\\p{L}\\p{N}]([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?)+");
  private static final Pattern PHONE =
      Pattern.compile("\\+?[0-9(][0-9 ()/.-]{2,38}( ?(x|ext\\.?) ?[0-9]{1,8})?");
  private static final Pattern UNIT = Pattern.compile("[^\\s\\p{Cntrl}]{1," + MAX_UNIT + "}");
  private static final Set<String> ZONES =
      ZoneId.getAvailableZoneIds().stream()
          .filter(z -> !z.startsWith("SystemV/"))
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());
  private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());
  private static final Set<String> CONCEPT_SCHEMES = Set.of("http", "https", "urn");

  private TextForms() {}

  /** An absolute URI of at most {@value #MAX_URI} characters. */
  public static boolean isUri(String text) {
    return text.length() <= MAX_URI && absolute(text);
  }

  /**
   * A URI that may identify a concept: http, https or urn, at most {@value #MAX_CONCEPT_URI}
   * characters.
   */
  public static boolean isConceptUri(String text) {
    return text.length() <= MAX_CONCEPT_URI
        && absolute(text)
        && CONCEPT_SCHEMES.contains(scheme(text));
  }

  /** Scheme of an absolute URI, in lower case. */
  public static String scheme(String uri) {
    return uri.substring(0, Math.max(0, uri.indexOf(':'))).toLowerCase(Locale.ROOT);
  }

  private static boolean absolute(String text) {
    try {
      URI uri = new URI(text);
      boolean web =
          uri.getScheme() != null && uri.getScheme().toLowerCase(Locale.ROOT).startsWith("http");
      return uri.isAbsolute() && (!web || (uri.getRawAuthority() != null));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  static boolean isEmail(String text) {
    return text.length() <= MAX_EMAIL && EMAIL.matcher(text).matches();
  }

  static boolean isPhone(String text) {
    return PHONE.matcher(text).matches();
  }

  static boolean isTimezone(String text) {
    return ZONES.contains(text);
  }

  static boolean isCurrency(String text) {
    return CURRENCIES.contains(text);
  }

  static boolean isCountry(String text) {
    return COUNTRIES.contains(text);
  }

  /** A well-formed BCP 47 tag whose two-letter language is in ISO 639-1. */
  static boolean isLanguage(String text) {
    try {
      String language = new Locale.Builder().setLanguageTag(text).build().getLanguage();
      return language.length() == 3 || LANGUAGES.contains(language);
    } catch (IllformedLocaleException e) {
      return false;
    }
  }

  static boolean isUnit(String text) {
    return UNIT.matcher(text).matches();
  }

  /**
   * Whether the last digit is the GS1 check digit: weights 3 and 1 from the right, sum a multiple
   * of 10.
   */
  static boolean hasCheckDigit(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int weight = (digits.length() - i) % 2 == 0 ? 3 : 1;
      sum += weight * (digits.charAt(i) - '0');
    }
    return sum % 10 == 0;
  }
}
