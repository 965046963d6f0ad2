package io.glebe.api.boot.watch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task of a schedule that goes on after a failure: a scheduler would never run it again, in
 * silence. The first of several failures is in the log.
 */
final class RepeatedLook implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(RepeatedLook.class);

  private final String name;
  private final Runnable look;
  private boolean failed;

  private RepeatedLook(String name, Runnable look) {
    this.name = name;
    this.look = look;
  }

  /** The task with this name in the log; for one thread. */
  static Runnable of(String name, Runnable look) {
    return new RepeatedLook(name, look);
  }

  @Override
  public void run() {
    try {
      look.run();
      failed = false;
    } catch (RuntimeException e) {
      if (!failed) {
        LOG.warn("the {} has failed and is repeated", name, e);
      }
      failed = true;
    }
  }
}
