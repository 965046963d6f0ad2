package io.glebe.core.thread;

import io.netty.channel.EventLoopGroup;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** The event loops of a Vert.x instance. */
public final class EventLoops {
  private EventLoops() {}

  /**
   * Returns all event loops, those that accept connections included. A task for one of them is
   * rejected when that loop has ended.
   */
  public static List<Executor> of(Vertx vertx) {
    VertxInternal internal = (VertxInternal) vertx;
    List<Executor> loops = new ArrayList<>();
    add(internal.acceptorEventLoopGroup(), loops);
    add(internal.nettyEventLoopGroup(), loops);
    return List.copyOf(loops);
  }

  private static void add(EventLoopGroup group, List<Executor> loops) {
    group.forEach(loops::add);
  }
}
