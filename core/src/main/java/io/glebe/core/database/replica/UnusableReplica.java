package io.glebe.core.database.replica;

/** Why a replica cannot serve a read. */
final class UnusableReplica extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnusableReplica(String reason) {
    super(reason, null, false, false);
  }
}
