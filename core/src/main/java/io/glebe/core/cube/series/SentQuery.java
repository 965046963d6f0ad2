package io.glebe.core.cube.series;

import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * A query in the body of a request, which has to be received first and costs computing time.
 *
 * @param isLarge whether it may have many positions; such series wait for each other
 * @param receive is called when the series may begin; its result is called on the thread for areas
 *     unless the client has left
 */
public record SentQuery(boolean isLarge, Supplier<Future<Supplier<SeriesQuery>>> receive) {}
