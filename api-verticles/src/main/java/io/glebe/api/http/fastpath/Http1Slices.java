package io.glebe.api.http.fastpath;

import io.glebe.core.connection.HeadMemory;
import io.glebe.core.connection.UnfinishedHead;
import io.glebe.core.thread.LoopShare;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Passes what is read of an HTTP/1.1 connection on to its decoder request by request: a megabyte
 * holds 40,000 requests or 170,000 chunks of a body, and each becomes objects. A request is decoded
 * when the one before has been answered and the client has read most responses, and nothing while
 * Vert.x reads nothing. A turn of the event loop decodes {@value #SLICE} bytes of a long read, in
 * its {@link LoopShare}; bodies of an announced length, and chunks that are large, are decoded as
 * they are read. A connection is closed when the head of a request takes too long, or more {@link
 * HeadMemory} than there is. Stands before the decoder; {@link Http1Decoded} and {@link
 * Http1Responses} behind it tell what has become of the bytes. Event loop only.
 */
final class Http1Slices extends ChannelDuplexHandler implements PausableReading {
  static final int SLICE = 2 * 1024;

  /** A single read up to this size is passed on at once: a head with a long token. */
  static final int SHORT_READ = 4 * 1024;

  /** As much as one read of a socket gives. */
  static final int BODY_SLICE = 64 * 1024;

  /** Responses that may wait to be sent when the next request is decoded. */
  private static final int MOST_UNSENT = 8;

  /** Mean bytes of heads and pieces below which a slice costs more. */
  private static final int SMALL_PART = 64;

  /** Chunks like the last one that a slice of a chunked body may hold. */
  private static final int CHUNKS = 16;

  /** Name of the handler in the pipeline. */
  static final String NAME = "slices";

  /** In the order of their arrival; one read gives several where it is decrypted. */
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();

  private final UnfinishedHead unfinished;
  private final ReadingPause readingPause = new ReadingPause(this);
  private ChannelHandlerContext context;

  /** Whether there was a request. */
  private boolean hasBegun;

  /** Whether a head or a body has ended in the bytes that were passed on last. */
  private boolean partEnded;

  private boolean inBody;

  /** Bytes that are left of a body with an announced length. */
  private long bodyLeft;

  /** Bytes of the last piece of a body. */
  private int piece;

  /** Requests that Vert.x handles and has not answered. */
  private int unanswered;

  /** Responses of Vert.x whose end waits to be sent. */
  private int unsent;

  /** Whether reading is switched off here. */
  private boolean holding;

  /** Whether Vert.x has switched reading off. */
  private boolean pausedByVertx;

  /** Whether {@link ReadingPause} lasts. */
  private boolean pausedForTime;

  /** Heads and pieces of bodies that the current slice has had. */
  private int parts;

  /** Bytes of the current slice. */
  private int passed;

  /** Whether the last slice had many small parts. */
  private boolean smallParts;

  private boolean passing;
  private boolean scheduled;

  /**
   * @param headTime from the first byte of the head of a request until its end
   */
  Http1Slices(Duration headTime) {
    this.unfinished = new UnfinishedHead(headTime);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /**
   * Notes that the head of a request has been decoded.
   *
   * @param length bytes of its body; 0 for none, or where it is not announced
   */
  void head(long length) {
    hasBegun = true;
    parts++;
    partEnded = true;
    inBody = true;
    bodyLeft = length;
    piece = 0;
    unfinished.end();
  }

  /** Notes that a piece of a body has been decoded. */
  void content(int bytes) {
    parts += bytes > 0 ? 1 : 0;
    bodyLeft = Math.max(0, bodyLeft - bytes);
    piece = bytes;
    unfinished.release();
  }

  /** Notes that a request has been decoded to its end. */
  void ended() {
    partEnded = true;
    inBody = false;
    bodyLeft = 0;
    piece = 0;
    unfinished.release();
  }

  /**
   * Notes that Vert.x handles a request.
   *
   * @param length as of {@link #head}, which does not see a first request that came before
   */
  void handled(long length) {
    if (!hasBegun) {
      head(length);
    }
    unanswered++;
  }

  /** Notes that Vert.x has ended a response. */
  void answered() {
    unanswered--;
    goOn();
  }

  /** Notes that the end of a response waits to be sent. */
  void waitsToBeSent() {
    unsent++;
  }

  /** Notes that the end of a response has been sent. */
  void sent() {
    unsent--;
    goOn();
  }

  @Override
  public ReadingPause readingPause() {
    return readingPause;
  }

  @Override
  public void pause() {
    hold();
    pausedForTime = true;
  }

  @Override
  public void resume() {
    pausedForTime = false;
    goOn();
  }

  private boolean isPaused() {
    return pausedByVertx || pausedForTime;
  }

  @Override
  public void channelRead(ChannelHandlerContext same, Object message) {
    if (!(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
    } else if (isHeld(bytes)) {
      keep(bytes);
    } else {
      decodeRequests(bytes);
    }
  }

  private void keep(ByteBuf bytes) {
    hold();
    waiting.add(bytes);
    goOn();
  }

  /** Decodes a short read at once, as far as requests are answered at once. */
  private void decodeRequests(ByteBuf bytes) {
    int length = end(bytes);
    while (length < bytes.readableBytes()) {
      decode(bytes.readRetainedSlice(length));
      if (!context.channel().isActive()) {
        bytes.release();
        return;
      }
      if (isAhead() || !config().isAutoRead()) {
        keep(bytes);
        return;
      }
      length = end(bytes);
    }
    decode(bytes);
  }

  private boolean isHeld(ByteBuf bytes) {
    return holding
        || isAhead()
        || bytes.readableBytes() > Math.max(SHORT_READ, slice())
        || !config().isAutoRead();
  }

  private void decode(ByteBuf bytes) {
    partEnded = false;
    boolean isText =
        bodyLeft == 0 && bytes.readableBytes() <= SHORT_READ && !HeadLines.endWithEmpty(bytes);
    long cost = isText ? HeadMemory.cost(bytes) : 0;
    int before = parts;
    context.fireChannelRead(bytes);
    if (partEnded || inBody && parts > before) {
      return;
    }
    if (!inBody) {
      unfinished.begin(context);
    }
    unfinished.take(context, cost);
  }

  /** Whether the next request has to wait for responses to those before. */
  private boolean isAhead() {
    return !inBody && (unanswered > 0 || unsent > MOST_UNSENT);
  }

  /** Length of the bytes up to the end of the body, or of the first head or chunked body. */
  private int end(ByteBuf bytes) {
    int readable = bytes.readableBytes();
    if (bodyLeft > 0) {
      return (int) Math.min(readable, bodyLeft);
    }
    int most = Math.min(readable, Math.max(SHORT_READ, slice()));
    return HeadLines.end(bytes, most);
  }

  private int slice() {
    return Math.clamp(Math.max(bodyLeft, (long) CHUNKS * piece), SLICE, BODY_SLICE);
  }

  private void hold() {
    if (!holding) {
      holding = true;
      pausedByVertx = !config().isAutoRead();
      config().setAutoRead(false);
    }
  }

  private ChannelConfig config() {
    return context.channel().config();
  }

  /** Reads, unless it is Vert.x who switches reading on while it is held here. */
  @Override
  public void read(ChannelHandlerContext same) {
    if (!holding) {
      context.read();
    } else if (!passing && config().isAutoRead()) {
      config().setAutoRead(false);
      pausedByVertx = false;
      goOn();
    }
  }

  /** Vert.x decides at the end of a read whether it reads on: it has to see that reading is on. */
  @Override
  public void channelReadComplete(ChannelHandlerContext same) {
    if (holding && !passing && !pausedByVertx) {
      shown(() -> {});
      goOn();
    } else {
      context.fireChannelReadComplete();
    }
  }

  /**
   * Has the next slice follow, or reads on. Reading is on while a request is answered, so that the
   * departure of its client is seen; what is read meanwhile waits.
   */
  private void goOn() {
    if (!holding || passing || scheduled || isPaused()) {
      return;
    }
    if (waiting.isEmpty()) {
      holding = false;
      config().setAutoRead(true);
    } else if (!isAhead()) {
      scheduled = true;
      context.executor().execute(this::next);
    }
  }

  private void next() {
    scheduled = false;
    if (!holding || waiting.isEmpty() || isPaused() || isAhead()) {
      goOn();
      return;
    }
    LoopShare share = LoopShare.ofThisLoop();
    long from = System.nanoTime();
    long delay = share.delay(from, smallParts);
    if (delay > 0) {
      scheduled = true;
      var _ = context.executor().schedule(this::next, delay, TimeUnit.NANOSECONDS);
      return;
    }
    long computed = LoopShare.computed();
    parts = 0;
    passed = 0;
    shown(this::passOn);
    smallParts = passed < SMALL_PART * parts;
    share.used(from, LoopShare.computed() - computed, smallParts);
    goOn();
  }

  /** Ends a read as if it were not held: Vert.x sees that reading is on, and may switch it off. */
  private void shown(Runnable read) {
    passing = true;
    config().setAutoRead(true);
    read.run();
    context.fireChannelReadComplete();
    passing = false;
    if (context.isRemoved()) {
      holding = false;
      if (config().isAutoRead()) {
        context.channel().read(); // it was switched on without a read
      }
      return;
    }
    pausedByVertx = !config().isAutoRead();
    config().setAutoRead(false);
  }

  private void passOn() {
    int left = slice();
    while (left > 0 && !waiting.isEmpty() && !isAhead() && config().isAutoRead() && !isPaused()) {
      ByteBuf first = waiting.element();
      int length = Math.min(left, end(first));
      boolean isWhole = first.readableBytes() <= length;
      decode(isWhole ? waiting.remove() : first.readRetainedSlice(length));
      left -= length;
      passed += length;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext same) {
    release();
    context.fireChannelInactive();
  }

  /** The connection has another protocol from now on, which alone decides whether it is read. */
  @Override
  public void handlerRemoved(ChannelHandlerContext same) {
    if (holding && !passing) {
      holding = false;
      config().setAutoRead(true);
    }
    while (context.channel().isActive() && !waiting.isEmpty()) {
      context.fireChannelRead(waiting.remove());
    }
    release();
  }

  private void release() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
    unfinished.end();
  }
}
