package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.glebe.core.memory.RequestResources;
import io.glebe.core.sensor.aggregate.SensorSeries;
import io.glebe.core.sensor.aggregate.SensorSeries.Bucket;
import io.glebe.core.sensor.aggregate.SeriesStep;
import io.glebe.core.time.TimeInterval;
import io.glebe.tile.series.Resolution;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads series, and computes the same buckets from the stored observations. */
final class CountedSeries {
  private static final String ALL =
      """
      select phenomenon_time, result from sensor.observation
      where datastream_id = $1 and result is not null and phenomenon_time between $2 and $3
      order by phenomenon_time, id
      """;

  private final SensorStation station;

  CountedSeries(SensorStation station) {
    this.station = station;
  }

  private record Number(Instant time, double value) {}

  List<Bucket> read(long datastream, Instant from, Instant until, SeriesStep step, ZoneId zone) {
    List<Bucket> buckets = new ArrayList<>();
    station
        .sensors
        .series()
        .read(
            SensorStation.device("probe"),
            new SensorSeries.Request(
                datastream, new TimeInterval(Optional.of(from), Optional.of(until)), step, zone),
            RequestResources.unlimited(),
            bucket -> {
              buckets.add(bucket);
              return "";
            },
            "")
        .await();
    return buckets;
  }

  /** Fails unless the series is what the observations give. */
  void check(long datastream, Instant from, Instant until, SeriesStep step, ZoneId zone) {
    Map<Instant, List<Number>> expected = new TreeMap<>();
    for (Row row :
        station
            .db
            .database()
            .query(ALL, datastream, from.atOffset(ZoneOffset.UTC), until.atOffset(ZoneOffset.UTC))
            .await()) {
      Instant time = row.getOffsetDateTime(0).toInstant();
      expected
          .computeIfAbsent(start(step, time, zone), start -> new ArrayList<>())
          .add(new Number(time, row.getDouble(1)));
    }
    List<Bucket> found = read(datastream, from, until, step, zone);
    String request = step + " of " + from + "/" + until + " in " + zone;
    assertThat(found)
        .as(request)
        .extracting(Bucket::start)
        .containsExactlyElementsOf(expected.keySet());
    found.forEach(bucket -> check(request, bucket, expected.get(bucket.start())));
  }

  private static void check(String request, Bucket bucket, List<Number> numbers) {
    DoubleSummaryStatistics all = numbers.stream().mapToDouble(Number::value).summaryStatistics();
    assertThat(bucket.count()).as(request).isEqualTo(all.getCount());
    assertThat(bucket.min()).as(request).isEqualTo(all.getMin());
    assertThat(bucket.max()).as(request).isEqualTo(all.getMax());
    assertThat(bucket.sum()).as(request).isCloseTo(all.getSum(), within(1e-6));
    assertThat(bucket.first()).as(request).isEqualTo(numbers.getFirst().time());
    assertThat(bucket.last()).as(request).isEqualTo(numbers.getLast().time());
    assertThat(bucket.firstResult()).as(request).isEqualTo(numbers.getFirst().value());
    assertThat(bucket.lastResult()).as(request).isEqualTo(numbers.getLast().value());
  }

  private static Instant start(SeriesStep step, Instant time, ZoneId zone) {
    return switch (step) {
      case HOUR -> time.truncatedTo(ChronoUnit.HOURS);
      case DAY -> Resolution.DAY.start(time, zone);
      case WEEK -> Resolution.WEEK.start(time, zone);
      case MONTH -> Resolution.MONTH.start(time, zone);
    };
  }
}
