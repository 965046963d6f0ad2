package io.glebe.api.http.body;

import io.glebe.core.problem.Problem;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/**
 * A request body as a stream with back-pressure; fails with a 413 problem beyond the limit. Event
 * loop only.
 */
public final class BodyStream implements ReadStream<Buffer> {
  private final HttpServerRequest request;
  private final long limit;
  private long seen;
  private boolean failed;
  private Handler<Throwable> onFailure = failure -> {};

  private BodyStream(HttpServerRequest request, long limit) {
    this.request = request;
    this.limit = limit;
  }

  /** The body of a request. A client that waits for 100 (Continue) is asked to send the body. */
  public static BodyStream of(HttpServerRequest request, long limit) {
    String expectation = request.getHeader("Expect");
    if (expectation != null && expectation.equalsIgnoreCase("100-continue")) {
      request.response().writeContinue();
    }
    return new BodyStream(request, limit);
  }

  @Override
  public BodyStream exceptionHandler(@Nullable Handler<Throwable> handler) {
    onFailure = handler == null ? failure -> {} : handler;
    request.exceptionHandler(onFailure);
    return this;
  }

  @Override
  public BodyStream handler(@Nullable Handler<Buffer> handler) {
    request.handler(handler == null ? null : chunk -> take(chunk, handler));
    return this;
  }

  private void take(Buffer chunk, Handler<Buffer> handler) {
    if (failed) {
      return;
    }
    seen += chunk.length();
    if (seen > limit) {
      failed = true;
      onFailure.handle(Problem.tooLarge(limit));
    } else {
      handler.handle(chunk);
    }
  }

  @Override
  public BodyStream pause() {
    request.pause();
    return this;
  }

  @Override
  public BodyStream resume() {
    if (!request.isEnded()) {
      request.resume();
    }
    return this;
  }

  @Override
  public BodyStream fetch(long amount) {
    if (!request.isEnded()) { // another thread may request more after the end
      request.fetch(amount);
    }
    return this;
  }

  @Override
  public BodyStream endHandler(@Nullable Handler<Void> handler) {
    request.endHandler(
        handler == null
            ? null
            : end -> {
              if (!failed) {
                handler.handle(null);
              }
            });
    return this;
  }
}
