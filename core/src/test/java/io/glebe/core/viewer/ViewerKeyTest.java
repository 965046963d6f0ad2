package io.glebe.core.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ViewerKeyTest {
  private static final Instant END = Instant.parse("2030-01-01T00:00:00Z");

  private final ViewerKey key = new ViewerKey(ViewerKey.random());
  private final String text = key.text(UUID.randomUUID(), END);

  @Test
  void theTextOfATokenHasItsEndAndFitsIntoAQuery() {
    assertThat(key.end(text)).contains(END);
    assertThat(text).matches("glv_[A-Za-z0-9._-]{98}");
  }

  @Test
  void noCharacterCanBeChanged() {
    Random random = new Random(5);
    for (int i = 0; i < text.length() - 1; i++) { // the last one has bits that mean nothing
      char other = (char) ('a' + random.nextInt(26));
      String changed = text.substring(0, i) + other + text.substring(i + 1);
      assertThat(key.end(changed).isPresent()).as("at %d", i).isEqualTo(changed.equals(text));
    }
  }

  @Test
  void aTextOfAnotherKeyAndAnyOtherTextIsNotGenuine() {
    assertThat(new ViewerKey(ViewerKey.random()).end(text)).isEmpty();
    for (String other : new String[] {"", "glv_", "glv_.", "glv_a.b", "glv_!.?", text + "."}) {
      assertThat(key.end(other)).as(other).isEmpty();
    }
  }

  @Test
  void twoTokensOfTheSameIdAndEndDiffer() {
    UUID id = UUID.randomUUID();
    assertThat(key.text(id, END)).isNotEqualTo(key.text(id, END));
  }
}
