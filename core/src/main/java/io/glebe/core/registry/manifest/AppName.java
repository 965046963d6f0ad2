package io.glebe.core.registry.manifest;

import java.lang.Character.UnicodeBlock;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The display name of an app: one script, no invisible characters. Names with the same {@link
 * #skeleton} look alike.
 */
public final class AppName {
  static final int MAX_CHARS = 60;
  private static final int MIN_LETTERS = 2;
  private static final String OWN_NAME = "glebe";

  /** Names of pages and roles of the platform, for which a whole name must not stand. */
  private static final Set<String> OWN_WORDS =
      Set.of("Admin", "Administrator", "Console", "Sign in", "Log in", "Support", "Security");

  private static final Pattern FORM =
      Pattern.compile("[\\p{L}\\p{Nd}](?:[\\p{L}\\p{M}\\p{Nd}.'&+,()-]| (?! ))*(?<! )");

  /**
   * What a skeleton does not have: punctuation, accents, points of Hebrew and Arabic, modifier
   * letters. Vowel signs of other scripts tell words apart.
   */
  private static final Pattern WITHOUT_SHAPE =
      Pattern.compile(
          "[^\\p{L}\\p{M}\\p{Nd}|]|[\u02b0-\u02ff\u0300-\u036f\u0591-\u05c7\u064b-\u065f]");

  /** Scripts that one language writes together. */
  private static final Set<UnicodeScript> JAPANESE =
      EnumSet.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA);

  /** Letters that look like a Latin one, behind that one. */
  private static final String[] LOOK_ALIKES = {
    "a\u0430\u03b1\u0251",
    "b\u0432\u03b2\u044c\u0180\u0185\u0253",
    "c\u0441\u03f2\u1d04\u0188\u023c",
    "d\u0501\u018c\u0257",
    "e\u0435\u03b5\u0454\u0259\u0247\u01dd\u025b",
    "g\u0261\u0581\u01e5\u0260\u050d",
    "h\u043d\u04bb\u0570\u0127",
    "l1i|\u0131\u0456\u04cf\u03b9\u0269\u01c0\u0142\u019a\u0268",
    "j\u0458\u03f3",
    "k\u043a\u03ba\u0199",
    "m\u043c",
    "n\u03b7\u0578\u043f\u019e\u014b",
    "o0\u043e\u03bf\u0585\u00f8\u03c3\u0275",
    "p\u0440\u03c1\u01a5",
    "q\u051b",
    "r\u0433",
    "s5\u0455",
    "t\u0442\u03c4\u0167\u01ad",
    "u\u03c5\u057d\u0446\u0289",
    "v\u03bd\u0475",
    "w\u051d\u03c9\u0561",
    "x\u0445\u03c7",
    "y\u0443\u03b3\u04af\u024f\u01b4",
    "z\u03b6\u01b6"
  };

  /** Greek and Cyrillic capitals that look like another Latin letter than their small ones. */
  private static final String[] CAPITALS = {
    "h\u0397",
    "l\u0406\u04c0",
    "m\u039c",
    "n\u039d",
    "t\u0422",
    "v\u0474",
    "y\u03a5\u04ae",
    "x\u03a7"
  };

  /** Letters of phonetic notation and of manuscripts, among them small capitals. */
  private static final Set<UnicodeBlock> TECHNICAL =
      Set.of(
          UnicodeBlock.IPA_EXTENSIONS,
          UnicodeBlock.PHONETIC_EXTENSIONS,
          UnicodeBlock.PHONETIC_EXTENSIONS_SUPPLEMENT,
          UnicodeBlock.LATIN_EXTENDED_C,
          UnicodeBlock.LATIN_EXTENDED_D,
          UnicodeBlock.LATIN_EXTENDED_E,
          UnicodeBlock.CYRILLIC_EXTENDED_B);

  /** Looks like a 6; as a b it would make other Cyrillic names alike. */
  private static final char SMALL_BE = '\u0431';

  /** The letters of Azerbaijani, Ewe, Akan and Hausa among them. */
  private static final String IN_USE = "\u0253\u0254\u0256\u0257\u0259\u025b\u0263";

  /** Scripts of today's languages; letters of others are taken for signs that look alike. */
  private static final Set<UnicodeScript> LIVING =
      EnumSet.of(
          UnicodeScript.LATIN,
          UnicodeScript.GREEK,
          UnicodeScript.CYRILLIC,
          UnicodeScript.ARMENIAN,
          UnicodeScript.GEORGIAN,
          UnicodeScript.HEBREW,
          UnicodeScript.ARABIC,
          UnicodeScript.DEVANAGARI,
          UnicodeScript.BENGALI,
          UnicodeScript.GURMUKHI,
          UnicodeScript.GUJARATI,
          UnicodeScript.ORIYA,
          UnicodeScript.THAANA,
          UnicodeScript.TAMIL,
          UnicodeScript.TELUGU,
          UnicodeScript.KANNADA,
          UnicodeScript.MALAYALAM,
          UnicodeScript.SINHALA,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR,
          UnicodeScript.ETHIOPIC,
          UnicodeScript.HANGUL,
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA);

  private static final Map<Integer, String> LATIN = latin();

  private AppName() {}

  private static Map<Integer, String> latin() {
    Map<Integer, String> latin = new TreeMap<>();
    for (String[] all : List.of(LOOK_ALIKES, CAPITALS)) {
      for (String alike : all) {
        alike.chars().skip(1).forEach(letter -> latin.put(letter, alike.substring(0, 1)));
      }
    }
    latin.put(0x00df, "ss");
    latin.put(0x00e6, "ae");
    latin.put(0x0111, "d");
    return latin;
  }

  /** The fault of a name; empty if it is accepted. */
  static Optional<String> fault(String name) {
    if (name.length() > MAX_CHARS || skeleton(name).length() < MIN_LETTERS) {
      return Optional.of("must have at least 2 letters or digits and at most 60 characters");
    }
    if (!isComposed(name) || !FORM.matcher(name).matches()) {
      return Optional.of("may have letters, digits, single spaces and .'&+,()- only");
    }
    if (name.codePoints().anyMatch(AppName::isUnusual)) {
      return Optional.of("may have letters of today's languages only");
    }
    if (scripts(name).size() > 1) {
      return Optional.of("must not mix scripts");
    }
    return isOfPlatform(name)
        ? Optional.of("must not look like a name of the platform")
        : Optional.empty();
  }

  /** Thai and Lao write the vowel am in one character, which NFKC takes apart. */
  private static boolean isComposed(String name) {
    return Normalizer.isNormalized(name.replaceAll("[\u0e33\u0eb3]", ""), Normalizer.Form.NFKC);
  }

  /** An i with its dot is no l here, or no name could have words such as Energieberatung. */
  private static boolean isOfPlatform(String name) {
    String skeleton = skeleton(name);
    String dotted = Normalizer.normalize(name, Normalizer.Form.NFKD).replace('i', 'x');
    String letters =
        skeleton(dotted)
            .replace('6', 'g')
            .replace('9', 'g')
            .replace('8', 'b')
            .replace(SMALL_BE, 'b');
    return letters.contains(skeleton(OWN_NAME))
        || OWN_WORDS.stream().map(AppName::skeleton).anyMatch(skeleton::equals);
  }

  private static boolean isUnusual(int letter) {
    UnicodeScript script = UnicodeScript.of(letter);
    boolean ofNone = script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED;
    boolean technical = TECHNICAL.contains(UnicodeBlock.of(letter)) && IN_USE.indexOf(letter) < 0;
    return technical || !ofNone && !LIVING.contains(script);
  }

  private static Set<UnicodeScript> scripts(String name) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    name.codePoints().mapToObj(UnicodeScript::of).forEach(scripts::add);
    scripts.remove(UnicodeScript.COMMON);
    scripts.remove(UnicodeScript.INHERITED);
    return JAPANESE.containsAll(scripts) ? Set.of() : scripts;
  }

  /** The same text for names that look alike; without spaces, marks and punctuation. */
  public static String skeleton(String name) {
    String letters =
        WITHOUT_SHAPE.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
    StringBuilder skeleton = new StringBuilder();
    letters.codePoints().forEach(letter -> skeleton.append(latin(letter)));
    return skeleton.toString().replace("rn", "m").replace("vv", "w").replace("cl", "d");
  }

  /** The small Latin letter that looks the same, or the letter in lower case. */
  private static String latin(int letter) {
    String lower = Character.toString(letter).toLowerCase(Locale.ROOT);
    return LATIN.getOrDefault(letter, LATIN.getOrDefault(lower.codePointAt(0), lower));
  }
}
