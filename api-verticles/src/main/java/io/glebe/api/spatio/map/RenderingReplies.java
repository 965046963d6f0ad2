package io.glebe.api.spatio.map;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.api.http.fastpath.SharedBuffers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.Cause;
import io.glebe.core.trace.Span;
import io.glebe.tile.engine.EngineBusyException;
import io.glebe.tile.engine.Stage;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.engine.TileKey;
import io.glebe.tile.engine.TileRequest;
import io.glebe.tile.engine.TileResult;
import io.glebe.tile.grid.WarpLimitException;
import io.glebe.tile.plan.OverBudgetException;
import io.glebe.zarr.codec.CorruptChunkException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/**
 * Replies with results of the tile engine: 304 without rendering, the rendered bytes, or a problem
 * document for a failure.
 */
public final class RenderingReplies {
  private static final String IMMUTABLE = "private, max-age=31536000, immutable";

  private final TileEngine engine;

  public RenderingReplies(TileEngine engine) {
    this.engine = engine;
  }

  /**
   * Replies with the rendering of a request and its key.
   *
   * @param version of the data that it shows
   */
  public Future<Reply> reply(
      ApiRequest request, TileRequest tileRequest, TileKey key, long version) {
    UnaryOperator<Reply> aged = immutableIfVersioned(request, version);
    if (request.has(key.etag())) {
      return Future.succeededFuture(aged.apply(request.notModified(key.etag())));
    }
    Optional<Span> span = Span.current().map(parent -> parent.child(Span.Kind.INTERNAL, "render"));
    CompletableFuture<TileResult> rendering =
        Cause.during(span, () -> engine.tile(tileRequest, key));
    Context context = Vertx.currentContext();
    if (!rendering.isDone()) {
      request.raw().response().closeHandler(ignored -> rendering.cancel(false));
    }
    return Future.fromCompletionStage(rendering, context)
        .map(
            done -> {
              stages(request, done, span);
              return aged.apply(image(done).etag(key.etag()));
            })
        .recover(failure -> Future.failedFuture(explain(failure)))
        .onComplete(done -> span.ifPresent(ended -> ended.end(done.cause())));
  }

  private static Reply image(TileResult tile) {
    return Reply.bytes(tile.contentType(), wrapped(tile.bytes()));
  }

  /** A read-only view of cached bytes. */
  public static Buffer wrapped(byte[] bytes) {
    return SharedBuffers.of(bytes);
  }

  private static void stages(ApiRequest request, TileResult done, Optional<Span> span) {
    for (Stage stage : Stage.values()) {
      long nanos = done.timings().nanos(stage);
      if (nanos > 0) {
        String name = stage.name().toLowerCase(Locale.ROOT);
        request.timing().add(name, nanos);
        long end = done.timings().end(stage);
        span.ifPresent(render -> render.part(name, end - nanos, end));
      }
    }
  }

  /**
   * The response is immutable if the URL has the version of the data that it shows, and no referrer
   * if it contains a token. With another version the URL may get other data one day.
   */
  public static UnaryOperator<Reply> immutableIfVersioned(ApiRequest request, long version) {
    boolean versioned = request.params().text("v").equals(Optional.of(Long.toString(version)));
    boolean secret = request.params().credential().isPresent();
    return reply -> {
      Reply aged = versioned ? reply.cache(IMMUTABLE) : reply;
      return secret ? aged.header("Referrer-Policy", "no-referrer") : aged;
    };
  }

  public static Throwable explain(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return switch (cause) {
      case EngineBusyException busy ->
          Problem.tooBusy("all renderers are busy", busy.retryAfterSeconds());
      case OverBudgetException over ->
          Problem.of(ProblemType.OVER_BUDGET, String.valueOf(over.getMessage()));
      case WarpLimitException limit ->
          Problem.of(ProblemType.OVER_BUDGET, String.valueOf(limit.getMessage()));
      case CorruptChunkException corrupt -> Problem.internal(String.valueOf(corrupt.getMessage()));
      default -> cause;
    };
  }
}
