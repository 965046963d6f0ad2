package io.glebe.api.spatio.tile;

import io.glebe.api.http.EncodedReply;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHead;
import io.glebe.api.http.fastpath.CachedResponse;
import io.glebe.api.http.fastpath.SharedBuffers;
import io.glebe.api.http.header.Conditional;
import io.glebe.core.access.Caller;
import io.glebe.core.cube.collection.CubeAccessCache;
import io.glebe.core.cube.snapshot.Cube;
import io.glebe.tile.engine.CachedTile;
import io.glebe.tile.engine.TileCache;
import io.glebe.tile.engine.TileKey;
import io.glebe.zarr.dataset.DatasetSnapshot;
import io.vertx.core.buffer.Buffer;
import java.lang.ref.WeakReference;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The response for the target of a tile request in one state of its cube. It does not hold the
 * state, so that an unused target does not keep it in memory.
 */
final class CachedTileResponse implements CachedResponse {
  /** A cached tile in its sent form; valid only with a lease of that tile. */
  private record Sendable(CachedTile tile, ResponseHead head, Buffer body) {}

  private final TileCache cache;
  private final CubeAccessCache access;
  private final WeakReference<DatasetSnapshot> state;
  private final TileKey key;
  private final Form own;
  private final Form everybodys;

  /**
   * @param cacheLifetime adds the cache lifetime of the responses to a caller
   * @param shared Cache-Control of the responses to everybody
   */
  CachedTileResponse(
      TileCache cache,
      CubeAccessCache access,
      DatasetSnapshot state,
      TileKey key,
      UnaryOperator<Reply> cacheLifetime,
      String shared) {
    this.cache = cache;
    this.access = access;
    this.state = new WeakReference<>(state);
    this.key = key;
    this.own = new Form(cacheLifetime, true);
    this.everybodys = new Form(reply -> reply.cache(shared), false);
  }

  /** Checks only what may have changed: the permission of the caller, and the state of the cube. */
  @Override
  public Optional<EncodedReply> answer(Caller caller, Optional<String> held) {
    Optional<Cube> cube = access.cube(caller);
    if (cube.isEmpty() || !state.refersTo(cube.get().now())) {
      return Optional.empty();
    }
    return (caller.isAnonymous() ? everybodys : own).answer(held);
  }

  /** The responses to callers, which they alone may keep, or those to everybody. */
  private final class Form {
    private final UnaryOperator<Reply> lifetime;
    private final boolean protectedData;

    /** Made when it is needed first. */
    private volatile @Nullable ResponseHead unchanged;

    /** Replaced when the cache holds another copy. */
    private volatile @Nullable Sendable sendable;

    Form(UnaryOperator<Reply> lifetime, boolean protectedData) {
      this.lifetime = lifetime;
      this.protectedData = protectedData;
    }

    Optional<EncodedReply> answer(Optional<String> held) {
      if (Conditional.noneMatchNames(held, key.etag())) {
        return Optional.of(EncodedReply.bare(unchanged()));
      }
      Sendable known = sendable;
      return known != null && cache.again(key, known.tile())
          ? Optional.of(reply(known))
          : Optional.ofNullable(cache.lease(key)).map(tile -> reply(keep(tile)));
    }

    private ResponseHead unchanged() {
      ResponseHead known = unchanged;
      if (known == null) {
        known = head(Reply.empty(304).etag(key.etag()));
        unchanged = known;
      }
      return known;
    }

    private ResponseHead head(Reply reply) {
      return ResponseHead.cached(lifetime.apply(reply), protectedData);
    }

    private EncodedReply reply(Sendable leased) {
      CachedTile tile = leased.tile();
      return new EncodedReply(leased.head(), leased.body(), (sent, failure) -> tile.release());
    }

    private Sendable keep(CachedTile tile) {
      Buffer body = SharedBuffers.of(tile.bytes());
      Reply whole = Reply.bytes(tile.contentType(), body).etag(tile.etag());
      Sendable made = new Sendable(tile, head(whole), body);
      sendable = made;
      return made;
    }
  }
}
