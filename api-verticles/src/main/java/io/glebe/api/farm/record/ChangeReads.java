package io.glebe.api.farm.record;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.thread.Awaiting;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads the pages of all streams of changes. One change can wake every stream, so few of them read
 * at a time: a number of short pages, and one page whose first record is long. The streams of
 * callers take turns. A page is read and becomes the bytes of an event in one turn; they are leased
 * before it ends. Blocking.
 */
final class ChangeReads {
  /** As many as keep the database busy and leave connections to others. */
  private static final int SHORT_READS = 8;

  /** Most bytes of the records of a short page. */
  static final int SHORT_BYTES = 256 * 1024;

  /** Events up to this length need no lease of memory. */
  private static final int SMALL = 64 * 1024;

  /** An event is held by the stream and by what is sent of it. */
  private static final int COPIES = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final RecordService records;
  private final SharedPlaces shortReads = places("reads of changes", SHORT_READS);
  private final SharedPlaces longReads = places("reads of long changes", 1);

  ChangeReads(RecordService records) {
    this.records = records;
  }

  private static SharedPlaces places(String subject, int number) {
    return new SharedPlaces(subject, number, number, Integer.MAX_VALUE); // streams are limited
  }

  /** What a stream does now and then while it waits for its turn. */
  interface Waiting {
    /**
     * @throws io.glebe.core.problem.Problem when the stream waits no more
     */
    void goesOn() throws IOException;
  }

  /**
   * Reads the next page of a stream.
   *
   * @param caller with the rights of the moment in which it is called
   * @param memory of the stream; holds the event
   * @param event makes the event of the page
   * @throws io.glebe.core.problem.Problem when the caller may not read, or there is no memory
   */
  byte[] next(
      Supplier<Caller> caller,
      EntityType type,
      ListQuery query,
      MemoryBudget.Lease memory,
      Function<RecordPage, byte[]> event,
      Waiting waiting)
      throws IOException {
    Object owner = caller.get().subjectId();
    try (SharedPlaces.Place _ = place(shortReads, owner, waiting)) {
      Optional<RecordPage> page =
          Awaiting.await(records.lists().shortPage(caller.get(), type, query, SHORT_BYTES));
      if (page.isPresent()) {
        return held(event.apply(page.get()), memory);
      }
    }
    try (SharedPlaces.Place _ = place(longReads, owner, waiting)) {
      memory.hold(COPIES * (long) records.limits().page());
      return held(event.apply(Awaiting.await(records.list(caller.get(), type, query))), memory);
    }
  }

  private static byte[] held(byte[] event, MemoryBudget.Lease memory) {
    memory.hold(event.length <= SMALL ? 0 : COPIES * (long) event.length);
    return event;
  }

  private static SharedPlaces.Place place(SharedPlaces places, Object owner, Waiting waiting)
      throws IOException {
    SharedPlaces.Waiter waiter = places.inTurn(owner);
    CompletableFuture<SharedPlaces.Place> place =
        waiter.place().toCompletionStage().toCompletableFuture();
    try {
      while (true) {
        try {
          return place.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException later) {
          waiting.goesOn();
        }
      }
    } catch (IOException | RuntimeException left) {
      leave(waiter);
      throw left;
    } catch (InterruptedException end) {
      leave(waiter);
      Thread.currentThread().interrupt();
      throw new IOException(end);
    } catch (ExecutionException refused) {
      throw new IllegalStateException("as many streams may wait as there are", refused);
    }
  }

  private static void leave(SharedPlaces.Waiter waiter) {
    waiter.giveUp();
    waiter.place().onSuccess(SharedPlaces.Place::close);
  }
}
