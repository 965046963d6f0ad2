package io.glebe.api.http.body;

import io.glebe.core.admission.ByteRates;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request body as a stream with back-pressure. Fails with a problem: 413 beyond the limit, 408
 * when the client sends too slowly, 400 when it sends too many tiny chunks. Event loop only.
 */
public final class BodyStream implements ReadStream<Buffer> {
  private final HttpServerRequest request;
  private final long limit;
  private final TransferWatch watch;
  private final List<ByteRates.Bucket> rates;
  private final ChunkSizes sizes;
  private long seen;

  /** Chunks that were asked for and have not come; {@code Long.MAX_VALUE} without a bound. */
  private long demand;

  /** Whether nothing more is taken: the body has ended or failed, or nobody reads it any more. */
  private boolean done;

  /** Whether the stream waits until its caller may send more bytes. */
  private boolean held;

  private Handler<Throwable> onFailure = failure -> {};

  private BodyStream(
      HttpServerRequest request, long limit, BodyBounds bounds, List<ByteRates.Bucket> rates) {
    this.request = request;
    this.limit = limit;
    this.rates = rates;
    this.sizes = ChunkSizes.of(request, bounds.minChunk());
    this.watch =
        new TransferWatch(bounds.pace(), () -> seen, () -> demand > 0 && !held, this::tooSlow);
  }

  /**
   * The body of a request. A client that waits for 100 (Continue) is asked to send the body.
   *
   * @param rates of the caller: the body is read on when none of them is overdrawn
   */
  public static BodyStream of(
      HttpServerRequest request, long limit, BodyBounds bounds, List<ByteRates.Bucket> rates) {
    String expectation = request.getHeader("Expect");
    if (expectation != null && expectation.equalsIgnoreCase("100-continue")) {
      request.response().writeContinue();
    }
    return new BodyStream(request, limit, bounds, rates);
  }

  @Override
  public BodyStream exceptionHandler(@Nullable Handler<Throwable> handler) {
    onFailure = handler == null ? failure -> {} : handler;
    request.exceptionHandler(failure -> fail(ofClient(failure)));
    return this;
  }

  /** A connection that breaks here is that of the client, and not one to a part of the platform. */
  private static Throwable ofClient(Throwable failure) {
    return failure instanceof IOException
        ? Problem.malformed("the connection broke before the end of the body")
        : failure;
  }

  @Override
  public BodyStream handler(@Nullable Handler<Buffer> handler) {
    request.handler(handler == null ? null : chunk -> take(chunk, handler));
    return this;
  }

  private void take(Buffer chunk, Handler<Buffer> handler) {
    if (done) {
      return;
    }
    seen += chunk.length();
    if (demand < Long.MAX_VALUE) {
      demand--;
    }
    try {
      if (seen > limit) {
        throw Problem.tooLarge(limit);
      }
      if (sizes.areTooSmallWith(chunk.length())) {
        throw Problem.malformed(
            "the chunks of a body with more than "
                + ChunkSizes.FREE_CHUNKS
                + " have to have at least "
                + sizes.least()
                + " bytes on average");
      }
      handler.handle(chunk);
      slowDown(BodyDiscard.CHUNK_BYTES + chunk.length());
    } catch (Problem refusal) {
      fail(refusal);
    }
  }

  /** Reads on when the caller may send more. */
  private void slowDown(int bytes) {
    long wait = 0;
    for (ByteRates.Bucket rate : rates) {
      rate.charge(bytes);
      wait = Math.max(wait, rate.waitMillis());
    }
    if (wait > 0 && !held) {
      held = true;
      request.pause();
      Vertx.currentContext().owner().setTimer(wait, time -> readOn());
    }
  }

  private void readOn() {
    held = false;
    if (demand > 0 && !done && !request.isEnded()) {
      request.fetch(demand);
    }
  }

  private void tooSlow() {
    fail(Problem.of(ProblemType.REQUEST_TIMEOUT, "the body arrives too slowly"));
  }

  private void fail(Throwable failure) {
    if (!done) {
      Handler<Throwable> receiver = onFailure;
      forget();
      receiver.handle(failure);
    }
  }

  /**
   * Ends the reading of a body that its operation has not read to the end. Who waits for more of it
   * gets a failure.
   */
  void close() {
    fail(Problem.of(ProblemType.REQUEST_TIMEOUT, "the request has been answered"));
  }

  /** The request lives until its response has been sent, and would keep what has been read. */
  private void forget() {
    done = true;
    onFailure = failure -> {};
    watch.stop();
    request.handler(null);
    request.endHandler(null);
    request.exceptionHandler(null);
    if (!request.isEnded()) {
      request.pause();
    }
  }

  @Override
  public BodyStream pause() {
    demand = 0;
    request.pause();
    return this;
  }

  @Override
  public BodyStream resume() {
    return fetch(Long.MAX_VALUE);
  }

  @Override
  public BodyStream fetch(long amount) {
    if (done || request.isEnded()) { // another thread may request more after the end
      return this;
    }
    demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
    if (!held) {
      request.fetch(amount);
    }
    if (!request.isEnded() && !done) {
      watch.start();
    }
    return this;
  }

  @Override
  public BodyStream endHandler(@Nullable Handler<Void> handler) {
    request.endHandler(
        end -> {
          forget();
          if (handler != null) {
            handler.handle(null);
          }
        });
    return this;
  }
}
