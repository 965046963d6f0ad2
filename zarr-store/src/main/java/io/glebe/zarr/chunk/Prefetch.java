package io.glebe.zarr.chunk;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Encoded chunks read ahead on virtual threads, each once, held in a bound of bytes until the lease
 * that decodes them. The oldest go first when the bound is reached: their lease reads again.
 */
final class Prefetch implements AutoCloseable {
  /** Requests to a remote store at a time; leaves connections of the client's 50 to leases. */
  private static final int MAX_REQUESTS = 32;

  /** What a chunk that does not exist costs here. */
  private static final long ENTRY_WEIGHT = 64;

  private final long maxBytes;
  private final Semaphore requests = new Semaphore(MAX_REQUESTS);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ConcurrentHashMap<ChunkKey, CompletableFuture<Void>> running =
      new ConcurrentHashMap<>();
  private final LinkedHashMap<ChunkKey, Optional<MemorySegment>> held = new LinkedHashMap<>();
  private long heldBytes;

  Prefetch(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Reads the encoded bytes of some chunks of one stored object, in their order. */
  interface ObjectReader {
    List<Optional<MemorySegment>> read(List<Long> chunks);
  }

  CompletableFuture<Void> fetch(long array, List<Long> chunksOfOneObject, ObjectReader reader) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    List<Long> mine = new ArrayList<>();
    CompletableFuture<Void> promise = new CompletableFuture<>();
    for (long chunk : chunksOfOneObject) {
      ChunkKey key = new ChunkKey(array, chunk);
      if (has(key)) {
        continue;
      }
      CompletableFuture<Void> other = running.putIfAbsent(key, promise);
      if (other == null) {
        mine.add(chunk);
      } else {
        all.add(other);
      }
    }
    if (!mine.isEmpty()) {
      all.add(promise);
      threads.execute(() -> read(array, mine, reader, promise));
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  private void read(
      long array, List<Long> mine, ObjectReader reader, CompletableFuture<Void> promise) {
    RuntimeException failure = null;
    requests.acquireUninterruptibly();
    try {
      List<Optional<MemorySegment>> encoded = reader.read(mine);
      for (int i = 0; i < mine.size(); i++) {
        hold(new ChunkKey(array, mine.get(i)), encoded.get(i));
      }
    } catch (RuntimeException failed) {
      failure = failed;
    } finally {
      requests.release();
      mine.forEach(chunk -> running.remove(new ChunkKey(array, chunk), promise));
      if (failure == null) {
        promise.complete(null);
      } else {
        promise.completeExceptionally(failure);
      }
    }
  }

  private synchronized boolean has(ChunkKey key) {
    return held.containsKey(key);
  }

  private synchronized void hold(ChunkKey key, Optional<MemorySegment> bytes) {
    if (held.putIfAbsent(key, bytes) == null) {
      heldBytes += weight(bytes);
    }
    while (heldBytes > maxBytes && !held.isEmpty()) {
      remove(held.firstEntry().getKey());
    }
  }

  private void remove(ChunkKey key) {
    Optional<MemorySegment> bytes = held.remove(key);
    if (bytes != null) {
      heldBytes -= weight(bytes);
    }
  }

  private static long weight(Optional<MemorySegment> bytes) {
    return ENTRY_WEIGHT + bytes.map(MemorySegment::byteSize).orElse(0L);
  }

  /**
   * What was read ahead for that chunk, handed over: outer empty when nothing was, inner empty when
   * the chunk does not exist. Waits for a read under way.
   */
  Optional<Optional<MemorySegment>> take(ChunkKey key) {
    CompletableFuture<Void> underWay = running.get(key);
    if (underWay != null) {
      underWay.handle((done, failed) -> null).join();
    }
    synchronized (this) {
      Optional<MemorySegment> bytes = held.get(key);
      if (bytes == null) {
        return Optional.empty();
      }
      remove(key);
      return Optional.of(bytes);
    }
  }

  synchronized void forget(ChunkKey key) {
    remove(key);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
