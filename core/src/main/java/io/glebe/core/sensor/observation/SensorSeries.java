package io.glebe.core.sensor.observation;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.RequestReads;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.memory.TextBytes;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.time.TimeInterval;
import io.glebe.tile.series.Resolution;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Function;

/**
 * Aggregates the numbers of a datastream into the same buckets as raster series: days, ISO weeks
 * and months of a time zone. Observations without a number are not counted.
 */
public final class SensorSeries {
  /** Maximum number of days of one series. */
  public static final int MAX_DAYS = 40_000;

  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final String DAYS =
      """
      select (date_trunc('day', phenomenon_time, $4)) as day, count(*) as n, sum(result) as sum,
        min(result) as min, max(result) as max, min(phenomenon_time) as first,
        max(phenomenon_time) as last
      from sensor.observation
      where datastream_id = $1 and phenomenon_time >= $2 and phenomenon_time <= $3
        and result is not null
      group by 1 order by 1 limit $5
      """;

  private final RequestReads reads;
  private final DatastreamCache datastreams;

  public SensorSeries(Database database, DatastreamCache datastreams, Duration limit) {
    this.reads = new RequestReads(database, limit);
    this.datastreams = datastreams;
  }

  /**
   * The requested interval and its buckets.
   *
   * @param interval the phenomenon times, in microseconds
   */
  public record Request(
      long datastream, TimeInterval interval, Resolution resolution, ZoneId zone) {}

  /** The numbers of one bucket; empty buckets are omitted. */
  public record Bucket(
      Instant start, Instant first, Instant last, long count, double sum, double min, double max) {
    public double mean() {
      return sum / count;
    }

    private Bucket with(Bucket other) {
      return new Bucket(
          start,
          first.isBefore(other.first) ? first : other.first,
          last.isAfter(other.last) ? last : other.last,
          count + other.count,
          sum + other.sum,
          Math.min(min, other.min),
          Math.max(max, other.max));
    }
  }

  /**
   * Returns the texts of the buckets in order of time, with commas between them.
   *
   * @param resources of the request; the memory of the text is taken before its days are read
   * @param text of one bucket
   */
  public Future<TextBytes> read(
      Caller caller, Request request, RequestResources resources, Function<Bucket, String> text) {
    SensorAccess.requireKnown(caller);
    return datastreams
        .find(request.datastream())
        .compose(
            datastream -> {
              SensorAccess.require(
                  caller, SensorAccess.READ_OBSERVATIONS, datastream.farm(), datastream.owner());
              Days days = new Days(request, new ReadMemory(resources.memory()), text);
              return reads
                  .pieces(
                      caller.subjectId(), resources.departure(), DAYS, parameters(request), days)
                  .map(read -> days.end());
            });
  }

  /** Merges days, which arrive in order of time, into buckets. */
  private static final class Days implements RequestReads.Receiver {
    private static final int ROWS = 512;
    private static final int DAY_BYTES = 512;

    private final Request request;
    private final ReadMemory memory;
    private final Function<Bucket, String> text;
    private final TextBytes texts = new TextBytes();
    private Optional<Bucket> open = Optional.empty();
    private int days;

    Days(Request request, ReadMemory memory, Function<Bucket, String> text) {
      this.request = request;
      this.memory = memory;
      this.text = text;
    }

    @Override
    public int next() {
      memory.expect((long) ROWS * DAY_BYTES);
      return ROWS;
    }

    @Override
    public boolean take(RowSet<Row> rows) {
      days += rows.size();
      if (days > MAX_DAYS) {
        throw Problem.malformedParameter("datetime", "spans more than " + MAX_DAYS + " days");
      }
      for (Row row : rows) {
        add(day(row, request));
      }
      memory.hold(texts.length());
      return true;
    }

    private void add(Bucket day) {
      Optional<Bucket> same = open.filter(bucket -> bucket.start().equals(day.start()));
      if (same.isPresent()) {
        open = Optional.of(same.get().with(day));
      } else {
        close();
        open = Optional.of(day);
      }
    }

    private void close() {
      open.ifPresent(
          bucket -> texts.append(texts.length() == 0 ? "" : ",").append(text.apply(bucket)));
    }

    TextBytes end() {
      close();
      memory.hold(texts.length());
      return texts;
    }
  }

  private static Tuple parameters(Request request) {
    return Tuple.of(
        request.datastream(),
        request.interval().from().orElse(EARLIEST).atOffset(ZoneOffset.UTC),
        request.interval().until().orElse(LATEST).atOffset(ZoneOffset.UTC),
        request.zone().getId().equals("Z") ? "UTC" : request.zone().getId(),
        MAX_DAYS + 1);
  }

  private static Bucket day(Row row, Request request) {
    Instant first = row.getOffsetDateTime("first").toInstant();
    return new Bucket(
        request.resolution().start(first, request.zone()),
        first,
        row.getOffsetDateTime("last").toInstant(),
        row.getLong("n"),
        row.getDouble("sum"),
        row.getDouble("min"),
        row.getDouble("max"));
  }
}
