package io.glebe.api.faults;

import java.util.Locale;

/** A fault of a process or of a network. */
enum Fault {
  GATEWAY_KILLED,

  /** A gateway does nothing for some seconds and goes on, like a virtual machine that is moved. */
  GATEWAY_FROZEN,
  DATABASE_KILLED,

  /** Commits wait for the replica until it serves again, and reads go to the database. */
  REPLICA_KILLED,
  STORE_KILLED,
  BROKER_KILLED,
  PROXY_KILLED,

  /** No byte passes between the gateways and the database, and nobody learns of it. */
  DATABASE_CUT,
  DATABASE_CONNECTIONS_LOST,
  DATABASE_SLOW,

  /** The connections to the database end, and the gateways do not learn of it. */
  DATABASE_VANISHED,

  /** No byte passes between the gateways and the replica. */
  REPLICA_CUT,
  REPLICA_CONNECTIONS_LOST,
  REPLICA_VANISHED,
  REPLICA_SLOW,
  STORE_CUT,
  STORE_CONNECTIONS_LOST,
  STORE_SLOW,

  /** No byte passes between the gateways and the broker, whose devices go on. */
  BROKER_CUT,
  BROKER_CONNECTIONS_LOST,

  /** The file system of the data folder of a gateway has no space. */
  DISK_FULL,

  /** The clocks of the gateways jump ten minutes ahead and back. */
  CLOCKS_JUMP,

  /** The database ends for good, and its replica takes its place; happens once. */
  DATABASE_FAILOVER,

  /** A gateway of an earlier version ends and is of this version at its next start. */
  FIRST_UPGRADED,
  SECOND_UPGRADED,

  /** Nothing happens for some seconds. */
  NONE;

  /** Whether it can happen any number of times. */
  boolean isRepeatable() {
    return compareTo(DATABASE_FAILOVER) < 0;
  }

  boolean isOfReplica() {
    return name().startsWith("REPLICA_");
  }

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
