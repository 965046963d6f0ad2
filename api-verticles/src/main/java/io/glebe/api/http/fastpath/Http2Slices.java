package io.glebe.api.http.fastpath;

import io.glebe.core.thread.LoopShare;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Passes what is read of an HTTP/2 connection on in slices of {@value #SLICE} bytes, one in a turn
 * of the event loop and in its {@link LoopShare}: 64 KiB hold hundreds of requests, and the other
 * connections would wait for all of them. Slices have {@value #BODY_SLICE} bytes once as many bytes
 * of bodies, in large frames, have come without a request between; much that is neither has the
 * time of small parts. Nothing more is read until the last slice has been passed on.
 */
final class Http2Slices extends ChannelDuplexHandler implements PausableReading {
  static final int SLICE = 2 * 1024;

  /** The largest frame that a client may send. */
  static final int BODY_SLICE = 16 * 1024;

  /** Bytes that a frame of a body has at least; with smaller ones, a slice would be many frames. */
  private static final int LARGE_FRAME = 1024;

  /** Bytes without a request or a large frame of a body; the largest request has fewer. */
  static final int MOST_WITHOUT = 64 * 1024;

  private final Http2ControlFrames controlFrames;

  /** In the order of their arrival; one read gives several where it is decrypted. */
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();

  private final ReadingPause readingPause = new ReadingPause(this);
  private ChannelHandlerContext context;

  /** Bytes of bodies since the last request. */
  private long bodyBytes;

  /** Bytes since the last request and the last large frame of a body. */
  private long bytesWithout;

  /** Whether {@link ReadingPause} lasts. */
  private boolean paused;

  private boolean scheduled;

  Http2Slices(Http2ControlFrames controlFrames) {
    this.controlFrames = controlFrames;
  }

  /** Notes that a request has been read. */
  void request() {
    bodyBytes = 0;
    bytesWithout = 0;
  }

  /** Notes that a frame of a body has been read. */
  void body(int bytes) {
    bodyBytes = bytes < LARGE_FRAME ? 0 : bodyBytes + bytes;
    bytesWithout = bytes < LARGE_FRAME ? bytesWithout : 0;
  }

  /**
   * Notes that another frame has been read.
   *
   * @throws Http2Exception if the client sends too many of them
   */
  void control() throws Http2Exception {
    controlFrames.read();
  }

  /** Whether so much has come without a request or a body that it has the time of small parts. */
  boolean areSmallParts() {
    return bytesWithout > MOST_WITHOUT;
  }

  @Override
  public void write(ChannelHandlerContext same, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes) {
      controlFrames.written(bytes.readableBytes());
    }
    var _ = context.write(message, promise);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  private int slice() {
    return bodyBytes < BODY_SLICE ? SLICE : BODY_SLICE;
  }

  @Override
  public ReadingPause readingPause() {
    return readingPause;
  }

  @Override
  public void pause() {
    paused = true;
    context.channel().config().setAutoRead(false);
  }

  @Override
  public void resume() {
    paused = false;
    goOn();
  }

  /**
   * The handler of HTTP/2 asks for a read at the end of each one, also without automatic reading.
   */
  @Override
  public void read(ChannelHandlerContext same) {
    if (waiting.isEmpty() && !paused) {
      context.read();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext same, Object message) {
    if (!(message instanceof ByteBuf bytes)
        || waiting.isEmpty() && !paused && bytes.readableBytes() <= slice()) {
      context.fireChannelRead(message);
      return;
    }
    waiting.add(bytes);
    if (waiting.size() == 1) {
      context.channel().config().setAutoRead(false);
      next();
    }
  }

  /** Passes a slice on when it is its time, and has the next one follow. */
  private void next() {
    scheduled = false;
    if (waiting.isEmpty() || paused) {
      return;
    }
    LoopShare share = LoopShare.ofThisLoop();
    long from = System.nanoTime();
    long delay = share.delay(from, areSmallParts());
    if (delay > 0) {
      scheduled = true;
      var _ = context.executor().schedule(this::next, delay, TimeUnit.NANOSECONDS);
      return;
    }
    long computed = LoopShare.computed();
    passOn();
    share.used(from, LoopShare.computed() - computed, areSmallParts());
    goOn();
  }

  private void goOn() {
    if (scheduled || paused) {
      return;
    }
    if (waiting.isEmpty()) {
      context.channel().config().setAutoRead(true);
    } else {
      scheduled = true;
      context.executor().execute(this::next);
    }
  }

  private void passOn() {
    ByteBuf first = waiting.element();
    int slice = slice();
    boolean isWhole = first.readableBytes() <= slice;
    bytesWithout += Math.min(slice, first.readableBytes());
    context.fireChannelRead(isWhole ? waiting.remove() : first.readRetainedSlice(slice));
    context.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext same) {
    release();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext same) {
    release();
  }

  private void release() {
    waiting.forEach(ByteBuf::release);
    waiting.clear();
  }
}
