package io.glebe.api.faults;

import java.util.Locale;

/** A fault of a process or of a network. */
enum Fault {
  GATEWAY_KILLED,

  /** A gateway does nothing for some seconds and goes on, like a virtual machine that is moved. */
  GATEWAY_FROZEN,
  DATABASE_KILLED,
  STORE_KILLED,
  BROKER_KILLED,
  PROXY_KILLED,

  /** No byte passes between the gateways and the database, and nobody learns of it. */
  DATABASE_CUT,
  DATABASE_CONNECTIONS_LOST,
  DATABASE_SLOW,
  STORE_CUT,
  STORE_CONNECTIONS_LOST,
  STORE_SLOW,

  /** The file system of the data folder of a gateway has no space. */
  DISK_FULL,

  /** The clocks of the gateways jump ten minutes ahead and back. */
  CLOCKS_JUMP,

  /** The database ends for good, and its replica takes its place; happens once. */
  DATABASE_FAILOVER;

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
