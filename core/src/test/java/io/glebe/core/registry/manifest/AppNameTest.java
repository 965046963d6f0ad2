package io.glebe.core.registry.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppNameTest {
  @ParameterizedTest
  @CsvSource({
    "Field notes, FieId n0tes",
    "Field notes, F\u00ef\u00e9ldnotes",
    "Soil, S0il",
    "Soil, 5oi1",
    "Modern, Modem",
    "Water, vvater",
    "Cloud, doud",
    "\u0410\u0431, A\u0431",
    "Stra\u00dfe, Strasse",
    "Glebe, \u0261lebe",
    "Home, \u0397\u039f\u039c\u0395",
    "Boat, \u0392\u039f\u0391\u03a4",
    "Xenon, \u03a7\u0395\u039d\u039f\u039d",
    "Kiny, \u039a\u0399\u039d\u03a5"
  })
  void namesThatLookAlikeHaveTheSameSkeleton(String name, String imitation) {
    assertThat(AppName.skeleton(imitation)).isEqualTo(AppName.skeleton(name));
  }

  @ParameterizedTest
  @CsvSource({
    "Soil, Sail",
    "Field notes, Field note",
    "Barn, Born",
    "\u0916\u0947\u0924, \u0916\u0947\u0924\u0940",
    "\u30d3\u30fc\u30eb, \u30d3\u30eb"
  })
  void otherNamesHaveOthers(String name, String other) {
    assertThat(AppName.skeleton(other)).isNotEqualTo(AppName.skeleton(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x                      | at least 2 letters
          ''                     | at least 2 letters
          ...                    | at least 2 letters
          ' Field notes'         | single spaces
          Field  notes           | single spaces
          'Field notes '         | single spaces
          Field\u200bnotes       | single spaces
          \uff26ield notes       | single spaces
          <b>Field</b>           | single spaces
          Fi\u0435ld             | mix scripts
          Fi\u1d07ld             | today's languages
          \u0261oat             | today's languages
          \u13a0\u13d2\u13bb    | today's languages
          Glebe                  | of the platform
          \u050c\u04c0\u0415\u0412\u0415 | of the platform
          \u050c1\u0435\u0431\u0435 | of the platform
          G\u019aebe             | of the platform
          \u01e4lebe             | of the platform
          Gl\u0247be             | of the platform
          Gle\u0185e             | of the platform
          Gle\u02bcbe            | of the platform
          6le8e                  | of the platform
          Sign-in                | of the platform
          Adm\u00edn             | of the platform
          The G1ebe app          | of the platform
          G L E B E              | of the platform
          """)
  void aNameIsPlainAndItsOwn(String name, String fault) {
    assertThat(AppName.fault(name).orElse("accepted")).contains(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Field notes",
        "J\u00e4ger & S\u00f6hne (2)",
        "\u041f\u043e\u043b\u0435",
        "\u7551\u306e\u30e1\u30e2",
        "7 acres",
        "Energieberatung",
        "Giebel",
        "Soil 6",
        "\u30ad\u30fc",
        "\u0e17\u0e33\u0e19\u0e32",
        "\u091c\u094c",
        "\u03a7\u03c9\u03c1\u03ac\u03c6\u03b9",
        "\u062d\u0642\u0644",
        "\u018fkin\u00e7i t\u0259s\u0259rr\u00fcfat"
      })
  void namesOfOneLanguageAreAccepted(String name) {
    assertThat(AppName.fault(name)).isEmpty();
  }
}
