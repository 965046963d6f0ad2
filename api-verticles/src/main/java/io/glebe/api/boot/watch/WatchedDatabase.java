package io.glebe.api.boot.watch;

import java.util.function.BooleanSupplier;

/** Checks the embedded database server, which only a start of the platform starts. */
record WatchedDatabase(BooleanSupplier isAlive) implements WatchedPart {
  @Override
  public boolean works() {
    return isAlive.getAsBoolean();
  }

  @Override
  public String failure() {
    return "the embedded PostgreSQL does not run";
  }

  @Override
  public String details() {
    return "";
  }
}
