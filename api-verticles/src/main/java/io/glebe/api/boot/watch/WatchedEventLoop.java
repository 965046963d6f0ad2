package io.glebe.api.boot.watch;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks one event loop: each check gives it an empty task, which it must have executed by the next
 * check.
 */
final class WatchedEventLoop implements WatchedPart {
  private final Executor loop;
  private final int number;
  private volatile @Nullable Thread thread;
  private volatile boolean executed = true;
  private boolean ended;

  /**
   * @param number names the loop until its thread is known
   */
  WatchedEventLoop(Executor loop, int number) {
    this.loop = loop;
    this.number = number;
  }

  @Override
  public boolean works() {
    if (!executed) {
      return false;
    }
    executed = false;
    try {
      loop.execute(
          () -> {
            thread = Thread.currentThread();
            executed = true;
          });
      return true;
    } catch (RejectedExecutionException e) {
      ended = true;
      return false;
    }
  }

  @Override
  public String failure() {
    Thread known = thread;
    String name = known == null ? Integer.toString(number) : known.getName();
    return "event loop " + name + (ended ? " has ended" : " does not execute tasks");
  }

  @Override
  public String details() {
    Thread known = thread;
    return known == null
        ? ""
        : Arrays.stream(known.getStackTrace())
            .map(frame -> System.lineSeparator() + "  at " + frame)
            .collect(Collectors.joining());
  }
}
