package io.glebe.zarr.chunk;

import io.glebe.zarr.store.WorkCause;
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
 * Reads encoded chunks ahead on virtual threads, each once, and keeps them within a limit of bytes
 * until a lease decodes them. The oldest are dropped when the limit is reached; their leases read
 * again.
 */
final class Prefetch implements AutoCloseable {
  /**
   * Maximum concurrent requests to a remote store; the rest of the client's 50 connections is for
   * leases.
   */
  private static final int MAX_REQUESTS = 32;

  /** Weight of a chunk that does not exist. */
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

  /** Reads the encoded bytes of some chunks of one stored object, in the given order. */
  interface ObjectReader {
    List<Optional<MemorySegment>> read(List<Long> chunks);
  }

  CompletableFuture<Void> fetch(long array, List<Long> chunksOfOneObject, ObjectReader reader) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    List<Long> own = new ArrayList<>();
    CompletableFuture<Void> promise = new CompletableFuture<>();
    for (long chunk : chunksOfOneObject) {
      ChunkKey key = new ChunkKey(array, chunk);
      if (has(key)) {
        continue;
      }
      CompletableFuture<Void> other = running.putIfAbsent(key, promise);
      if (other == null) {
        own.add(chunk);
      } else {
        all.add(other);
      }
    }
    if (!own.isEmpty()) {
      all.add(promise);
      threads.execute(WorkCause.kept(() -> read(array, own, reader, promise)));
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  private void read(
      long array, List<Long> own, ObjectReader reader, CompletableFuture<Void> promise) {
    RuntimeException failure = null;
    requests.acquireUninterruptibly();
    try {
      List<Optional<MemorySegment>> encoded = reader.read(own);
      for (int i = 0; i < own.size(); i++) {
        hold(new ChunkKey(array, own.get(i)), encoded.get(i));
      }
    } catch (RuntimeException failed) {
      failure = failed;
    } finally {
      requests.release();
      own.forEach(chunk -> running.remove(new ChunkKey(array, chunk), promise));
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
   * Takes the bytes that were read ahead for this chunk. The outer optional is empty when nothing
   * was read ahead, the inner one when the chunk does not exist. Waits for a running read.
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
