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
 * What the words of a tile's address came to in one state of its cube. The state is not held: an
 * address that nobody asks for again must not keep it.
 */
final class CachedTileResponse implements CachedResponse {
  /** A tile of the cache as it is sent; worth nothing without a lease of that tile. */
  private record Sendable(CachedTile tile, ResponseHead head, Buffer body) {}

  private final TileCache cache;
  private final CubeAccessCache sight;
  private final WeakReference<DatasetSnapshot> state;
  private final TileKey key;
  private final UnaryOperator<Reply> lasting;
  private final ResponseHead unchanged;

  /** Made anew when the cache holds another copy. */
  private volatile @Nullable Sendable sendable;

  /**
   * @param lasting adds how long the answers of this address may be kept
   */
  CachedTileResponse(
      TileCache cache,
      CubeAccessCache sight,
      DatasetSnapshot state,
      TileKey key,
      UnaryOperator<Reply> lasting) {
    this.cache = cache;
    this.sight = sight;
    this.state = new WeakReference<>(state);
    this.key = key;
    this.lasting = lasting;
    this.unchanged = ResponseHead.cached(lasting.apply(Reply.empty(304).etag(key.etag())));
  }

  /** Only what may have changed is asked again: the caller's right, and the state of the cube. */
  @Override
  public Optional<EncodedReply> answer(Caller caller, Optional<String> held) {
    Optional<Cube> cube = sight.cube(caller);
    if (cube.isEmpty() || !state.refersTo(cube.get().now())) {
      return Optional.empty();
    }
    if (Conditional.noneMatchNames(held, key.etag())) {
      return Optional.of(EncodedReply.bare(unchanged));
    }
    Sendable known = sendable;
    return known != null && cache.again(key, known.tile())
        ? Optional.of(reply(known))
        : Optional.ofNullable(cache.lease(key)).map(tile -> reply(keep(tile)));
  }

  private static EncodedReply reply(Sendable leased) {
    CachedTile tile = leased.tile();
    return new EncodedReply(leased.head(), leased.body(), (sent, failure) -> tile.release());
  }

  private Sendable keep(CachedTile tile) {
    Sendable made = sendable(tile);
    sendable = made;
    return made;
  }

  private Sendable sendable(CachedTile tile) {
    Buffer body = SharedBuffers.of(tile.bytes());
    Reply whole = Reply.bytes(tile.contentType(), body).etag(tile.etag());
    return new Sendable(tile, ResponseHead.cached(lasting.apply(whole)), body);
  }
}
