package io.glebe.api.http.body;

import io.glebe.core.thread.WorkSlices;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A request body as a stream to read on a virtual thread. At most {@value #AHEAD} chunks wait
 * inside; the client is slowed down when the reader is slow. Created on the event loop and read by
 * one other thread. {@code read} throws the failure of the connection or of the limit.
 */
public final class BodyInput extends InputStream {
  private static final int AHEAD = 8;

  private sealed interface Item {
    record Chunk(byte[] bytes) implements Item {}

    record End() implements Item {}

    record Failure(Throwable cause) implements Item {}
  }

  private final ReadStream<Buffer> source;
  private final Context context;
  private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();
  private byte[] chunk = new byte[0];
  private int at;
  private boolean ended;

  /** Call on the event loop of the request while the stream is paused. */
  public BodyInput(ReadStream<Buffer> source, Context context) {
    this.source = source;
    this.context = context;
    source.exceptionHandler(failure -> items.add(new Item.Failure(failure)));
    source.endHandler(end -> items.add(new Item.End()));
    source.handler(buffer -> items.add(new Item.Chunk(buffer.getBytes())));
    source.fetch(AHEAD);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    while (at == chunk.length) {
      if (ended || !next()) {
        return -1;
      }
    }
    int n = Math.min(length, chunk.length - at);
    System.arraycopy(chunk, at, target, offset, n);
    at += n;
    return n;
  }

  private boolean next() throws IOException {
    WorkSlices.end(); // a body may have megabytes
    Item item;
    try {
      item = items.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading a request body", e);
    }
    switch (item) {
      case Item.Chunk more -> {
        chunk = more.bytes();
        at = 0;
        context.runOnContext(ignored -> source.fetch(1));
        return true;
      }
      case Item.End() -> {
        ended = true;
        return false;
      }
      case Item.Failure(RuntimeException problem) -> throw problem;
      case Item.Failure(Throwable cause) ->
          throw new IOException("the request body broke off", cause);
    }
  }
}
