package io.glebe.core.sensor.aggregate;

import io.glebe.core.access.Caller;
import io.glebe.core.database.Database;
import io.glebe.core.database.RequestReads;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.memory.TextBytes;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.observation.DatastreamCache;
import io.glebe.core.time.TimeInterval;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
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
 * Reads the numbers of a datastream in hours, days, ISO weeks or months. Whole hours and days come
 * from {@code sensor.hourly} and {@code sensor.daily} where these are up to date; the observations
 * are read for everything else, in the same statement and therefore as of the same moment.
 * Observations without a number are not counted.
 */
public final class SensorSeries {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final int ROWS = 512;
  private static final int ROW_BYTES = 512;

  private final RequestReads reads;
  private final DatastreamCache datastreams;
  private final int most;

  /**
   * @param limit longest time of a read
   * @param most hours or days of a series
   */
  public SensorSeries(Database database, DatastreamCache datastreams, Duration limit, int most) {
    this.reads = new RequestReads(database, limit);
    this.datastreams = datastreams;
    this.most = most;
  }

  /**
   * The requested interval and its buckets.
   *
   * @param interval the phenomenon times, in microseconds
   */
  public record Request(long datastream, TimeInterval interval, SeriesStep step, ZoneId zone) {}

  /**
   * The numbers of one bucket; empty buckets are omitted.
   *
   * @param first time of the first observation
   * @param firstResult its number
   */
  public record Bucket(
      Instant start,
      Instant first,
      Instant last,
      long count,
      double sum,
      double min,
      double max,
      double firstResult,
      double lastResult) {
    public double mean() {
      return sum / count;
    }

    /** Joins a later part of the same bucket. */
    private Bucket with(Bucket later) {
      return new Bucket(
          start,
          first,
          later.last,
          count + later.count,
          sum + later.sum,
          Math.min(min, later.min),
          Math.max(max, later.max),
          firstResult,
          later.lastResult);
    }
  }

  /**
   * Returns the texts of the buckets in order of time.
   *
   * @param resources of the request; the memory of the text is taken before its days are read
   * @param text of one bucket
   * @param between two of them
   */
  public Future<TextBytes> read(
      Caller caller,
      Request request,
      RequestResources resources,
      Function<Bucket, String> text,
      String between) {
    SensorAccess.requireKnown(caller);
    return datastreams
        .find(request.datastream())
        .compose(
            datastream -> {
              SensorAccess.require(
                  caller, SensorAccess.READ_OBSERVATIONS, datastream.farm(), datastream.owner());
              Days days = new Days(request, new ReadMemory(resources.memory()), text, between);
              return reads
                  .pieces(
                      caller.subjectId(),
                      resources.departure(),
                      SeriesSql.READ,
                      parameters(request),
                      days)
                  .map(read -> days.end())
                  .recover(SensorSeries::unknownZone);
            });
  }

  /** Java and PostgreSQL have their own lists of time zones. */
  private static <T> Future<T> unknownZone(Throwable failure) {
    return Future.failedFuture(
        failure instanceof PgException refused && "22023".equals(refused.getSqlState())
            ? Problem.malformedParameter("timezone", "is no time zone of the database")
            : failure);
  }

  /** Merges hours or days, which arrive in order of time, into buckets. */
  private final class Days implements RequestReads.Receiver {
    private final Request request;
    private final ReadMemory memory;
    private final Function<Bucket, String> text;
    private final String between;
    private final TextBytes texts = new TextBytes();
    private Optional<Bucket> open = Optional.empty();
    private int days;

    Days(Request request, ReadMemory memory, Function<Bucket, String> text, String between) {
      this.request = request;
      this.memory = memory;
      this.text = text;
      this.between = between;
    }

    @Override
    public int next() {
      memory.expect((long) ROWS * ROW_BYTES);
      return ROWS;
    }

    @Override
    public boolean take(RowSet<Row> rows) {
      days += rows.size();
      if (days > most) {
        throw Problem.malformedParameter(
            "datetime",
            "spans more than "
                + most
                + (request.step() == SeriesStep.HOUR ? " hours" : " days")
                + " with observations");
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
          bucket -> texts.append(texts.length() == 0 ? "" : between).append(text.apply(bucket)));
    }

    TextBytes end() {
      close();
      memory.hold(texts.length());
      return texts;
    }
  }

  private Tuple parameters(Request request) {
    boolean hours = request.step() == SeriesStep.HOUR;
    ZoneId zone = hours ? ZoneOffset.UTC : request.zone().normalized();
    return Tuple.of(
        request.datastream(),
        request.interval().from().orElse(EARLIEST).atOffset(ZoneOffset.UTC),
        request.interval().until().orElse(LATEST).atOffset(ZoneOffset.UTC),
        hours ? "hour" : "day",
        SeriesSql.zone(zone),
        !hours && zone.equals(ZoneOffset.UTC),
        SeriesSql.cutsHours(zone),
        most + 1);
  }

  private static Bucket day(Row row, Request request) {
    Instant first = row.getOffsetDateTime("first_time").toInstant();
    return new Bucket(
        request.step().start(first, request.zone()),
        first,
        row.getOffsetDateTime("last_time").toInstant(),
        row.getLong("n"),
        row.getDouble("sum"),
        row.getDouble("min"),
        row.getDouble("max"),
        row.getDouble("first_result"),
        row.getDouble("last_result"));
  }
}
