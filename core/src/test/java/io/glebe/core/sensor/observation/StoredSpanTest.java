package io.glebe.core.sensor.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import io.glebe.core.database.Notifications;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredSpanTest {
  private static final String ORIGIN = UUID.randomUUID().toString();

  private static StoredObservation stored(long id) {
    return new StoredObservation(
        id,
        new DatastreamInfo(1, Optional.empty(), "", OptionalLong.empty()),
        Observation.of(IntNode.valueOf(1), Instant.ofEpochSecond(id % 100)));
  }

  private static List<StoredObservation> group(LongStream ids) {
    return ids.mapToObj(StoredSpanTest::stored).toList();
  }

  @Test
  void consecutiveIdsAreWrittenAsRangesAndParsedAgain() {
    List<StoredSpan> spans = StoredSpan.of(ORIGIN, group(LongStream.of(12, 10, 11, 7, 20, 21)));
    assertThat(spans).hasSize(1);
    assertThat(spans.getFirst().text()).endsWith(" 7,10-12,20-21");
    assertThat(StoredSpan.parse(spans.getFirst().text())).isEqualTo(spans.getFirst());
    assertThat(spans.getFirst().earliest()).isBefore(Instant.ofEpochSecond(7));
    assertThat(spans.getFirst().latest()).isAfter(Instant.ofEpochSecond(21));
  }

  @Test
  void scatteredLongIdsFitIntoNotifications() {
    long huge = Long.MAX_VALUE - 4_000;
    List<StoredSpan> spans =
        StoredSpan.of(ORIGIN, group(LongStream.range(0, 1_000).map(i -> huge + 2 * i)));
    List<Long> ids = new ArrayList<>();
    for (StoredSpan span : spans) {
      assertThat(span.text()).hasSizeLessThan(Notifications.MAX_PAYLOAD_BYTES);
      ids.addAll(StoredSpan.parse(span.text()).ids());
    }
    assertThat(ids).hasSize(1_000).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "a 1 2", "a 1 2 x", "a 1 2 5 6", "a 1 2 99999999999999999999"})
  void anInvalidTextIsRefused(String text) {
    assertThatThrownBy(() -> StoredSpan.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aHugeRangeIsCutToTheMaximumOfASpan() {
    assertThat(StoredSpan.parse("a 1 2 1-9223372036854775806").ids()).hasSize(StoredSpan.MAX_IDS);
  }
}
